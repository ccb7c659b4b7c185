import { expect, it } from "vitest";
import { chargesOf, hauled, look, tell } from "../../../tests/support/charges";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { DAY, plus } from "~/domain/kernel/time.server";
import { findBrought, isMoreToBeSent, keepBrought, listOnTheWay } from "./clock-brought.server";

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

it("a charge brings its receipt, though nothing is ordered yet when the page is made anew", async () => {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const [charge] = chargesOf(world, booking);
  const { due_at } = await tell(world, charge ?? expect.fail("no charge"));
  world.db.sqlite.exec("delete from outbox");
  const services = { db: world.db, clock: world.clock, settings: () => world.settings() };
  const brought = listOnTheWay(services, due_at ?? expect.fail("not noticed"));
  await keepBrought(services, 9, brought);
  expect(findBrought(world.db.orm, 9)).toContainEqual({
    what: "a charge’s notice ends, and it is made",
    number: booking.booking_number,
    isCharge: true,
  });
  expect(isMoreToBeSent(services, findBrought(world.db.orm, 9))).toBe(true);
  expect(isMoreToBeSent(services, [{ what: "cancelling costs 10% from now on", number: null }])).toBe(false);
});
