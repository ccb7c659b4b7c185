import { expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import { rented } from "../../../tests/support/charges";
import { admin, disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { giveBack, listGivable, recordPaidOut } from "../payments/give-back.server";
import { readEvidence } from "./evidence.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

it("a bank is told what has gone back as gone, and what nobody has paid out as still to go", async () => {
  const { orm } = world.db;
  const booking = await rented(world, { deliveryDate: "2026-12-10" });
  const [{ charge, left } = expect.fail("nothing to give")] = listGivable(orm, booking.id);
  const wish = { chargeId: charge.id, way: "check", reason: "sorry" } as const;
  await world.db.write((tx) => giveBack(tx, admin(world), booking.id, { ...wish, amount: 100_00, left }));
  const [first] = orm.select().from(refunds).all();
  const paid = { reference: "7", deposit_batch: null };
  await world.db.write((tx) => recordPaidOut(tx, admin(world), first?.id ?? "", paid));
  await world.db.write((tx) => giveBack(tx, admin(world), booking.id, { ...wish, amount: 50_00, left: left - 100_00 }));
  const dispute = await tell(world, disputeFacts(paymentOf(world, booking.id)));
  const { money } = readEvidence(orm, world.settings(), dispute ?? expect.fail("no dispute"), "http://localhost");
  expect(money.slice(2).map(({ what, amount }) => [what, amount])).toEqual([
    ["Given back: Check 7", 100_00],
    ["To be given back: Check", 50_00],
  ]);
});
