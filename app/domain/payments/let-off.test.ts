import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { refunds, tasks } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, openWorld, paidBooking, sessionFacts, type TestWorld } from "../../../tests/support/domain";
import { admin, moneyIn } from "../../../tests/support/money";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { takeReceipt } from "../charges/by-hand.server";
import { readStatement } from "../charges/statement.server";
import { HOUR, plus } from "../kernel/time.server";
import { aboutTask } from "../records/task-subjects.server";
import { findBookFaults } from "./company-check.server";
import { giveBack, listGivable, recordPaidOut } from "./give-back.server";
import { readLedger } from "./ledger.server";
import { letOffExcess } from "./let-off.server";
import { listOwing } from "./receipts.server";
import { takeRefund } from "./refund-elsewhere.server";
import { applyRefundFacts } from "./refunds.server";

/** Two days of $54.00 that a check gave back, and somebody once more in Stripe's dashboard: what their customer has twice. */
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const [unit] = listUnits(orm(), booking.id);
  await confirm(world, sessionFacts(await openedChange(world, await pricedDays(world, unit!.id, 2))));
  const { charge } = listGivable(orm(), booking.id).find(({ left }) => left === 54_00)!;
  const wish = { chargeId: charge.id, amount: 54_00, way: "check", reason: "sorry", left: 54_00 } as const;
  await write((tx) => giveBack(tx, admin(world), booking.id, wish));
  await write((tx) => recordPaidOut(tx, admin(world), rows()[0]!.id, { reference: "1", deposit_batch: null }));
  world.clock.at = plus(world.clock.at, HOUR);
  await write((tx) => takeRefund(tx, world.deed(), facts("succeeded")));
});
afterEach(() => {
  const wrong = findBookFaults(orm());
  world.close();
  expect(wrong).toEqual([]);
});

const orm = () => world.db.orm;
const { owed } = moneyIn(() => world);
const write: TestWorld["db"]["write"] = (work) => world.db.write(work);
const rows = () => orm().select().from(refunds).all();
const facts = (status: "succeeded" | "failed") => {
  const card = readLedger(orm(), booking.id).payments.find(({ amount }) => amount === 54_00)!;
  const paymentIntentId = card.stripe_payment_intent_id;
  return { refundId: "re_d", status, amount: 54_00, paymentIntentId, failureReason: null, key: null };
};
const open = () => orm().select().from(tasks).where(eq(tasks.state, "open")).all();
const asked = () => open().filter(({ kind }) => kind === "excess");
const preview = () => previewCancellation(orm(), world.settings(), booking.id, null, world.clock.at);

it("is a task that stays until somebody decides, and says how much", () => {
  // No page asks for it, so the statement does not either.
  const { open, sums } = readStatement(orm(), booking);
  expect([owed(booking), open]).toEqual([
    54_00,
    "$54.00 more than was due went back to you: we will call you about it.",
  ]);
  expect(sums.at(-1)).toMatchObject({ label: "Went back to you too much", cents: 54_00 });
  expect(asked()).toHaveLength(1);
  expect(aboutTask(orm(), asked()[0]!, world.clock.at).detail).toContain("$54.00 went back twice");
});

it("an admin lets their customer keep it, once: nobody is asked for it, and a cancellation gives all of the rest back", async () => {
  const keep = (seen: number) =>
    write((tx) => letOffExcess(tx, admin(world), booking.id, { seen, why: "our mistake" }));
  expect([await keep(53_00), await keep(54_00), await keep(54_00)]).toEqual([
    { ok: false, code: "changed" },
    { ok: true, amount: 54_00 },
    { ok: false, code: "changed" },
  ]);
  expect([owed(booking), readStatement(orm(), booking).open, asked()]).toEqual([0, null, []]);
  expect(preview()).toMatchObject({ refund: 409_32, already: 0 });
});

it("a cancellation uses it up", async () => {
  expect(preview()).toMatchObject({ refund: 355_32, already: 54_00 });
  await write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
  expect([owed(booking), asked()]).toEqual([0, []]);
});

it("a check pays it", async () => {
  const check = { method: "check", amount: 54_00, reference: "7", deposit_batch: null } as const;
  const seen = listOwing(orm(), booking.customer_id).reduce((sum, one) => sum + one.owed, 0);
  expect(await write((tx) => takeReceipt(tx, admin(world), booking.customer_id, check, { seen }))).toMatchObject({
    ok: true,
  });
  expect([owed(booking), asked()]).toEqual([0, []]);
});

it("it never went: the dashboard’s refund fails", async () => {
  await write((tx) => applyRefundFacts(tx, world.deed(), rows().at(-1)!, facts("failed")));
  expect([owed(booking), asked()]).toEqual([0, []]);
});
