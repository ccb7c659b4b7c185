import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings, customers } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { formatPhone } from "../kernel/phone";
import { dayAt } from "../kernel/time.server";
import { endContact, hasRoomForContact, insertContact, listContacts } from "./contacts.server";
import { hasName, reachesOf, type Contact } from "./customers.server";
import { familyOf, getCustomer, standsFor, type Customer } from "./family.server";
import { holdsGrants } from "./granted.server";

/** A booking as it was before its contact was put right. */
export type PutRight = Pick<
  typeof bookings.$inferSelect,
  "id" | "customer_id" | "first_name" | "last_name" | "email" | "phone" | "phone_extension" | "created_at"
>;

/**
 * The contact of an order was put right: the customer's record follows, so that the next order is not filled in with the
 * slip and nobody who has the wrong number is taken for them. What came with this order and no other one has, ends or,
 * a name that the office put right, is corrected; what the record had before stays (domain.md, 4.23). A record of another name is somebody else's,
 * whose address was typed: nothing changes there. Asked before the booking's own row is written anew.
 */
export function followPutRight(tx: Tx, deed: Deed, before: PutRight, now: Contact): void {
  const record = standsFor(tx, getCustomer(tx, before.customer_id));
  const was = contactOf(before);
  if (!hasName(record, was) && !hasName(record, now)) return;
  const family = familyOf(tx, record.id);
  const isOffices = deed.by.kind === "staff" || deed.by.kind === "admin";
  const mayRename = isOffices && !holdsGrants(record, dayAt(deed.now)) && cameWithOrder(tx, record, family, before);
  const customer = mayRename ? rename(tx, deed, record, now) : record;
  if (!hasName(customer, now)) return;
  const [former, reached] = [reachesOf(was), reachesOf(now)];
  for (const reach of reached) {
    if (reach.value === "" || former.some(({ value }) => value === reach.value)) continue;
    const there = listContacts(tx, family).some((one) => one.value === reach.value && one.ended_at === null);
    if (there || !hasRoomForContact(tx, customer.id)) continue;
    insertContact(tx, customer.id, reach, deed.now, { isConfirmed: deed.by.kind === "admin" });
    const subject = { kind: "customer" as const, id: customer.id };
    recordEvent(tx, deed, { subject, action: "contact_added", data: { value: reach.value } });
  }
  for (const { value } of former)
    if (value !== "" && !reached.some((one) => one.value === value)) endWithOrder(tx, deed, customer, before, value);
}

/** Ends a contact that came with this order, by itself, and that no other order of theirs has. */
function endWithOrder(tx: Tx, deed: Deed, customer: Customer, before: PutRight, value: string): void {
  const family = familyOf(tx, customer.id);
  const same = listContacts(tx, family).filter((one) => one.value === value && one.ended_at === null);
  const [contact] = same;
  if (!contact || same.some(({ label, added_at }) => label !== "" || added_at < before.created_at)) return;
  const has = sql`(lower(${bookings.email}) = ${value} or ${bookings.phone} = ${value})`;
  if (!hasOther(tx, family, before, has)) endContact(tx, deed, customer, contact.id);
}

const cameWithOrder = (tx: Tx, record: Customer, family: Customer["id"][], before: PutRight): boolean =>
  record.created_at >= before.created_at && family.length === 1 && !hasOther(tx, family, before);

function hasOther(tx: Tx, family: Customer["id"][], { id }: PutRight, has = sql`true`): boolean {
  const other = and(inArray(bookings.customer_id, family), ne(bookings.id, id), has);
  return tx.select({ id: bookings.id }).from(bookings).where(other).limit(1).get() !== undefined;
}

/** The record's name where it is another one by now, as it is then. */
function rename(tx: Tx, deed: Deed, before: Customer, now: Contact): Customer {
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

const contactOf = (booking: PutRight): Contact => ({
  firstName: booking.first_name,
  lastName: booking.last_name,
  email: booking.email,
  phone: formatPhone(booking.phone, booking.phone_extension),
});
