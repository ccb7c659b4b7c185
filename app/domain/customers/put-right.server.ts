import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings, customerContacts, customers } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { formatPhone } from "../kernel/phone";
import { dayAt, type Instant } from "../kernel/time.server";
import { endContact, findByReach, insertContact, listContacts, type Reach } from "./contacts.server";
import { hasName, reachesOf, type Contact } from "./customers.server";
import { familyOf, getCustomer, standsFor, type Customer } from "./family.server";
import { holdsGrants } from "./granted.server";

/** The order whose contact the office put right. */
export type OfOrder = Pick<typeof bookings.$inferSelect, "id" | "customer_id" | "created_at">;

/**
 * Somebody of the office put the contact of an order right, from `was` to `now`, each as that form had it: the customer's
 * record follows, so that the next order is not filled in with the slip and nobody who has the wrong number is taken for
 * them. What came with this order and no other one has, is replaced; what the record had before stays (domain.md, 4.23).
 *
 * Nothing happens where it could be somebody else's: on a record of another name, on one that was granted something or is
 * not served (its own page is for that), and with an address or a number that another record has. What a caller typed by
 * their link is not the office's word, and moves nothing here (docs/decisions/0108).
 */
export function followPutRight(tx: Tx, deed: Deed<StaffActor>, order: OfOrder, was: Contact, now: Contact): void {
  const record = standsFor(tx, getCustomer(tx, order.customer_id));
  const family = familyOf(tx, record.id);
  if (!hasName(record, was) || isGuarded(tx, family, deed.now)) return;
  const cameAlone = record.created_at === order.created_at && family.length === 1 && !hasOther(tx, family, order);
  const customer = cameAlone ? rename(tx, deed, record, was, now) : record;
  if (!hasName(customer, now)) return;
  const [former, reached] = [reachesOf(was), reachesOf(now)];
  for (const [i, reach] of reached.entries()) {
    const before = former[i]?.value ?? "";
    if (reach.value !== before) replace(tx, deed, customer, order, before, reach);
  }
  const [[, line], [, lineNow]] = [former, reached];
  if (line.kind === "phone" && lineNow.kind === "phone" && line.value === lineNow.value && line.value !== "")
    extend(tx, deed, customer, order, line, lineNow);
}

/** What an admin decided about a record is not moved from an order. */
const isGuarded = (tx: Tx, family: Id<"customer">[], now: Instant): boolean =>
  family.map((id) => getCustomer(tx, id)).some((one) => holdsGrants(one, dayAt(now)) || one.do_not_serve_at !== null);

/** The new one takes the place of the former one, also in their order: the oldest is the one that a new order begins with. */
function replace(
  tx: Tx,
  deed: Deed<StaffActor>,
  customer: Customer,
  order: OfOrder,
  before: string,
  reach: Reach,
): void {
  const family = familyOf(tx, customer.id);
  const open = listContacts(tx, family).filter(({ ended_at }) => ended_at === null);
  const same = open.filter(({ value }) => value === before);
  const isThere = open.some(({ value }) => value === reach.value);
  const isElses = findByReach(tx, [reach.value]).some(({ id }) => id !== customer.id);
  const isSlip = same.every(({ label, added_at }) => label === "" && cameWithOrder(tx, family, added_at));
  const came = isSlip && !hasOther(tx, family, order, before) ? same[0] : undefined;
  if (reach.value !== "" && !isThere && !isElses) {
    insertContact(tx, customer.id, reach, came?.added_at ?? deed.now);
    const subject = { kind: "customer" as const, id: customer.id };
    recordEvent(tx, deed, { subject, action: "contact_added", data: { value: reach.value } });
  }
  // The last one stays: nobody could reach them any more.
  if (came && !isElses) endContact(tx, deed, customer, came.id);
}

/** The same number behind another extension: it stays the same contact, and follows by the same rules. */
function extend(tx: Tx, deed: Deed<StaffActor>, customer: Customer, order: OfOrder, was: Line, now: Line): void {
  if (was.extension === now.extension) return;
  const family = familyOf(tx, customer.id);
  const same = listContacts(tx, family).filter(({ ended_at, value }) => ended_at === null && value === was.value);
  const isSlip = same.every(
    ({ label, added_at, extension }) =>
      label === "" && extension === was.extension && cameWithOrder(tx, family, added_at),
  );
  const isElses = findByReach(tx, [was.value]).some(({ id }) => id !== customer.id);
  if (same.length === 0 || !isSlip || isElses || hasOther(tx, family, order, was.value, was.extension)) return;
  const ids = same.map(({ id }) => id);
  tx.update(customerContacts).set({ extension: now.extension }).where(inArray(customerContacts.id, ids)).run();
  const subject = { kind: "customer" as const, id: customer.id };
  const said = ({ value, extension }: Line) => ({ value: formatPhone(value, extension) });
  recordEvent(tx, deed, { subject, action: "contact_added", data: said(now) });
  recordEvent(tx, deed, { subject, action: "contact_ended", data: said(was) });
}

type Line = Extract<Reach, { kind: "phone" }>;

/** What came with an order came at its very moment. */
const cameWithOrder = (tx: Tx, family: Id<"customer">[], at: Instant): boolean =>
  tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(inArray(bookings.customer_id, family), eq(bookings.created_at, at)))
    .limit(1)
    .get() !== undefined;

/** Whether another order of theirs is there, or, with a value, has that address or number, with an extension only behind it. */
function hasOther(
  tx: Tx,
  family: Id<"customer">[],
  { id }: OfOrder,
  value?: string,
  extension?: string | null,
): boolean {
  const phone = and(
    eq(bookings.phone, value ?? ""),
    extension === undefined ? undefined : sql`${bookings.phone_extension} is ${extension}`,
  );
  const has = value === undefined ? undefined : or(eq(sql`lower(${bookings.email})`, value), phone);
  const other = and(inArray(bookings.customer_id, family), ne(bookings.id, id), has);
  return tx.select({ id: bookings.id }).from(bookings).where(other).limit(1).get() !== undefined;
}

/** The record's name, where the form had exactly this one, and changed it; as it is then. */
function rename(tx: Tx, deed: Deed<StaffActor>, before: Customer, was: Contact, now: Contact): Customer {
  if (was.firstName !== before.first_name || was.lastName !== before.last_name) return before;
  const names = { first_name: now.firstName, last_name: now.lastName };
  const fields = (["first_name", "last_name"] as const).filter((field) => names[field] !== before[field]);
  if (fields.length === 0) return before;
  const version = before.version + 1;
  tx.update(customers)
    .set({ ...names, version })
    .where(eq(customers.id, before.id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "customer", id: before.id },
    action: "customer_changed",
    data: { version, changes: fields.map((field) => ({ field, was: before[field], is: names[field] })) },
  });
  return { ...before, ...names, version };
}
