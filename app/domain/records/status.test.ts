import { afterEach, beforeEach, expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import { getBooking, listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { formatCents } from "../kernel/money";
import { HOUR, plus } from "../kernel/time.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { lastCancelledWords } from "./cancelled-money.server";
import { drive, OUT } from "../../../tests/support/charges";
import { driveJob } from "../../../tests/support/driver";
import { getJob } from "../dispatch/jobs.server";
import { readStatus, whatIsCancelled } from "./status.server";

// What the look-up, the page after the payment and the mails say of a booking that is cancelled one by one.
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 3 } });
  booking = await paidBooking(world, {
    deliveryDate: "2026-12-10",
    cart: [15, 20].map((dumpsterSize) => ({ dumpsterSize, quantity: 1, materialCategory: "general" })),
  });
});
afterEach(() => world.close());

const now = () => getBooking(world.db.orm, booking.id);
const said = (refundStates = true) => readStatus(world.db.orm, now(), { refundStates, now: world.clock.at });
const units = (): [Unit, Unit] => listUnits(world.db.orm, booking.id) as [Unit, Unit];

async function cancel({ id }: Unit): Promise<string> {
  world.clock.at = plus(world.clock.at, HOUR);
  const shown = previewCancellation(world.db.orm, world.settings(), booking.id, id, world.clock.at);
  if (!shown.ok) throw new Error(shown.code);
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, id, shown.fee));
  return formatCents(shown.refund);
}

it("says of one dumpster what it gives back, and of the booking that it stands", async () => {
  const [first] = units();
  const refund = await cancel(first);
  expect(lastCancelledWords(world.db.orm, now())).toEqual({
    headline: "One dumpster is cancelled",
    more: expect.stringContaining(`${refund} goes back to`) as string,
  });
  expect(said().headline).toMatch(/^Confirmed for Thu, Dec 10/);
  expect(whatIsCancelled(now(), units())).toEqual(["1 of 2 is cancelled"]);
});

it("says of the last one its own money, and of the booking all of it together", async () => {
  const [first, second] = units();
  const before = await cancel(first);
  const last = await cancel(second);
  expect(before).not.toBe(last);
  expect(lastCancelledWords(world.db.orm, now())).toEqual({
    headline: "Cancelled",
    more: expect.stringContaining(`${last} goes back to`) as string,
  });
  expect(said()).toEqual({
    headline: "Cancelled",
    more: expect.stringContaining(`${formatCents(booking.total_amount)} in all goes back to`) as string,
  });
  // The order is over: nothing of it stands out as cancelled any more.
  expect(whatIsCancelled(now(), units())).toEqual([]);
});

it.each([
  ["succeeded", /went back to/],
  ["failed", /could not go back to/],
  ["canceled", /could not go back to/],
  ["requires_action", /could not go back to/],
  ["pending", /goes back to/],
] as const)("tells how far a refund is: %s, and only where that is shown", async (state, words) => {
  await cancel(units()[0]);
  await cancel(units()[1]);
  world.db.orm.update(refunds).set({ state: "succeeded" }).run();
  const [one] = world.db.orm.select().from(refunds).all();
  if (one) world.db.sqlite.prepare("update refunds set state = ? where id = ?").run(state, one.id);
  expect(said().more).toMatch(words);
  expect(said(false).more).toMatch(/goes back to/);
});

it("of two dumpsters the truck that is on its way goes before the one that comes another day", async () => {
  const { jobId } = await driveJob(world, booking.id, ["en_route"]);
  expect(now().status).not.toBe("out_for_delivery");
  expect(said()).toEqual({
    headline: "The truck is on its way to you",
    more: expect.stringMatching(/^It brings one of your dumpsters\. Confirmed for Thu, Dec 10/) as string,
  });
  const [first, second] = units();
  const other = [first, second].find(({ id }) => id !== getJob(world.db.orm, jobId).unit_id);
  if (!other) throw new Error("no other dumpster");
  await cancel(other);
  expect(said()).toEqual({ headline: "Out for delivery", more: "The truck is on its way to you." });
});

it("of two at the site the truck that comes for one goes before the other's days", async () => {
  const trips = { delivery: OUT, pickup: [{ to: "en_route" }] } as const;
  await drive(world, booking, "delivery", trips.delivery, { unit: 1 });
  await drive(world, booking, "delivery", trips.delivery);
  await drive(world, booking, "pickup", trips.pickup);
  expect(now().status).toBe("on_site");
  expect(said()).toEqual({
    headline: "The truck is on its way to you",
    more: expect.stringMatching(/^It takes one of your dumpsters away\. At your site until .*20-yard/) as string,
  });
});
