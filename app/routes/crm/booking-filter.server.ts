import { isBookingStatus } from "~/domain/booking/office/search.server";
import { readPeriod } from "~/domain/payments/money.server";
import type { ListFilter } from "~/domain/records/booking-list.server";

/** The filter that stands in the list's address, and in that of its export. What makes no sense is no filter. */
export function readBookingFilter(searchParams: URLSearchParams): Required<Omit<ListFilter, "after">> {
  const status = searchParams.get("status");
  const money = readPeriod(searchParams.get("money"));
  if (money) return { search: "", status: null, money };
  return { search: (searchParams.get("q") ?? "").trim(), status: isBookingStatus(status) ? status : null, money };
}
