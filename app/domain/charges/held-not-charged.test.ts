import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { bookings, chargeAttempts, charges, outbox } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { chargeNow } from "~/domain/changes/balance.server";
import { HOUR, plus } from "~/domain/kernel/time.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { takeDueCharges } from "~/services/payments/due-charges.server";
import { chargesOf, hauled, look, tell } from "../../../tests/support/charges";
import { STAFF, WEBSITE } from "../../../tests/support/domain";
import { admin } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { getCharge, type LaterRow } from "./charges.server";
import { applyCardCharge, chargeAgain, listDueCharges } from "./due.server";
import { holdCharge, releaseCharge } from "./office.server";
import { questionCharge } from "./question.server";

/** Nobody's card is asked for what the office has stopped, nor before its time is over. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
const terms = () => ({ settings: world.settings(), website: WEBSITE });

async function overdue(): Promise<{ booking: Booking; charge: LaterRow }> {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const charge = await tell(world, chargesOf(world, booking)[0]!);
  world.clock.at = plus(charge.due_at!, HOUR);
  return { booking, charge };
}
const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
const run = () => takeDueCharges({ ...world, log }, world.deed());
/** The button of the office. */
const press = (id: LaterRow["id"]) => world.db.write((tx) => chargeNow(tx, world.deed(STAFF), terms(), id));
const stands = ({ booking, charge }: { booking: Booking; charge: LaterRow }) => [
  getCharge(orm(), charge.id).state,
  orm().select().from(chargeAttempts).all().length,
  readLedger(orm(), booking.id).owed,
];
const UNTOUCHED = ["noticed", 0, 0];
const CHARGED = ["processing", 1, 14_385];

describe("a charge whose time is over", () => {
  it("of a booking on hold is not charged by itself, and is once the booking goes on", async () => {
    const made = await overdue();
    orm().update(bookings).set({ on_hold_reason: "They are in court" }).where(eq(bookings.id, made.booking.id)).run();
    await run();
    expect(stands(made)).toEqual(UNTOUCHED);
    orm().update(bookings).set({ on_hold_reason: null }).where(eq(bookings.id, made.booking.id)).run();
    await run();
    expect(stands(made)).toEqual(CHARGED);
  });

  it("is charged though another one throws, which is written down without a name and tried again", async () => {
    const broken = await overdue();
    const made = await overdue();
    const basis = getCharge(orm(), broken.charge.id).basis;
    const be = (as: typeof basis) =>
      orm().update(charges).set({ basis: as }).where(eq(charges.id, broken.charge.id)).run();
    be({ by: "nothing that is known" } as never);
    await run();
    expect(stands(made)).toEqual(CHARGED);
    expect(getCharge(orm(), broken.charge.id).state).toBe("noticed");
    expect(log.error.mock.calls).toEqual([
      [{ module: "payments", action: "fall_due", booking_id: broken.booking.id, error_message: expect.any(String) }],
    ]);
    be(basis);
    await run();
    expect(getCharge(orm(), broken.charge.id).state).toBe("processing");
  });

  it("that is held is charged by nobody, by itself or by a press of the button, until it is let go", async () => {
    const made = await overdue();
    await world.db.write((tx) => holdCharge(tx, world.deed(STAFF), made.charge.id, "Look at the ticket first"));
    // Nor does it stand in the queue, where a few hundred of them would keep all others from their turn.
    expect(listDueCharges(orm(), world.clock.at)).toEqual([]);
    await run();
    expect(stands(made)).toEqual(UNTOUCHED);
    expect(await press(made.charge.id)).toEqual({ ok: false, code: "not_now" });
    expect(stands(made)).toEqual(UNTOUCHED);
    await world.db.write((tx) => releaseCharge(tx, world.deed(STAFF), world.settings(), made.charge.id));
    await run();
    expect(stands(made)).toEqual(CHARGED);
  });

  it("that its customer has questioned is charged by nobody", async () => {
    const made = await overdue();
    await world.db.write((tx) => questionCharge(tx, world.deed(), made.charge.id, "It was half full"));
    await run();
    expect(await press(made.charge.id)).toEqual({ ok: false, code: "not_now" });
    expect(stands(made)).toEqual(["questioned", 0, 0]);
  });
});

it.each(["requires_action", "processing", "succeeded"] as const)(
  "a card is not asked once more for a charge that is %s: its customer would be charged twice",
  async (state) => {
    const made = await overdue();
    await run();
    const { id } = orm().select().from(chargeAttempts).get()!;
    const status = { requires_action: "authenticate", processing: "processing", succeeded: "succeeded" } as const;
    const said = { attemptId: id, intentId: "pi_later", amount: 14_385, currency: "usd", status: status[state] };
    await world.db.write((tx) => applyCardCharge(tx, world.deed(), { ...said, declineCode: null, message: null }));
    orm().delete(outbox).run();
    const before = stands(made);
    expect(before[0]).toBe(state);
    expect(await world.db.write((tx) => chargeAgain(tx, admin(world), made.charge.id))).toMatchObject({ ok: false });
    expect(await press(made.charge.id)).toEqual({ ok: false, code: "not_now" });
    expect(stands(made)).toEqual(before);
    expect(orm().select().from(outbox).where(eq(outbox.kind, "stripe.charge")).all()).toEqual([]);
  },
);
