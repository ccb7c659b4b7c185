import { expect, it } from "vitest";
import { drive, OUT, rented } from "../../../tests/support/charges";
import { CUSTOMER } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { requestPickup } from "../changes/pickup-request.server";
import { rescheduleUnit } from "../changes/reschedule.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { listCustomerTimeline } from "./customer-timeline.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

const history = (id: Id<"booking">) =>
  listCustomerTimeline(world.db.orm, getBooking(world.db.orm, id)).map(({ words }) => words);
const unitOf = (id: Id<"booking">) => listUnits(world.db.orm, id)[0] ?? expect.fail("no dumpster");

it.each([
  [true, "paid until"],
  [false, "pickup"],
])("new dates promise no pickup to who keeps it until they ask: %s", async (flexibleExtension, ends) => {
  world.clock.at = instantAt(day("2026-12-01"), 9);
  const { id } = await rented(world, { flexibleExtension });
  const to = { deliveryDate: day("2026-12-04"), window: "morning", pickupDate: day("2026-12-14") } as const;
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(CUSTOMER), world.settings(), unitOf(id).id, to));
  const moved = `Dumpster 1, new dates: delivery Fri, Dec 4, 8AM to 12PM, ${ends} Mon, Dec 14`;
  expect(history(id)).toContain(moved);
  world.clock.at = instantAt(day("2026-12-04"), 9);
  await drive(world, { id }, "delivery", OUT);
  world.clock.at = instantAt(day("2026-12-08"), 9);
  await world.db.write((tx) =>
    requestPickup(tx, world.deed(CUSTOMER), world.settings(), unitOf(id).id, { early: true, seen: null }),
  );
  // What was said before they asked stays, and from then on there is a pickup.
  expect(history(id)).toContain(moved);
  const since = history(id).filter((words) => words.includes("new dates") && words !== moved);
  expect(since).toEqual([expect.stringMatching(/, pickup (Tue, Dec 8|Wed, Dec 9)$/)]);
});
