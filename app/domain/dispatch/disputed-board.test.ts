import { expect, it } from "vitest";
import { tasks } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { admin, disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { findStandingDispute } from "../booking/order/disputed.server";
import { day, type Day } from "../kernel/days";
import { writeOffDispute } from "../payments/disputes.server";
import { readBoard } from "./board.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

const ON = day("2026-12-10");
const warningsOn = (on: Day) => {
  const { waiting, kept } = readBoard(world.db.orm, on, { today: ON, minuteNow: 0 }, world.settings());
  return [...waiting, ...kept].map(({ kind, warnings }) => [kind, ...warnings]);
};

it("a stop of an order whose payment is disputed says so before a truck leaves, and a pickup does not", async () => {
  const booking = await paidBooking(world, { deliveryDate: ON });
  const say = (changes: Parameters<typeof disputeFacts>[1]) =>
    tell(world, disputeFacts(paymentOf(world, booking.id), changes));
  const standing = () => findStandingDispute(world.db.orm, booking.id);
  const warned = (what: string) => [["delivery", `${what}: see the booking before anybody drives.`]];
  expect([warningsOn(ON), standing()]).toEqual([[["delivery"]], null]);
  await say({ state: "inquiry", withdrawn: 0, reason: "unrecognized" });
  expect(warningsOn(ON)).toEqual(warned("The bank asks about the payment"));
  const dispute = (await say({ state: "needs_response" })) ?? expect.fail("no dispute");
  await say({ state: "under_review" });
  world.db.sqlite.exec("update disputes set reason = 'fraudulent'");
  expect(warningsOn(ON)).toEqual(warned("Payment disputed (fraud)"));
  expect(standing()).toEqual({ id: dispute.id, state: "under_review", reason: "fraudulent" });
  expect(warningsOn(booking.scheduled_pickup_date)).toEqual([["pickup"]]);
  // Nobody stops the truck that is out already.
  world.db.sqlite.exec("update jobs set state = 'en_route' where kind = 'delivery'");
  expect(warningsOn(ON)).toEqual([["delivery"]]);
  world.db.sqlite.exec("update jobs set state = 'unscheduled' where kind = 'delivery'");
  await say({ state: "lost" });
  expect(warningsOn(ON)).toEqual(warned("Dispute lost (fraud)"));
  await world.db.write((tx) => writeOffDispute(tx, admin(world), dispute.id, "let it be"));
  expect([warningsOn(ON), standing()]).toEqual([[["delivery"]], null]);
});

it("one that is won, or ended without being one, is over", async () => {
  for (const state of ["won", "closed"] as const) {
    const booking = await paidBooking(world, { deliveryDate: ON, address: `${state} Road 1` });
    const facts = disputeFacts(paymentOf(world, booking.id));
    const taken = state === "won" ? facts.amount : 0;
    await tell(world, { ...facts, state: state === "won" ? "needs_response" : "inquiry", withdrawn: taken });
    expect(findStandingDispute(world.db.orm, booking.id)).not.toBeNull();
    await tell(world, { ...facts, state, withdrawn: taken, reinstated: taken });
    expect(findStandingDispute(world.db.orm, booking.id)).toBeNull();
  }
  expect(
    world.db.orm
      .select()
      .from(tasks)
      .all()
      .map(({ kind }) => kind),
  ).not.toContain("dispute_lost");
});
