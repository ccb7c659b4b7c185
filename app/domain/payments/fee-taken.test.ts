import { beforeEach, describe, expect, it } from "vitest";
import { charges, refunds } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, paidBooking, sessionFacts, STAFF } from "../../../tests/support/domain";
import { admin, disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { day } from "../kernel/days";
import type { StaffActor } from "../kernel/deed";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import type { Payment } from "./books.server";
import type { DisputeFacts } from "./money-port";
import { writeOffDispute } from "./disputes.server";
import { isToTakeUp, listGivable } from "./give-back.server";
import { leftToGive } from "./held-refunds.server";
import { readLedger } from "./ledger.server";
import { takeRefund } from "./refund-elsewhere.server";
import { applyRefundFacts } from "./refunds.server";
import { listExcess } from "./taken-by-bank.server";

/**
 * Two dumpsters of $818.64, of which one is cancelled 20 hours before it comes: $81.86 of what the order was paid with is kept
 * as its fee. The other one's four more days were paid by themselves.
 */
const world = setSoundWorld({ fleet: { 20: 4 } });
const [FEE, REFUND, REST] = [81_86, 327_46, 491_18];
let booking: Booking;
let payment: Payment;
beforeEach(async () => {
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }];
  booking = await paidBooking(world, { deliveryDate: "2026-12-10", cart });
  payment = paymentOf(world, booking.id);
  world.clock.at = instantAt(day("2026-12-09"), 12);
  await confirm(world, sessionFacts(await openedChange(world, await pricedDays(world, units()[1]!.id, 4))));
});

const orm = () => world.db.orm;
const units = () => listUnits(orm(), booking.id);
const owed = () => readLedger(orm(), booking.id).owed;
const fee = () =>
  orm()
    .select()
    .from(charges)
    .all()
    .find(({ kind }) => kind === "cancellation_fee");
const offered = () => listGivable(orm(), booking.id).map(({ charge, left }) => [charge.kind, left]);
const bank = (facts: Partial<DisputeFacts>) => tell(world, disputeFacts(payment, facts));

async function cancelOne() {
  const unit = units()[0]!.id;
  const shown = previewCancellation(orm(), world.settings(), booking.id, unit, world.clock.at, "staff");
  if (!shown.ok) throw new Error(shown.code);
  const staff = world.deed<StaffActor>(STAFF);
  await world.db.write((tx) => cancelBooking(tx, staff, world.settings(), booking.id, unit, shown));
}
function refundIs(status: "succeeded" | "failed") {
  const [refund = expect.fail("no refund")] = orm().select().from(refunds).all();
  const facts = { refundId: "re_1", status, amount: REFUND, paymentIntentId: null, failureReason: null };
  return world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, facts));
}

describe("the bank takes all that is left of the payment, the fee’s money with it", () => {
  const REST_OF_IT = { amount: REST, withdrawn: REST };
  beforeEach(async () => {
    await cancelOne();
    await refundIs("succeeded");
    await bank(REST_OF_IT);
  });

  it("the fee is frozen with it, and won", async () => {
    expect(fee()).toMatchObject({ amount: FEE, state: "disputed" });
    await bank({ ...REST_OF_IT, state: "won", reinstated: REST });
    expect([fee()?.state, offered()]).toEqual([
      "won",
      [
        ["rental", 409_32],
        ["extension", 108_00],
        ["cancellation_fee", FEE],
      ],
    ]);
  });

  it("lost: the fee is not given back once more out of another payment, written off or not", async () => {
    const lost = await bank({ ...REST_OF_IT, state: "lost" });
    expect([fee()?.state, offered()]).toEqual(["lost", [["extension", 108_00]]]);
    await world.db.write((tx) => writeOffDispute(tx, admin(world), lost!.id, "mercy"));
    expect([owed(), offered()]).toEqual([0, [["extension", 108_00]]]);
  });

  it("lost and written off, and the refund comes back: all of that is owed again, none of it was beyond what was due", async () => {
    const lost = await bank({ ...REST_OF_IT, state: "lost" });
    await world.db.write((tx) => writeOffDispute(tx, admin(world), lost!.id, "mercy"));
    await refundIs("failed");
    const [refund] = orm().select().from(refunds).all().filter(isToTakeUp);
    expect([refund && leftToGive(orm(), refund), owed()]).toEqual([REFUND, -REFUND]);
  });
});

it("a fee that was charged after a dispute was lost stays paid when that is told once more", async () => {
  const FIFTY = { amount: 50_00, withdrawn: 50_00, state: "lost" } as const;
  await bank(FIFTY);
  world.clock.at = plus(world.clock.at, HOUR);
  await cancelOne();
  await bank(FIFTY);
  expect(fee()?.state).toBe("succeeded");
});

it("what of the fee goes back in Stripe’s dashboard is credited of the fee: it is owed to nobody again", async () => {
  await cancelOne();
  await refundIs("succeeded");
  const facts = { refundId: "re_2", status: "succeeded", key: null, failureReason: null } as const;
  const paymentIntentId = payment.stripe_payment_intent_id;
  await world.db.write((tx) => takeRefund(tx, world.deed(), { ...facts, amount: REST, paymentIntentId }));
  expect([owed(), listExcess(orm(), booking.id), offered()]).toEqual([0, [], [["extension", 108_00]]]);
});
