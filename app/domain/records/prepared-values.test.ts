import { afterEach, beforeEach, expect, it } from "vitest";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { prepareQuote } from "../booking/order/place.server";
import { quoteEnd } from "../booking/order/renew.server";
import { addDays, day, type Day } from "../kernel/days";
import { dayAt, instantAt, plus, MINUTE } from "../kernel/time.server";
import { findPrepared, preparedValues } from "./prepared-record.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

/** The last day of the price as the form shows it, of an order whose price was wanted good through `lastDay`. */
async function shown(deliveryDate: Day, lastDay: Day) {
  const data = draftData({ deliveryDate });
  const ends = quoteEnd(data, world.settings(), world.clock.at, lastDay);
  const { booking } = await world.db.write((tx) => prepareQuote(tx, world.deed(STAFF), world.settings(), data, ends));
  return () => {
    const found = findPrepared(world.db.orm, booking.booking_number) ?? expect.fail("not prepared");
    const { quoteUntil } = preparedValues(found, world.settings(), world.clock.at);
    const save = (to: Day) =>
      quoteEnd({ ...data, deliveryDate: to }, world.settings(), world.clock.at, quoteUntil === "" ? null : quoteUntil);
    return { quoteUntil, ends, save };
  };
}

it("a price that its delivery cut short goes on with a later delivery, and stays as it is with this one", async () => {
  const today = dayAt(world.clock.at);
  const [delivery, later] = [addDays(today, 2), addDays(today, 30)];
  const look = await shown(delivery, addDays(today, 7));
  const { quoteUntil, ends, save } = look();
  expect(quoteUntil).toBe(addDays(today, world.settings().quoteDays));
  expect([save(delivery), save(later)]).toEqual([ends, instantAt(addDays(day(quoteUntil), 1), 0)]);
  // Once it is over it is not asked for again.
  world.clock.at = plus(ends, MINUTE);
  expect(look().quoteUntil).toBe("");
});

it("a last day that the office chose stays, and so does one that is later than a new order's", async () => {
  const today = dayAt(world.clock.at);
  const chosen = (await shown(addDays(today, 10), addDays(today, 3)))();
  expect(chosen.quoteUntil).toBe(addDays(today, 3));
  const far = (await shown(addDays(today, 20), addDays(today, 40)))();
  expect([far.quoteUntil, far.save(addDays(today, 20))]).toEqual([addDays(today, 20), far.ends]);
});
