import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dumpsters, jobs } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits } from "../booking/order/bookings.server";
import { placeJob } from "../dispatch/plan.server";
import { takeStep } from "../dispatch/steps.server";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { findShortageOf } from "./shortage.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

it.each([true, false])(
  "the second delivery of today is short where the only fit one has left with the first; our list follows the truck: %s",
  async (movesDumpster) => {
    world.clock.at = instantAt(day("2026-12-01"), 9);
    const first = await paidBooking(world);
    await paidBooking(world);
    world.clock.at = instantAt(day("2026-12-03"), 9);
    const isFirst = and(eq(jobs.booking_id, first.id), eq(jobs.kind, "delivery"));
    const job = world.db.orm.select().from(jobs).where(isFirst).get()!;
    const driver = await temporaryDriver(world);
    const left = await world.db.write((tx) => {
      placeJob(tx, world.deed(STAFF), job.id, driver);
      return takeStep(tx, world.deed(STAFF), driver, job.id, { to: "en_route" }, { movesDumpster });
    });
    expect(left.ok).toBe(true);
    const taken = listUnits(world.db.orm, first.id)[0]?.dumpster_id;
    const all = world.db.orm.select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).all();
    const other = all.find(({ id }) => id !== taken)!;
    const put = (condition: "ok" | "out_of_service") =>
      world.db.orm.update(dumpsters).set({ condition }).where(eq(dumpsters.id, other.id)).run();
    put("out_of_service");
    expect(findShortageOf(world.db.orm, 20, day("2026-12-03"))).toMatchObject({ day: "2026-12-03" });
    put("ok");
  },
);
