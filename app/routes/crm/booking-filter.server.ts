import { isBookingStatus } from "~/domain/booking/office/search.server";
import { readPeriod, writePeriod } from "~/domain/payments/money.server";
import type { ListFilter } from "~/domain/records/booking-list.server";

/** The filter that stands in the list's address, and in that of its export. What makes no sense is no filter. */
export function readBookingFilter(searchParams: URLSearchParams): Required<Omit<ListFilter, "after">> {
  const status = searchParams.get("status");
  const money = readPeriod(searchParams.get("money"));
  if (money) return { search: "", status: null, money };
  return { search: (searchParams.get("q") ?? "").trim(), status: isBookingStatus(status) ? status : null, money };
}

/** The filter as it stands in addresses: the same one is always the same text. */
export function writeBookingFilter({ search, status, money }: ReturnType<typeof readBookingFilter>) {
  return { ...(search && { q: search }), ...(status && { status }), ...(money && { money: writePeriod(money) }) };
}
