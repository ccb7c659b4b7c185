import type { Orm } from "#db/client.server";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { findGranted, type Contact } from "./customers.server";
import { getCustomer, standsFor } from "./family.server";

/** What an admin granted a customer: days to pay, and how much may be owed at once, in cents. */
export interface Terms {
  days: number;
  limit: Cents;
}

/**
 * The terms for an order of a customer with this contact; null where it would be somebody else's: the caller's link lets
 * them put another name, address and number into it, and then it is not billed to who had the terms. Null too by a contact that an admin has not confirmed.
 */
export function findTermsFor(orm: Orm, id: Id<"customer">, contact: Contact): Terms | null {
  const known = findGranted(orm, contact);
  const isTheirs = known !== null && standsFor(orm, known).id === standsFor(orm, getCustomer(orm, id)).id;
  return isTheirs ? findTerms(orm, id) : null;
}

/** The terms of a customer, or of the record that stands for them; null for who pays when booking. */
export function findTerms(orm: Orm, id: Id<"customer">): Terms | null {
  const { terms_days: days, credit_limit: limit } = standsFor(orm, getCustomer(orm, id));
  return days === null || limit === null ? null : { days, limit };
}
