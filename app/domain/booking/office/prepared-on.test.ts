import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, paidBooking, signedBooking, type TestWorld } from "../../../../tests/support/domain";
import { day } from "../../kernel/days";
import { plus } from "../../kernel/time.server";
import { preparedOn } from "./prepared-on.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
});
afterEach(() => world.close());

it("counts the office's orders of some days whose price is good, and not what is paid, over or a customer's own", async () => {
  const { orm, sqlite } = world.db;
  const tenth = day("2026-12-10");
  const ask = () => preparedOn(orm, [tenth, day("2026-12-11")], world.clock.at);
  expect(preparedOn(orm, [], world.clock.at)).toEqual([]);
  await paidBooking(world, { deliveryDate: tenth });
  const own = await signedBooking(world, { deliveryDate: tenth });
  const good = plus(world.clock.at, 1);
  sqlite.prepare("update bookings set quote_expires_at = ? where id = ?").run(good, own.id);
  expect(ask()).toEqual([]);
  sqlite.prepare("update bookings set source = 'staff'").run();
  expect(ask()).toEqual([{ day: tenth, prepared: 1 }]);
  sqlite.prepare("update bookings set status = 'quoted' where id = ?").run(own.id);
  expect(ask()).toEqual([{ day: tenth, prepared: 1 }]);
  world.clock.at = plus(good, 1);
  expect(ask()).toEqual([]);
});
