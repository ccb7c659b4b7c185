import { eq, sql } from "drizzle-orm";
import { prepared, type Tx } from "#db/client.server";
import { charges } from "#db/schema/index";
import { notePaid } from "../documents/charge-invoices.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { enqueue } from "../outbox/outbox.server";
import { canMove } from "../states/transitions";
import { closeTask } from "../tasks/tasks.server";
import type { Charge } from "./books.server";

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
 * last of it; null where a credit let the rest off. Returns it as it was; null, and nothing is done, for one that waits for no
 * money.
 */
export function settleCharge(tx: Tx, deed: Deed, id: Id<"charge">, paymentId: Id<"payment"> | null): Charge | null {
  const charge = byId(tx).get({ id });
  if (!charge || !canMove("charge", charge.state, "succeeded")) return null;
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
  return charge;
}

/** Tells the customer that a later charge is paid, once for each. `fromSurplus`: what they had paid too much paid it. */
export function sendReceipt(
  tx: Tx,
  { id, booking_id: bookingId }: Pick<Charge, "id" | "booking_id">,
  how: { fromSurplus?: true } = {},
): void {
  const payload = { chargeId: id, ...how };
  enqueue(tx, { kind: "mail.charge-paid", cause: `mail.charge-paid:${id}`, bookingId, payload });
}
