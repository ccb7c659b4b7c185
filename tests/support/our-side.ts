import { eq } from "drizzle-orm";
import { disputes, payments, refunds } from "#db/schema/index";
import { dayAt } from "~/domain/kernel/time.server";
import { getEntry } from "~/domain/payments/books.server";
import type { TestWorld } from "./domain";

/** Whether our books have the movement on this day; what was never sent has no name there. */
export function ourSide(orm: TestWorld["db"]["orm"], day: string, ref: string | null, what: string): boolean {
  if (ref === null) return true;
  const [table, named] =
    what === "payment"
      ? ([payments, payments.stripe_payment_intent_id] as const)
      : what.startsWith("refund")
        ? ([refunds, refunds.stripe_refund_id] as const)
        : ([disputes, disputes.stripe_dispute_id] as const);
  const id = orm.select({ id: table.id }).from(table).where(eq(named, ref)).get()?.id;
  return id !== undefined && dayAt(getEntry(orm, `${what}:${id}`).at) === day;
}
