import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { day } from "../kernel/days";
import { plannedOn } from "./planned-on.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
});
afterEach(() => world.close());

it("counts what trucks still have to do on some days, and not what is done, cancelled or not asked for", async () => {
  const { orm, sqlite } = world.db;
  const tenth = day("2026-12-10");
  const ask = (...days: string[]) => plannedOn(orm, days.map(day));
  expect(ask()).toEqual([]);
  for (let n = 0; n < 3; n++) await paidBooking(world, { deliveryDate: tenth });
  const collected = sqlite.prepare("select day from jobs where kind = 'pickup'").pluck().get() as string;
  const count = { day: tenth, deliveries: 3, pickups: 0, others: 0 };
  expect(ask(tenth, "2026-12-11", collected)).toEqual([count, { ...count, day: collected, deliveries: 0, pickups: 3 }]);
  const [one, two, third] = sqlite.prepare("select id from jobs where kind = 'delivery'").pluck().all();
  sqlite.prepare("update jobs set state = 'completed' where id = ?").run(one);
  sqlite.prepare("update jobs set state = 'cancelled' where id = ?").run(two);
  sqlite.prepare("update jobs set kind = 'swap' where id = ?").run(third);
  expect(ask(tenth)).toEqual([{ ...count, deliveries: 0, others: 1 }]);
  sqlite.exec("update bookings set flexible_extension = 1; update units set state = 'on_site'");
  expect(ask(collected)).toEqual([]);
});
