import { isBookingStatus } from "~/domain/booking/office/search.server";
import { parseDay, type Day } from "~/domain/kernel/days";
import { cut } from "~/domain/kernel/text";
import { readPeriod, writePeriod } from "~/domain/payments/money.server";
import type { ListFilter } from "~/domain/records/booking-list.server";

/** Characters that are looked for, as the list's form takes them: what is kept as a view goes out with every list. */
const MOST_SEARCH = 100;

/** The filter that stands in the list's address, and in that of its export. What makes no sense is no filter. */
export function readBookingFilter(searchParams: URLSearchParams): Required<Omit<ListFilter, "after">> {
  const status = searchParams.get("status");
  const money = readPeriod(searchParams.get("money"));
  if (money) return { search: "", status: null, day: null, money };
  const search = cut((searchParams.get("q") ?? "").trim(), MOST_SEARCH).trim();
  const day: Day | null = parseDay((searchParams.get("day") ?? "").slice(0, 10));
  return { search, status: isBookingStatus(status) ? status : null, day, money };
}

/** Whether the address names a day that no calendar has; the other filters count then. */
export function isWrongDay(
  searchParams: URLSearchParams,
  { day, money }: { day: Day | null; money: unknown },
): boolean {
  return !day && !money && (searchParams.get("day") ?? "") !== "";
}

/** The filter as it stands in addresses: the same one is always the same text. */
export function writeBookingFilter({ search, status, day, money }: ReturnType<typeof readBookingFilter>) {
  return {
    ...(search && { q: search }),
    ...(status && { status }),
    ...(day && { day }),
    ...(money && { money: writePeriod(money) }),
  };
}
