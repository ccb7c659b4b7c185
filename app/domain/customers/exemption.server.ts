import type { Orm } from "#db/client.server";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { findGranted, type Contact } from "./customers.server";
import { getCustomer, standsFor, type Customer } from "./family.server";

/** A certificate, with the last New York day on which it holds. */
export interface Exemption {
  certificate: string;
  until: Day;
}

/**
 * The certificate by which a customer pays no sales tax on a New York day (its last day included); null without one, and
 * once it has ended. Only an order that the office prepares asks for it: anybody can type a company's address.
 */
export function findExemption(orm: Orm, contact: Contact, on: Day): Exemption | null {
  const known = findGranted(orm, contact);
  return known ? holds(orm, known, on) : null;
}

/** The certificate of a customer's own record. */
export function exemptionOf(orm: Orm, id: Id<"customer">, on: Day): string | null {
  return holds(orm, getCustomer(orm, id), on)?.certificate ?? null;
}

function holds(orm: Orm, customer: Customer, on: Day): Exemption | null {
  const { exemption_certificate: certificate, exempt_until: until } = standsFor(orm, customer);
  return certificate && until && on <= until ? { certificate, until } : null;
}
