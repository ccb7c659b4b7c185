import { isBookingStatus, type BookingFilter } from "~/domain/booking/office/search.server";

/** The filter that stands in the list's address, and in that of its export. What makes no sense is no filter. */
export function readBookingFilter(searchParams: URLSearchParams): Required<Omit<BookingFilter, "after">> {
  const status = searchParams.get("status");
  return { search: (searchParams.get("q") ?? "").trim(), status: isBookingStatus(status) ? status : null };
}
