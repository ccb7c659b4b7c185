import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { admin } from "../../../tests/support/money";
import { giveBack, listGivable } from "../payments/give-back.server";
import { readLedger } from "../payments/ledger.server";
import { cancelBooking, previewCancellation } from "./cancel.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

it("an order of which a part was given back can still be cancelled, and the rest goes back, as the page says", async () => {
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const { orm } = world.db;
  const [givable] = listGivable(orm, id);
  if (!givable) throw new Error("nothing can be given back");
  const wish = {
    chargeId: givable.charge.id,
    amount: 100_00,
    way: "same",
    reason: "sorry",
    left: givable.left,
  } as const;
  expect(await world.db.write((tx) => giveBack(tx, admin(world), id, wish))).toMatchObject({ ok: true });
  const shown = previewCancellation(orm, world.settings(), id, null, world.clock.at);
  expect(shown).toMatchObject({ ok: true, fee: 0, refund: 309_32 });
  const done = await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, 0));
  expect(done).toMatchObject({ ok: true, refund: 309_32 });
  expect(readLedger(orm, id)).toMatchObject({ owed: 0, refunded: 409_32 });
});
