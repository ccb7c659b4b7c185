import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drivers, dumpsters, jobs, units } from "#db/schema/index";
import { BACK, drive, OUT } from "../../../tests/support/charges";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { listUnits } from "../booking/order/bookings.server";
import { seedAccounts } from "../accounts/seed.server";
import { day } from "../kernel/days";
import { newId, type Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import type { JobState } from "../states/transitions";
import { findDumpsterRecord } from "./yard.server";

let world: TestWorld;
let booking: Id<"booking">;
let number: string;
let [dale, dana]: Id<"driver">[] = [];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 1 } });
  const { orm } = world.db;
  await seedAccounts(world.db, world.clock.at);
  [dale, dana] = orm
    .select()
    .from(drivers)
    .orderBy(asc(drivers.name))
    .all()
    .map(({ id }) => id);
  booking = (await paidBooking(world, {})).id;
  const dumpster = orm.select().from(dumpsters).get()!;
  number = dumpster.number;
  orm.update(units).set({ dumpster_id: dumpster.id }).where(eq(units.booking_id, booking)).run();
});
afterEach(() => world.close());

const drives = (kind: "delivery" | "pickup", driver: Id<"driver"> | undefined, state: JobState, isDone = false) => {
  const isOut = state !== "assigned" && !isDone && !(kind === "pickup" && state === "arrived");
  world.db.orm
    .update(dumpsters)
    .set({ location: isOut ? "truck" : "site" })
    .run();
  return world.db.orm
    .update(jobs)
    .set({ driver_id: driver ?? null, state, done_at: isDone ? world.clock.at : null })
    .where(and(eq(jobs.booking_id, booking), eq(jobs.kind, kind)))
    .run();
};
const last = () => findDumpsterRecord(world.db.orm, number)?.lastDriver?.name;

it("who has a dumpster on the truck is named, and until it is loaded who drove it before", () => {
  expect(last()).toBeUndefined();
  drives("delivery", dale, "assigned");
  expect(last()).toBeUndefined();
  drives("delivery", dale, "en_route");
  expect(last()).toBe("Dale Driver");
  drives("delivery", dale, "completed", true);
  drives("pickup", dana, "arrived");
  expect(last()).toBe("Dale Driver");
  for (const state of ["serviced", "at_disposal", "returned"] as const) {
    drives("pickup", dana, state);
    expect(last()).toBe("Dana Driver");
  }
});

it("a delivery that nobody has closed is no truck that has it", () => {
  drives("delivery", dale, "serviced");
  // Of a later day than the one that has it.
  world.db.orm
    .update(jobs)
    .set({ day: day("2027-02-01") })
    .where(eq(jobs.kind, "delivery"))
    .run();
  drives("pickup", dana, "at_disposal");
  expect(last()).toBe("Dana Driver");
  drives("delivery", dale, "completed", true);
  drives("pickup", dana, "completed", true);
  world.db.orm
    .update(jobs)
    .set({ day: day("2026-12-01") })
    .where(eq(jobs.kind, "delivery"))
    .run();
  expect(last()).toBe("Dana Driver");
});

/** All but the last step of a job: done, and not closed by its driver yet. */
const open = <T extends { to: string }>(steps: readonly T[]) => steps.filter(({ to }) => to !== "completed");
const driverOf = (kind: "delivery" | "pickup" | "swap") =>
  world.db.orm.select({ id: jobs.driver_id }).from(jobs).where(eq(jobs.kind, kind)).get()?.id;
const lastId = (dumpster = number) => findDumpsterRecord(world.db.orm, dumpster)?.lastDriver?.id;

it("who has just set it down, and who has just brought it back, before they close the job", async () => {
  await drive(world, { id: booking }, "delivery", open(OUT));
  expect([lastId(), typeof lastId()]).toEqual([driverOf("delivery"), "string"]);
  world.clock.at = instantAt(day("2026-12-10"), 9);
  await drive(world, { id: booking }, "pickup", open(BACK(1800)));
  expect(lastId()).toBe(driverOf("pickup"));
});

it("who brought what came with a swap", async () => {
  world.db.orm
    .insert(dumpsters)
    .values({
      ...world.db.orm.select().from(dumpsters).get()!,
      id: newId("dumpster"),
      number: "20-99",
      location: "yard",
    })
    .run();
  world.clock.at = instantAt(day("2026-12-03"), 9);
  await drive(world, { id: booking }, "delivery", OUT);
  const [stands] = listUnits(world.db.orm, booking);
  world.clock.at = instantAt(day("2026-12-04"), 9);
  await planByOffice(world, stands!.id, errandOn("swap", "2026-12-08"));
  world.clock.at = instantAt(day("2026-12-08"), 9);
  await drive(world, { id: booking }, "swap", open(BACK(1800)));
  expect([lastId("20-99"), lastId(), typeof lastId()]).toEqual([driverOf("swap"), driverOf("swap"), "string"]);
});
