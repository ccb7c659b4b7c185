import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { insertRow } from "#db/insert.server";
import { customerContacts, customers } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { readPhone } from "../kernel/phone";
import { dayAt, type Instant } from "../kernel/time.server";
import { tidyEmail } from "../kernel/typed";
import { mailboxOf } from "../limits/mailbox";
import { familyOf, getCustomer, standsFor, type Customer } from "./family.server";
import { holdsGrants } from "./granted.server";

export type CustomerContact = typeof customerContacts.$inferSelect;

/** An address in lower case, or a number in E.164 with its extension. */
export type Reach = { kind: "email"; value: string } | { kind: "phone"; value: string; extension: string | null };

/** An e-mail address or a telephone number as somebody typed it, in any spelling; null for what is neither. */
export function readReach(typed: string): Reach | null {
  if (typed.includes("@")) {
    const email = tidyEmail(typed);
    return email === null ? null : { kind: "email", value: email };
  }
  const phone = readPhone(typed);
  return phone && { kind: "phone", value: phone.e164, extension: phone.extension };
}

/** All contacts of a customer's family, ended ones too, the oldest first. */
export function listContacts(orm: Orm, family: Id<"customer">[]): CustomerContact[] {
  return orm
    .select()
    .from(customerContacts)
    .where(inArray(customerContacts.customer_id, family))
    .orderBy(asc(customerContacts.added_at), asc(customerContacts.id))
    .limit(200)
    .all();
}

const reachedBy = prepared((orm) =>
  orm
    .selectDistinct({ customer: customers })
    .from(customerContacts)
    .innerJoin(customers, eq(customers.id, customerContacts.customer_id))
    .where(
      and(
        sql`${customerContacts.value} in (select value from json_each(${sql.placeholder("values")}))`,
        isNull(customerContacts.ended_at),
      ),
    )
    .orderBy(asc(customers.created_at), asc(customers.id))
    .limit(50)
    .prepare(),
);

/** Who is reached by one of these now, merged records as those that stand for them; the oldest first, each once. */
export function findByReach(orm: Orm, values: readonly string[]): Customer[] {
  const found = reachedBy(orm)
    .all({ values: JSON.stringify(values.filter((value) => value !== "")) })
    .map(({ customer }) => standsFor(orm, customer));
  return [...new Map(found.map((customer) => [customer.id, customer])).values()];
}

/** Other customers who share a telephone number or an address with one: perhaps the same person, for staff to decide. */
export function listPerhapsSame(orm: Orm, id: Id<"customer">): Customer[] {
  const values = listContacts(orm, familyOf(orm, id)).flatMap((one) => (one.ended_at === null ? [one.value] : []));
  return values.length === 0 ? [] : findByReach(orm, values).filter((other) => other.id !== id);
}

/**
 * So many contacts of a customer come by themselves, with what was typed into bookings. Anybody may type the same name and
 * number with ever new addresses, and what a customer is found by is made anew from all of them with each.
 */
const MOST_BY_THEMSELVES = 20;

/** Whether one more contact of a customer may come by itself; the office adds as many as it likes. */
export function hasRoomForContact(orm: Orm, customerId: Id<"customer">): boolean {
  const ofCustomer = eq(customerContacts.customer_id, customerId);
  const there = orm
    .select({ id: customerContacts.id })
    .from(customerContacts)
    .where(ofCustomer)
    .limit(MOST_BY_THEMSELVES)
    .all();
  return there.length < MOST_BY_THEMSELVES;
}

/**
 * Adds a contact without an event; one that is there already stays as it is. What comes to a record with terms or a
 * certificate counts for neither until an admin confirms it (decision 0106): whose it is, anybody may have typed.
 */
