import type { Tx } from "#db/client.server";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { cancelBooking, type CancelResult } from "~/domain/changes/cancel.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import type { Cents } from "~/domain/kernel/money";
import { releaseCheckout, type Till } from "../payments/checkout.server";

const LONGEST_REASON = 200;

export interface CancelWish {
  /** Null: the whole booking. */
  unitId: Id<"unit"> | null;
  /** What the page showed that it costs, and what goes back where it showed that. */
  fee: Cents;
  refund?: Cents;
  why?: string;
}

/** Refused also when the open payment page cannot be ended, or was paid at this very moment. */
export type CancelOrderResult =
  | { ok: true }
  | Extract<CancelResult, { ok: false }>
  | { ok: false; code: "unreachable" | "paid" };

/**
 * Cancels an order, or one of its dumpsters, for whoever acts. An open payment page ends first: else it could be paid
 * after the cancellation. What is cancelled already stays so: a button that is pressed twice shows its second answer.
 */
export async function cancelOrder(
  services: Till,
  deed: Deed,
  booking: Booking,
  { unitId, fee, refund, why }: CancelWish,
): Promise<CancelOrderResult> {
  if (booking.paid_at === null) {
    const released = await releaseCheckout(services, deed, booking.id, "order_cancelled");
    if (released !== "released") return { ok: false, code: released };
  }
  const shown = refund === undefined ? fee : { fee, refund };
  return services.db.write((tx) =>
    isCancelled(tx, booking.id, unitId)
      ? { ok: true }
      : cancelBooking(tx, deed, services.settings(), booking.id, unitId, shown, why),
  );
}

function isCancelled(tx: Tx, bookingId: Id<"booking">, unitId: CancelWish["unitId"]): boolean {
  return unitId === null
    ? getBooking(tx, bookingId).status === "cancelled"
    : listUnits(tx, bookingId).some(({ id, state }) => id === unitId && state === "cancelled");
}

/** The same for the office, which says why: the history has it for the others. Refused without a reason. */
export async function cancelByStaff(
  services: Till,
  deed: Deed<StaffActor>,
  booking: Booking,
  wish: CancelWish & { why: string },
): Promise<CancelOrderResult | { ok: false; code: "no_reason" }> {
  const why = wish.why.trim().slice(0, LONGEST_REASON);
  return why === "" ? { ok: false, code: "no_reason" } : cancelOrder(services, deed, booking, { ...wish, why });
}
