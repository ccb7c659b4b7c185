import { inArray } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { ofBookingsCustomer } from "../../customers/family.server";
import { CSV_START, csvLine, type CsvCell } from "../../kernel/csv";
import type { Cents } from "../../kernel/money";
import { formatPhone } from "../../kernel/phone";
import { dayAt } from "../../kernel/time.server";
import { PLACEMENT_LABEL } from "../../schedule/placement";
import { deliveryTimeLabel } from "../../schedule/rules";
import { bookingStatusLabel } from "../../states/labels";
import type { BookingPage, BookingRow } from "./search.server";

/** The columns that the list does not show. */
const FURTHER = {
  id: bookings.id,
  email: bookings.email,
  phone: bookings.phone,
  extension: bookings.phone_extension,
  address: bookings.address,
  zip: bookings.zip,
  county: bookings.county,
  placement: bookings.placement,
  window: bookings.delivery_time_window,
  pickupDate: bookings.scheduled_pickup_date,
  days: bookings.rental_duration_days,
  paidAt: bookings.paid_at,
  accountDays: bookings.account_days,
  source: bookings.source,
  purchaseOrder: ofBookingsCustomer("po_number"),
  price: bookings.price,
};
type Further = ReturnType<typeof further>[number];
type ExportedRow = BookingRow & { moved?: { came: Cents; went: Cents } };
type Column = readonly [name: string, cell: (row: ExportedRow, more: Further) => CsvCell];

/** Days are New York's, as YYYY-MM-DD; amounts are dollars. */
const COLUMNS: readonly Column[] = [
  ["Number", (row) => row.number],
  ["Status", (row) => bookingStatusLabel(row.status)],
  ["On hold", (row) => row.onHold],
  ["Booked", (row) => dayAt(row.createdAt)],
  ["First name", (row) => row.firstName],
  ["Last name", (row) => row.lastName],
  ["Email", (_, more) => more.email],
  ["Phone", (_, more) => formatPhone(more.phone, more.extension)],
  ["Address", (_, more) => more.address],
  ["City", (row) => row.city],
  ["ZIP", (_, more) => more.zip],
  ["County", (_, more) => more.county],
  ["Placement", (_, more) => PLACEMENT_LABEL[more.placement]],
  ["Order", (row) => row.items],
  ["Dumpsters", (row) => row.units],
  ["Cancelled dumpsters", (row) => row.cancelled],
  ["Delivery", (row) => row.deliveryDate],
  ["Delivery time", (_, more) => deliveryTimeLabel(more.window)],
  ["Pickup", (_, more) => more.pickupDate],
  ["Days", (_, more) => more.days],
  ["Total", (row) => ({ cents: row.total })],
  ["Paid", (_, more) => (more.accountDays === null ? more.paidAt && dayAt(more.paidAt) : "On account")],
  ["Came by", (_, more) => (more.source === "staff" ? "Phone" : "Website")],
];

/** As its invoice: a PO number is named on account only. "Tax exempt" is the certificate by which it was ordered without tax. Behind all others: whoever reads the file by its columns' places finds those where they were. */
const LAST_COLUMNS: readonly Column[] = [
  ["Company", (row) => row.company],
  ["PO number", (_, more) => (more.accountDays === null ? null : more.purchaseOrder)],
  ["Tax exempt", (_, more) => more.price.exempt ?? null],
];

/** Of a list by money: what came in and went back in its time. */
const MONEY_COLUMNS: readonly Column[] = [
  ["Came in then", (row) => ({ cents: row.moved?.came ?? 0 })],
  ["Went back then", (row) => ({ cents: row.moved?.went ?? 0 })],
];

/**
 * The list as comma-separated values, newest first, a piece for each page of it, the first one with the columns' names:
 * whoever sends it goes to others' requests between two pieces. It goes on from the last booking of the piece before,
 * so that what is booked meanwhile is neither missing nor twice.
 */
export function* exportBookings(
  orm: Orm,
  pageAfter: (after: string | null) => Pick<BookingPage<ExportedRow>, "rows" | "next">,
  { byMoney = false } = {},
): Generator<string> {
  const columns = [...COLUMNS, ...(byMoney ? MONEY_COLUMNS : []), ...LAST_COLUMNS];
  yield CSV_START + csvLine(columns.map(([name]) => name));
  let after: string | null = null;
  do {
    const { rows, next } = pageAfter(after);
    const more = new Map(further(orm, rows).map((row) => [row.id, row]));
    yield rows
      .map((row) => {
        const rest = more.get(row.id);
        return rest ? csvLine(columns.map(([, cell]) => cell(row, rest))) : "";
      })
      .join("");
    after = next;
  } while (after !== null);
}

function further(orm: Orm, rows: readonly BookingRow[]) {
  return orm
    .select(FURTHER)
    .from(bookings)
    .where(
      inArray(
        bookings.id,
        rows.map(({ id }) => id),
      ),
    )
    .all();
}