export function insertContact(
  tx: Tx,
  customerId: Id<"customer">,
  reach: Reach,
  now: Instant,
  { label = "", isConfirmed = false }: { label?: string; isConfirmed?: boolean } = {},
): boolean {
  const waits = !isConfirmed && holdsGrants(getCustomer(tx, customerId), dayAt(now));
  const row = {
    id: newId("contact"),
    customer_id: customerId,
    kind: reach.kind,
    value: reach.value,
    extension: reach.kind === "phone" ? reach.extension : null,
    mailbox: reach.kind === "email" ? mailboxOf(reach.value) : null,
    label,
    added_at: now,
    unconfirmed_at: waits ? now : null,
  };
  return insertRow(tx, customerContacts, row, { unlessThere: true });
}

/** Adds a contact by the office, confirmed where an admin does it. Pressed twice it is one. */
export function addContact(tx: Tx, deed: Deed<StaffActor>, customer: Customer, reach: Reach, label: string): void {
  const family = familyOf(tx, customer.id);
  const there = listContacts(tx, family).find((one) => one.value === reach.value && one.ended_at === null);
  const isConfirmed = deed.by.kind === "admin";
  if (there && isConfirmed) confirmContact(tx, deed, customer, there.id);
  if (there || !insertContact(tx, customer.id, reach, deed.now, { label, isConfirmed })) return;
  recordEvent(tx, deed, {
    subject: { kind: "customer", id: customer.id },
    action: "contact_added",
    data: { value: reach.value },
  });
}

/** An admin says that a contact is the customer's own: from now on it counts for their terms and their exemption. */
export function confirmContact(tx: Tx, deed: Deed<StaffActor>, customer: Customer, contactId: string): void {
  const family = familyOf(tx, customer.id);
  const contact = listContacts(tx, family).find((one) => one.id === contactId);
  if (!contact || contact.ended_at !== null) return;
  const confirmed = tx
    .update(customerContacts)
    .set({ unconfirmed_at: null })
    .where(and(ofFamily(family, contact.value), isNotNull(customerContacts.unconfirmed_at)))
    .run();
  if (confirmed.changes === 0) return;
  recordEvent(tx, deed, {
    subject: { kind: "customer", id: customer.id },
    action: "contact_confirmed",
    data: { value: contact.value },
  });
}

/** The same contact, wherever in the family, that has not ended: a merged record may have it too. */
const ofFamily = (family: Id<"customer">[], value: string) =>
  and(
    inArray(customerContacts.customer_id, family),
    eq(customerContacts.value, value),
    isNull(customerContacts.ended_at),
  );

/** Whether one of these is a contact of a customer's family that counts for what an admin granted. */
export function hasConfirmed(orm: Orm, id: Id<"customer">, values: readonly string[]): boolean {
  const own = inArray(customerContacts.customer_id, familyOf(orm, id));
  const { value, ended_at, unconfirmed_at } = customerContacts;
  const asked = values.filter((one) => one !== "");
  return (
    orm
      .select({ id: customerContacts.id })
      .from(customerContacts)
      .where(and(inArray(value, asked), own, isNull(ended_at), isNull(unconfirmed_at)))
      .get() !== undefined
  );
}

/** Ends a contact of the customer's family; the last one stays (false): nobody could reach them any more. */
export function endContact(tx: Tx, deed: Deed, customer: Customer, contactId: string): boolean {
  const contacts = listContacts(tx, familyOf(tx, customer.id)).filter((one) => one.ended_at === null);
  const contact = contacts.find((one) => one.id === contactId);
  if (!contact) return true;
  if (!contacts.some((one) => one.value !== contact.value)) return false;
  // A merged record may have the same: ended for the family, it is ended.
  const same = ofFamily(
    contacts.map((one) => one.customer_id),
    contact.value,
  );
  tx.update(customerContacts).set({ ended_at: deed.now }).where(same).run();
  recordEvent(tx, deed, {
    subject: { kind: "customer", id: customer.id },
    action: "contact_ended",
    data: { value: contact.value },
  });
  return true;
}
