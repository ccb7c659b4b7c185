import type { Orm } from "#db/client.server";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { getCustomer, standsFor } from "./family.server";

/** What an admin granted a customer: days to pay, and how much may be owed at once, in cents. */
export interface Terms {
  days: number;
  limit: Cents;
}

/** The terms of a customer, or of the record that stands for them; null for who pays when booking. */
export function findTerms(orm: Orm, id: Id<"customer">): Terms | null {
  const { terms_days: days, credit_limit: limit } = standsFor(orm, getCustomer(orm, id));
  return days === null || limit === null ? null : { days, limit };
}
