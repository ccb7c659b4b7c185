import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { bookings, dumpsters, jobs } from "#db/schema/index";
import { temporaryDriver } from "../../../tests/support/driver";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { planClosure } from "../changes/closure-read.server";
import { offerExtra, planExtra } from "../changes/extra-job.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import { readTrucks } from "../records/truck.server";
import type { JobState } from "../states/transitions";
import { advanceJob } from "./advance.server";
import { conflictsByDriver } from "./conflicts.server";
import { readBoard } from "./board.server";
import { findDriverJob, listJobsOfDay } from "./driver-read.server";
import { assignJob, getJob, scheduleJob } from "./jobs.server";

const world = setSoundWorld({ fleet: { 20: 1, 15: 1 } });
const ON = day("2026-12-07");

it("a swap for another size says to the driver, the day sheet and the board what is brought", async () => {
  const driver = await temporaryDriver(world);
  const deed = () => world.deed(STAFF);
  const orm = world.db.orm;
  const step = (id: Id<"job">, ...states: JobState[]) =>
    world.db.write((tx) => states.map((to) => advanceJob(tx, deed(), id, to)));
  const give = (id: Id<"job">) =>
    world.db.write((tx) => {
      scheduleJob(tx, deed(), id);
      return assignJob(tx, deed(), id, driver);
    });
  const booking = await paidBooking(world);
  const delivery = orm.select().from(jobs).where(eq(jobs.booking_id, booking.id)).get()!;
  world.clock.at = plus(world.clock.at, 2 * DAY);
  await give(delivery.id);
  await step(delivery.id, "en_route", "arrived", "serviced", "completed");
  const wish = { kind: "swap", day: ON, window: "morning", size: 15, material: "general", note: "" } as const;
  const offer = offerExtra(orm, world.settings(), delivery.unit_id, wish, world.clock.at);
  const planned = await world.db.write((tx) =>
    planExtra(tx, deed(), world.settings(), delivery.unit_id, wish, offer.ok ? offer.price.total : 0),
  );
  if (!planned.ok) throw new Error(planned.code);
  const { id } = planned.job;
  await give(id);

  const board = () => readBoard(orm, ON, { today: ON, minuteNow: 8 * 60 }, world.settings());
  expect(findDriverJob(orm, driver, id)).toMatchObject({ size: 20, brings: 15, bringsDumpster: null });
  expect(listJobsOfDay(orm, ON)).toMatchObject([{ id, size: 20, brings: 15 }]);
  expect(board().drivers.flatMap((one) => one.jobs)).toMatchObject([{ id, size: 20, brings: 15 }]);
  expect(board().shortages).toEqual([]);
  orm.update(dumpsters).set({ condition: "damaged" }).where(eq(dumpsters.size_yards, 15)).run();
  expect(board().shortages).toEqual([
    "1 dumpster of 15 yards is still to leave today, and no empty one is in the yard.",
  ]);
  world.clock.at = plus(world.clock.at, 4 * DAY);
  const against = conflictsByDriver(
    orm,
    { settings: world.settings(), oneDriver: false },
    { ...getJob(orm, id), driver_id: null },
    world.clock.at,
  );
  expect(JSON.stringify(against)).toContain(
    "1 dumpster of 15 yards is to leave today and 0 empty ones are in the yard.",
  );
  orm.update(dumpsters).set({ condition: "ok" }).where(eq(dumpsters.size_yards, 15)).run();

  // The empty one is set down on the street: it needs the permit as a delivery does.
  const place = (placement: "street" | "driveway") =>
    orm.update(bookings).set({ placement }).where(eq(bookings.id, booking.id)).run();
  const asked = () =>
    conflictsByDriver(
      orm,
      { settings: world.settings(), oneDriver: false },
      { ...getJob(orm, id), driver_id: null },
      world.clock.at,
    ).flatMap(({ conflicts }) => conflicts.map(({ code }) => code));
  const warned = () => board().drivers.flatMap((one) => one.jobs.flatMap(({ warnings }) => warnings));
  const stormNotes = () =>
    planClosure(orm, world.settings(), { day: ON, part: "day", reason: "Storm" }, world.clock.at).jobs.map(
      ({ note }) => note,
    );
  expect([warned(), asked().includes("no_permit"), stormNotes()]).toEqual([[], false, [""]]);
  place("street");
  expect([warned(), asked().includes("no_permit"), stormNotes()]).toEqual([
    ["No street permit for this day: the truck may not leave."],
    true,
    ["The street permit does not hold on that day."],
  ]);
  expect(await step(id, "en_route")).toMatchObject([{ ok: false, code: "no_permit" }]);
  place("driveway");

  await step(id, "en_route");
  // The customer reads the same of the truck that is on its way.
  expect(readTrucks(orm, booking.id, world.clock.at).map(({ what }) => what)).toEqual([
    "Swap: bring 15, take 20 yards",
  ]);
  const loaded = orm.select().from(dumpsters).where(eq(dumpsters.location, "truck")).get();
  expect(findDriverJob(orm, driver, id)).toMatchObject({ brings: 15, bringsDumpster: loaded?.number });
});
