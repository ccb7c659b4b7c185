import { afterEach, beforeEach, expect, it } from "vitest";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { applyCardCharge } from "~/domain/charges/due.server";
import { day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import { chargeAttempts } from "#db/schema/index";
import type { BusinessFacts } from "~/ui/frame/facts";
import { BookingPage, type ManagePage } from "~/ui/manage/BookingPage";
import type { PickupView } from "~/ui/manage/PickupPage";
import { BACK, chargesOf, drive, due, hauled, look, OUT, rented } from "../../../tests/support/charges";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { fakeServices, fakeStripe, Visitor } from "../../../tests/support/visit";
import * as manage from "./manage-booking";
import * as pickup from "./pickup";

let world: TestWorld;
let me: Visitor;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  me = new Visitor(fakeServices(world, fakeStripe()));
});
afterEach(() => world.close());

const open = ({ booking_number: bookingNumber, email }: Booking) =>
  me.post(manage.action, "/manage-booking", { intent: "lookup", bookingNumber, email });
const shown = async <V>(loader: Parameters<Visitor["get"]>[0], address: string) =>
  (await me.get(loader, address)).data as V;

it("what a card did not pay is named with its sum and a button above all, and is no payment", async () => {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  await due(world, chargesOf(world, booking)[0]!);
  const { id, amount } = world.db.orm.select().from(chargeAttempts).get()!;
  await world.db.write((tx) =>
    applyCardCharge(tx, world.deed(), {
      intentId: `pi_${id}`,
      status: "declined",
      amount,
      currency: "usd",
      attemptId: id,
      declineCode: "insufficient_funds",
      message: null,
    }),
  );
  await open(booking);
  const page = await shown<ManagePage>(manage.loader, `/manage-booking?booking=${booking.booking_number}`);
  expect(page.owed).toBe("$143.85");
  expect(page.money.map(({ label, amount: cents }) => [label, cents > 0])).toEqual([["Payment by card", true]]);
  const facts = { phone: "(407) 555-0100" } as BusinessFacts;
  const words = wordsIn(await rendered(BookingPage, { page, facts }));
  const top = words.slice(0, words.indexOf("Your dumpster"));
  expect(top).toContain("$143.85 is still to be paid.");
  expect(top).toContain("Pay $143.85");
  expect(words).not.toContain("You can pay it on your booking");
  expect(words).toMatch(/Later charges.*Extra weight: 1\.37 tons ?\$143\.85/);
});

it("the days past the paid ones are summed before the pickup is asked for, and after it, as they are charged", async () => {
  world.clock.at = instantAt(day("2026-12-01"), 9);
  const booking = await rented(world, { flexibleExtension: true });
  world.clock.at = instantAt(day("2026-12-03"), 9);
  await drive(world, booking, "delivery", OUT);
  await open(booking);
  const at = (page: string, more = "") => `/manage-booking${page}?booking=${booking.booking_number}${more}`;
  world.clock.at = instantAt(day("2026-12-10"), 9);
  expect(await shown<PickupView>(pickup.loader, at("/pickup"))).toMatchObject({ state: "offer", accrued: null });
  world.clock.at = instantAt(day("2026-12-14"), 9);
  expect(await shown<PickupView>(pickup.loader, at("/pickup"))).toMatchObject({
    accrued: "4 extra days so far: $108.00 with tax; today counts. You get a notice before anything is charged.",
  });
  await me.post(pickup.action, at("/pickup"), { intent: "request" });
  world.clock.at = instantAt(day("2026-12-16"), 9);
  const since = "4 extra days until you asked: $108.00 with tax; that day counts.";
  expect(await shown<PickupView>(pickup.loader, at("/pickup"))).toMatchObject({
    accrued: expect.stringContaining(since),
  });
  const { done } = await shown<ManagePage>(manage.loader, at("", "&done=pickup"));
  expect(done?.more).toContain(`Daily charges have stopped. ${since}`);
  await drive(world, booking, "pickup", BACK(1800));
  await look(world, booking);
  expect(chargesOf(world, booking).map(({ amount, tax }) => amount + tax)).toEqual([10_800]);
});
