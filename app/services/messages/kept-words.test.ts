import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, units } from "#db/schema/index";
import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { moveUnit } from "~/domain/dispatch/advance.server";
import * as templates from "~/domain/messages/templates";
import { readCustomerBooking } from "~/domain/records/customer.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { calendarFile } from "./attachments.server";
import { facts } from "./facts.server";
import { changeOf } from "./moved.server";

/** What is kept until its customer asks has no pickup's day: what it is paid for until is said, in every message. */
let world: TestWorld;
let services: Services;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 6 } });
  services = fakeServices(world);
});
afterEach(() => world.close());

async function words(mayKeep: boolean) {
  const { id } = await paidBooking(world);
  const { orm } = world.db;
  orm.update(bookings).set({ flexible_extension: mayKeep }).where(eq(bookings.id, id)).run();
  orm.update(units).set({ state: "on_site" }).where(eq(units.booking_id, id)).run();
  const booking = getBooking(orm, id);
  const [unit] = listUnits(orm, id);
  if (!unit) throw new Error("no unit");
  const of = facts(services, booking);
  const pickup = booking.scheduled_pickup_date;
  const paid = { paid: 100_00, card: null, due: null, documents: [] };
  const set = { dumpster: "20-yard dumpster", at: "10:42 am", took: null, lateDays: 0 };
  const extended = { dumpster: "20-yard dumpster", days: 3, pickup, total: 0, lines: [] };
  const extra = { what: "swap", dumpster: "20-yard dumpster", comes: "25-yard dumpster", day: pickup } as const;
  const planned = {
    ...extra,
    hours: "8AM to 12PM",
    urgent: null,
    was: null,
    pickup,
    isPaidBefore: false,
    costs: "nothing" as const,
    total: 0,
    lines: [],
  };
  const known = { unitId: unit.id, delivery: unit.delivery_date, window: "morning", pickup: "2026-12-31" };
  const moved = changeOf(unit, [unit], booking, known);
  if (!moved) throw new Error("not moved");
  const isMoved = { units: [moved], reason: null, isFree: false };
  const calendar = () => calendarFile(services, world.deed(), getBooking(orm, id)).replaceAll("\r\n ", "");
  const page = () =>
    readCustomerBooking(orm, world.settings(), getBooking(orm, id), { refundStates: true, now: world.clock.at }).isKept;
  const said = [
    templates.bookingConfirmed({ ...of, ...paid }).text,
    templates.delivered({ ...of, ...set, pickup, hasPhoto: false }).text,
    templates.deliveredWords({ ...set, pickupDay: pickup, keep: of.keep }),
    templates.extended({ ...of, extended, papers: [] }).text,
    templates.extendedWords(extended, of.keep),
    templates.extraPlanned({ ...of, extra: planned, papers: [] }).text,
    templates.moved({ ...of, moved: isMoved, chooseUrl: "" }).text,
    templates.movedWords(isMoved),
    calendar(),
  ].map((text) => text.replace(/\s+/g, " "));
  return { said, unit, calendar, page };
}
const PROMISED = /we pick (it|that one)? ?up on|pickup on|Pickup: ?\w+day|Your pickup has a new|Dumpster pickup/i;

it("is said in each message of a booking that may be kept, and nothing of a pickup on a day", async () => {
  const { said, page } = await words(true);
  expect(page()).toBe(true);
  for (const text of said) {
    expect(text).not.toMatch(PROMISED);
    expect(text).toMatch(/paid (for )?until|last paid day/i);
  }
});

it("is the pickup's day for everybody else, and once it was asked for", async () => {
  const { said, page: ofOthers } = await words(false);
  expect(ofOthers()).toBe(false);
  for (const text of said) {
    expect(text).toMatch(PROMISED);
    expect(text).not.toMatch(/paid (for )?until|last paid day/i);
  }
  const { unit, calendar, page } = await words(true);
  await world.db.write((tx) => moveUnit(tx, world.deed(), unit, "pickup_requested", "asked for"));
  expect(page()).toBe(false);
  expect(calendar()).toContain("SUMMARY:Dumpster pickup");
});
