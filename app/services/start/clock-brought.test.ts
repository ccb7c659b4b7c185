import { expect, it } from "vitest";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { DAY, plus } from "~/domain/kernel/time.server";
import { findBrought, keepBrought, listOnTheWay } from "./clock-brought.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

// A stop that changes a fee alone tells nobody: without its words the page said that something would come.
it("what a move of the clock brings is known after it, for that move alone", async () => {
  const { booking_number: number } = await paidBooking(world);
  const services = { db: world.db, clock: world.clock, settings: () => world.settings() };
  const brought = listOnTheWay(services, plus(world.clock.at, 30 * DAY));
  expect(brought.length).toBeGreaterThan(0);
  expect(brought.map((event) => event.number)).toContain(number);
  expect(listOnTheWay(services, world.clock.at)).toEqual([]);
  await keepBrought(services, 7, brought);
  expect([findBrought(world.db.orm, 7), findBrought(world.db.orm, 8)]).toEqual([brought, []]);
});
