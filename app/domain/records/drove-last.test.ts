import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dumpsters, jobs } from "#db/schema/index";
import { BACK, drive } from "../../../tests/support/charges";
import { missJob } from "../../../tests/support/driver";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { listUnits } from "../booking/order/bookings.server";
import { findDumpsterRecord } from "./yard.server";

const world = setSoundWorld({ fleet: { 20: 2 } });
const { promised, at, unit, pickup, booking } = standingRental(world);
const numberOf = (id: string | null) =>
  world.db.orm
    .select()
    .from(dumpsters)
    .all()
    .find((one) => one.id === id)!.number;
const last = (number: string) => findDumpsterRecord(world.db.orm, number)?.lastDriver?.id;
const driverOf = (kind: "delivery" | "pickup" | "swap") =>
  world.db.orm.select({ id: jobs.driver_id }).from(jobs).where(eq(jobs.kind, kind)).get()!.id;

it("what a swap has just set down was brought by its driver, while the full one is still on the truck", async () => {
  await promised();
  at("2026-12-04");
  await planByOffice(world, unit().id, errandOn("swap", "2026-12-08"));
  at("2026-12-08");
  await drive(world, booking(), "swap", BACK(1800).slice(0, 3));
  const empty = listUnits(world.db.orm, booking().id).at(-1)!;
  expect(last(numberOf(empty.dumpster_id))).toBe(driverOf("swap"));
});

it("loaded by a pickup is not set down: who waits at the site with it names nobody else", async () => {
  await promised();
  const number = numberOf(unit().dumpster_id);
  at("2026-12-10");
  await drive(world, booking(), "pickup", BACK(1800).slice(0, 3));
  // Its place was put right by hand: it never left.
  world.db.orm.update(dumpsters).set({ location: "site" }).where(eq(dumpsters.number, number)).run();
  expect(last(number)).toBe(driverOf("delivery"));
});

it("of two of one day the one that its driver has not closed yet is the later one", async () => {
  await promised();
  const number = numberOf(unit().dumpster_id);
  await drive(world, booking(), "pickup", BACK(1800).slice(0, -1));
  const delivered = world.db.orm.select().from(jobs).where(eq(jobs.kind, "delivery")).get()!;
  world.db.orm.update(jobs).set({ day: delivered.day }).where(eq(jobs.kind, "pickup")).run();
  expect(last(number)).toBe(driverOf("pickup"));
});

it("a truck that came in vain has not driven it", async () => {
  await promised();
  const number = numberOf(unit().dumpster_id);
  const brought = driverOf("delivery");
  at("2026-12-10", 9);
  await missJob(world, pickup().id);
  expect(last(number)).toBe(brought);
});
