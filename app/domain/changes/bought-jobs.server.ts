import type { Tx } from "#db/client.server";
import { jobs } from "#db/schema/index";
import { eq } from "drizzle-orm";
import { getBooking } from "../booking/order/bookings.server";
import { addDays } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { isDeliveryWindow } from "../schedule/rules";
import { describeExtra, planBought, type ExtraRefusal } from "./extra-job.server";
import type { ExtraWish } from "./extra-rules";
import { freedBySwap, stayFrom } from "./extra-swap.server";
import { ON_HOLD_WORDS, type ChangeRefusal, type KindOfChange } from "./kind";

/** In the words of a change. */
function asChange(refused: ExtraRefusal): ChangeRefusal {
  switch (refused.code) {
    case "bad_day":
      return { ok: false, code: "bad_days", message: refused.message };
    case "bad_window":
      return { ok: false, code: "bad_window", message: refused.message };
    case "sold_out":
      return refused;
    case "another_open":
      return { ok: false, code: "another_job" };
    case "no_size":
    case "bad_line":
    case "window_full":
    case "paid_open":
      return { ok: false, code: refused.code };
    case "not_there":
    case "no_pickup":
      return { ok: false, code: "not_movable" };
    case "price_changed":
      return { ok: false, code: "changed" };
  }
}

/** What stands in the way besides the dumpster itself: the office stopped the booking. What was being paid goes back. */
const ON_HOLD: ChangeRefusal = { ok: false, code: "on_hold", message: ON_HOLD_WORDS };

/** They have paid for one that was not possible: the office plans that again, and nobody pays twice. */
const PAID_OPEN: ChangeRefusal = { ok: false, code: "paid_open" };

/** What comes of a swap is the next rental's: nothing of these is there where it is only emptied. */
const emptied = (unit: { size_yards: number }) => ({ size: unit.size_yards, material: "general" as const });

/**
 * It is emptied and comes back, for the haul alone (domain.md, section 3): on a day, or today before everything else.
 * Nothing of the yard is needed for it.
 */
export const haul: KindOfChange<"haul"> = {
  describe(orm, settings, booking, unit, asked, now) {
    if (booking.on_hold_reason !== null) return ON_HOLD;
    const { as, day, window, note } = asked;
    const offer = describeExtra(orm, settings, unit, { kind: as, day, window, note, ...emptied(unit) }, now);
    if (!offer.ok) return asChange(offer);
    if (offer.paid) return PAID_OPEN;
    return { ok: true, wish: { kind: "haul", as, day, window, note }, price: offer.price };
  },
  toHold: (_settings, _booking, unit, { day }) => ({
    wish: { lines: [], deliveryDate: day, deliveryWindow: null, occupiedUntil: addDays(day, 1) },
    own: { lines: [], delivery_date: day, delivery_window: null, occupied_until: unit.occupied_until },
  }),
  askedFor: (wish) => wish,
  apply(tx, deed, settings, unit, { as, day, window, note }, held) {
    const wish: ExtraWish = { kind: as, day, window, note, ...emptied(unit) };
    if (getBooking(tx, unit.booking_id).on_hold_reason !== null) return ON_HOLD;
    const done = planBought(tx, deed, settings, unit, wish, held);
    return done.ok ? { ok: true, jobId: done.job.id } : asChange(done);
  },
};

/** An empty one comes and the full one goes: another rental period and the haul (domain.md, section 3). */
export const swap: KindOfChange<"swap"> = {
  describe(orm, settings, booking, unit, asked, now) {
    if (booking.on_hold_reason !== null) return ON_HOLD;
    const { size, material, day, window, note } = asked;
    const offer = describeExtra(orm, settings, unit, { kind: "swap", size, material, day, window, note }, now);
    if (!offer.ok) return asChange(offer);
    if (offer.paid) return PAID_OPEN;
    return { ok: true, wish: { kind: "swap", size, material, day, window, note }, price: offer.price };
  },
  toHold: (settings, _booking, unit, { size, day, window }) => ({
    wish: {
      lines: [{ size, quantity: 1 }],
      deliveryDate: day,
      deliveryWindow: isDeliveryWindow(window) ? window : null,
      occupiedUntil: stayFrom(settings, day).until,
    },
    own: freedBySwap(unit, day),
  }),
  askedFor: (wish) => wish,
  apply(tx, deed, settings, unit, { size, material, day, window, note }, held) {
    const wish: ExtraWish = { kind: "swap", size, material, day, window, note };
    if (getBooking(tx, unit.booking_id).on_hold_reason !== null) return ON_HOLD;
    const done = planBought(tx, deed, settings, unit, wish, held);
    return done.ok ? { ok: true, jobId: done.job.id } : asChange(done);
  },
};

/** The truck that was planned for a change: while it has not left, what was bought can be withdrawn. */
export function nameBought(tx: Tx, jobId: Id<"job"> | undefined, changeId: Id<"change">): void {
  if (jobId) tx.update(jobs).set({ change_id: changeId }).where(eq(jobs.id, jobId)).run();
}
