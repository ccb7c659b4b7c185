import { eq, sql } from "drizzle-orm";
import { prepared, type Tx } from "#db/client.server";
import { charges } from "#db/schema/index";
import { notePaid } from "../documents/charge-invoices.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { canMove } from "../states/transitions";
import { closeTask } from "../tasks/tasks.server";

/** The cause of the task that a charge is not paid: over once it is. */
export const unpaidTask = (id: Id<"charge">): string => `charge_failed:${id}`;

const byId = prepared((orm) =>
  orm
    .select()
    .from(charges)
    .where(eq(charges.id, sql.placeholder("id")))
    .prepare(),
);

/**
 * A charge of which nothing is open any more is paid: it, its invoice and its task say so. `paymentId`: whose money was the
 * last of it; null where a credit let the rest off. Nothing for one that waits for no money.
 */
export function settleCharge(tx: Tx, deed: Deed, id: Id<"charge">, paymentId: Id<"payment"> | null): void {
  const charge = byId(tx).get({ id });
  if (!charge || !canMove("charge", charge.state, "succeeded")) return;
  const { booking_id, state: from, amount, tax } = charge;
  tx.update(charges)
    .set({ state: "succeeded", payment_id: paymentId, ended_at: deed.now })
    .where(eq(charges.id, id))
    .run();
  closeTask(tx, deed, unpaidTask(id));
  notePaid(tx, deed, charge, null);
  recordEvent(tx, deed, {
    subject: { kind: "charge", id },
    bookingId: booking_id,
    action: "charge_settled",
    from,
    to: "succeeded",
    data: { amount: amount + tax },
  });
}
