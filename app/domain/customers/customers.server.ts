import { sql } from "drizzle-orm";
import { prepared, type Tx } from "#db/client.server";
import { customers } from "#db/schema/index";
import { type Id, newId } from "../kernel/ids.server";
import { phoneColumns } from "../kernel/phone";
import type { Instant } from "../kernel/time.server";

/** As it was typed into a form; the row keeps the number as networks want it. */
export interface Contact {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}
const known = prepared((orm) =>
  orm
    .insert(customers)
    .values({
      id: sql.placeholder("id"),
      email: sql.placeholder("email"),
      first_name: sql.placeholder("firstName"),
      last_name: sql.placeholder("lastName"),
      phone: sql.placeholder("phone"),
      phone_extension: sql.placeholder("phone_extension"),
      sms_consent_at: sql.placeholder("consent"),
      created_at: sql.placeholder("now"),
    })
    .onConflictDoUpdate({ target: customers.email, set: { email: sql`excluded.email` } })
    .returning({ id: customers.id })
    .prepare(),
);

/**
 * The customer of an email address (in lower case); made when new. Anybody may type somebody else's address, so a known
 * customer's name and phone stay as they are: each booking keeps what was typed for it.
 */
export function keepCustomer(tx: Tx, contact: Contact, smsConsent: boolean, now: Instant): Id<"customer"> {
  return known(tx).get({
    ...contact,
    ...phoneColumns(contact.phone),
    id: newId("customer"),
    email: contact.email.toLowerCase(),
    consent: smsConsent ? now : null,
    now,
  }).id;
}
