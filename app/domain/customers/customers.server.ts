import type { Orm, Tx } from "#db/client.server";
import { insertRow } from "#db/insert.server";
import { customers } from "#db/schema/index";
import { newId, type Id } from "../kernel/ids.server";
import { OUR_LANGUAGE, type Language } from "../kernel/language";
import { phoneColumns } from "../kernel/phone";
import type { Instant } from "../kernel/time.server";
import { findByReach, hasConfirmed, hasRoomForContact, insertContact, type Reach } from "./contacts.server";
import type { Customer } from "./family.server";

/** As it was typed into a form; the row keeps the number as networks want it. */
export interface Contact {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/**
 * The customer of a booking's contact; made when new. An e-mail address finds its customer, one with this name first. A
 * telephone number alone finds one of the same name only: with another name it is a suggestion to staff, never a silent
 * merge (domain.md, 4.23). Anybody may type somebody else's address: a known customer's name stays as it is, and only
 * who has the same name as well gets what was typed as a further contact, while there are not many yet. Each booking keeps
 * what was typed for it.
 */
export function keepCustomer(
  tx: Tx,
  contact: Contact,
  smsConsent: boolean,
  now: Instant,
  language: Language = OUR_LANGUAGE,
): Id<"customer"> {
  const [email, phone] = reachesOf(contact);
  const found = findKnown(tx, contact);
  const id = found?.id ?? insertCustomer(tx, contact, { smsConsent, language }, now);
  if (!found || hasName(found, contact))
    for (const reach of [email, phone])
      if (reach.value !== "" && hasRoomForContact(tx, id)) insertContact(tx, id, reach, now);
  return id;
}

/** Who `keepCustomer` would find; null for somebody new. */
export function findKnown(orm: Orm, contact: Contact): Customer | null {
  const [email, phone] = reachesOf(contact);
  const byEmail = findByReach(orm, [email.value]);
  const byPhone = findByReach(orm, [phone.value]).filter((known) => hasName(known, contact));
  return byEmail.find((known) => hasName(known, contact)) ?? byEmail[0] ?? byPhone[0] ?? null;
}

/**
 * Whose terms and certificate an order with this contact may have: who `findKnown` finds, by a contact that counts for
 * them. Null for nobody, and where they were found by one that an admin has not confirmed.
 */
export function findGranted(orm: Orm, contact: Contact): Customer | null {
  const known = findKnown(orm, contact);
  if (!known) return null;
  const [email, phone] = reachesOf(contact);
  const values = hasName(known, contact) ? [email.value, phone.value] : [email.value];
  return hasConfirmed(orm, known.id, values) ? known : null;
}

/** How a form's contact is reached, as contacts are kept. */
export function reachesOf({ email, phone }: Pick<Contact, "email" | "phone">): [Reach, Reach] {
  const columns = phoneColumns(phone);
  return [
    { kind: "email", value: email.toLowerCase() },
    { kind: "phone", value: columns.phone, extension: columns.phone_extension },
  ];
}

/** Whether a record bears a contact's name, whatever the case. */
export function hasName(known: Customer, { firstName, lastName }: Contact): boolean {
  const plain = (first: string, last: string) => `${first} ${last}`.normalize("NFC").toLowerCase().replace(/\s+/g, " ");
  return plain(known.first_name, known.last_name).trim() === plain(firstName, lastName).trim();
}

function insertCustomer(
  tx: Tx,
  { firstName, lastName }: Contact,
  { smsConsent, language }: { smsConsent: boolean; language: Language },
  now: Instant,
): Id<"customer"> {
  const id = newId("customer");
  insertRow(tx, customers, {
    id,
    first_name: firstName,
    last_name: lastName,
    language,
    sms_consent_at: smsConsent ? now : null,
    created_at: now,
  });
  return id;
}
