import type { Orm } from "#db/client.server";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { findKnown, type Contact } from "./customers.server";
import { getCustomer, standsFor, type Customer } from "./family.server";

/**
 * The certificate by which a customer pays no sales tax on a New York day (its last day included); null without one, and
 * once it has ended. Only an order that the office prepares asks for it: anybody can type a company's address.
 */
export function findExemption(orm: Orm, contact: Contact, on: Day): string | null {
  const known = findKnown(orm, contact);
  return known ? certificateOf(orm, known, on) : null;
}

/** The same for a customer's own record. */
export function exemptionOf(orm: Orm, id: Id<"customer">, on: Day): string | null {
  return certificateOf(orm, getCustomer(orm, id), on);
}

function certificateOf(orm: Orm, customer: Customer, on: Day): string | null {
  const { exemption_certificate, exempt_until } = standsFor(orm, customer);
  return exemption_certificate && exempt_until && on <= exempt_until ? exemption_certificate : null;
}
