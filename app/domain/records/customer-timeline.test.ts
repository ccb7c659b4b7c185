import { expect, it } from "vitest";
import { messages } from "#db/schema/index";
import { chargesOf, drive, hauled, look, OUT, rented, tell } from "../../../tests/support/charges";
import { CUSTOMER } from "../../../tests/support/domain";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { admin } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { waiveCharge } from "../charges/office.server";
import { requestPickup } from "../changes/pickup-request.server";
import { rescheduleUnit } from "../changes/reschedule.server";
import { day } from "../kernel/days";
import { newId, type Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { listCustomerMessages, listCustomerTimeline } from "./customer-timeline.server";

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

it("a charge is told with its notice, and what became of it", async () => {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const [charge = expect.fail("no charge")] = chargesOf(world, booking);
  await tell(world, charge);
  const told = "Extra weight, $143.85: you get the proof and a notice before anything is charged";
  const said = () => history(booking.id).filter((words) => words.startsWith("Extra weight"));
  expect(said()).toEqual([told]);
  await world.db.write((tx) => waiveCharge(tx, admin(world), world.settings(), charge.id, "A courtesy"));
  expect(said().toSorted()).toEqual(["Extra weight, $143.85: we do not ask for it", told]);
});

it("a move on the site is told when it is planned, and when it was done", async () => {
  const { bookingId, id } = await standing(world);
  await planByOffice(world, id, errandOn("relocate", day("2026-12-05")));
  expect(history(bookingId)).toContain("Move on the site: planned");
});

it("of the messages the last 20 are listed, and all where that is asked for", async () => {
  world.clock.at = instantAt(day("2026-12-01"), 9);
  const { id } = await rented(world);
  world.db.orm.delete(messages).run();
  const now = world.clock.at;
  for (let i = 0; i < 21; i++)
    world.db.orm
      .insert(messages)
      .values({
        ...{
          id: newId("message"),
          cause: `m${i}`,
          channel: "email",
          recipient: "ada@example.com",
          subject: `No. ${i}`,
        },
        ...{ state: "sent", booking_id: id, created_at: now, updated_at: now },
      })
      .run();
  const read = (all: boolean) => {
    const { messages: rows, hasMore } = listCustomerMessages(world.db.orm, { id }, { all });
    return [rows.length, hasMore];
  };
  expect([read(false), read(true)]).toEqual([
    [20, true],
    [21, false],
  ]);
});
