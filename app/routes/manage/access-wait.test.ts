import { afterEach, beforeEach, expect, it } from "vitest";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { findDriverJob } from "~/domain/dispatch/driver-read.server";
import { answerVisit, findLastVisit } from "~/domain/dispatch/visits.server";
import type { Id } from "~/domain/kernel/ids.server";
import { formatTime, plus, type Instant } from "~/domain/kernel/time.server";
import { readStatus } from "~/domain/records/status.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { cannotGetIn } from "../../../tests/support/in-vain";
import { fakeServices } from "../../../tests/support/visit";
import { waitView } from "../driver/blocked.server";
import { accessView } from "./access-view.server";

/** Until when a driver waits, on the customer's page and on the driver's; and what still helps once that is over. */
let world: TestWorld;
let booking: Booking;
let driver: Id<"driver">;
let jobId: Id<"job">;
let asked: Instant;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  booking = await paidBooking(world);
  ({ jobId, driverId: driver } = await driveJob(world, booking.id, ["en_route", "arrived"]));
  asked = world.clock.at;
  await cannotGetIn(world, driver, jobId);
});
afterEach(() => world.close());

const after = (minutes: number) => plus(asked, minutes * 60_000);
const at = (minutes: number) => {
  world.clock.at = after(minutes);
};
const said = (minutes: number) => formatTime(after(minutes));
const page = () => accessView(fakeServices(world), booking);
const status = () => {
  const { headline, more } = readStatus(world.db.orm, booking, { refundStates: true, now: world.clock.at });
  return `${headline}. ${more}`;
};
const driversPage = () => {
  const wait = waitView(fakeServices(world), findDriverJob(world.db.orm, driver, jobId)!);
  return wait?.endsIn ? wait.now.words : wait?.over?.words;
};
const clear = (minutes: number) => {
  const { visit } = findLastVisit(world.db.orm, booking.id)!;
  return world.db.write((tx) => answerVisit(tx, world.deed(), visit.id, { answer: "clearing", minutes }));
};
const labels = () => {
  const { choices } = page() as Extract<ReturnType<typeof page>, { state: "waiting" }>;
  return choices.map(({ label }) => label);
};

it("says the same end of the wait to both, before and after an answer", async () => {
  expect([page(), driversPage()]).toEqual([
    expect.objectContaining({ until: said(15), isOver: false }),
    expect.stringContaining(`wait until ${said(15)},`),
  ]);
  at(12);
  await clear(20);
  expect([page(), driversPage(), status()]).toEqual([
    expect.objectContaining({ until: said(32), isOver: false, minutes: 20 }),
    expect.stringContaining(`Please wait until ${said(32)}.`),
    `The driver waits for you. They know that you are clearing the way, and wait until ${said(32)}.`,
  ]);
});

it("says when that is over, and offers only the time for which a driver still waits", async () => {
  expect(labels()).toEqual(["About 5 minutes", "About 10 minutes", "About 15 minutes", "About 20 minutes"]);
  at(26);
  expect([page(), labels(), status()]).toEqual([
    expect.objectContaining({ until: said(15), isOver: true }),
    [`Until ${said(30)}`, `Until ${said(35)}`],
    `The driver may leave any minute. They waited until ${said(15)}. Please answer now.`,
  ]);
  await clear(20);
  expect([page(), driversPage()]).toEqual([
    expect.objectContaining({ until: said(35), isOver: false }),
    expect.stringContaining(`Please wait until ${said(35)}.`),
  ]);
  at(36);
  expect([page(), labels(), driversPage()]).toEqual([
    expect.objectContaining({ until: said(35), isOver: true }),
    [],
    expect.stringContaining(`You have waited until ${said(35)}.`),
  ]);
});

it("takes no answer that holds nobody: said again it adds nothing, and later there is none left", async () => {
  at(10);
  await clear(20);
  at(31);
  // The same is no new answer, and what else there is ends sooner.
  expect(labels()).toEqual([]);
  expect(await clear(15)).toEqual({ ok: false, code: "late" });
  expect([page(), driversPage()]).toEqual([
    expect.objectContaining({ minutes: 20, isOver: true }),
    expect.stringContaining("About 20 minutes"),
  ]);
});
