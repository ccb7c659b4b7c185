import { afterEach, beforeEach, expect, it } from "vitest";
import { askForDays } from "../../../tests/support/changes";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { listUnits } from "../booking/order/bookings.server";
import { day } from "../kernel/days";
import { HOUR, plus } from "../kernel/time.server";
import { previewCancellation } from "./cancel.server";
import { closeDay, lookAtClosure } from "./closures.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

it("cancelling stays free after a day that we closed, whatever free days the customer takes", async () => {
  const booking = await paidBooking(world, { deliveryDate: "2026-12-03", rentalDays: 3 });
  const { orm } = world.db;
  const closing = { day: day("2026-12-03"), part: "day", reason: "storm" } as const;
  const seen = lookAtClosure(orm, world.settings(), closing, world.clock.at);
  if (!seen.ok) throw new Error(seen.code);
  const wish = { ...closing, seen: seen.plan.digest };
  await world.db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), wish));
  world.clock.at = plus(world.clock.at, 62 * HOUR);
  const fee = () => previewCancellation(orm, world.settings(), booking.id, null, world.clock.at);
  expect(fee()).toMatchObject({ ok: true, fee: 0 });
  const unit = listUnits(orm, booking.id)[0] ?? expect.fail("no dumpster");
  expect(await askForDays(world, unit.id, 2)).toMatchObject({ ok: true, change: { total: 0, state: "applied" } });
  expect(fee()).toMatchObject({ ok: true, fee: 0 });
});
