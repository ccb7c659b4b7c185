import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobs, trucks } from "#db/schema/index";
import { openWorld, paidBooking } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { listDrivers } from "~/domain/fleet/drivers.server";
import { dayAt } from "~/domain/kernel/time.server";
import { countStops } from "~/domain/records/stops.server";
import type { JobState } from "~/domain/states/transitions";
import { DriverTable, InviteDriver } from "./DriverTable";

it("a driver whose truck is not in use any more is shown with that said", async () => {
  const world = await openWorld();
  await seedAccounts(world.db, world.clock.at);
  const { orm } = world.db;
  const today = dayAt(world.clock.at);
  const said = async () => wordsIn(await rendered(DriverTable, { drivers: listDrivers(orm, today), today }));
  expect(await said()).not.toContain("Not in use any more");
  orm.update(trucks).set({ is_active: false }).where(eq(trucks.name, "Truck 2")).run();
  expect((await said()).match(/Truck \d( Not in use any more)?/g)).toEqual(["Truck 2 Not in use any more", "Truck 1"]);
  world.close();
});

it("says how many of today's stops are done at the site, as the overview does, and beside it what was not possible", async () => {
  const world = await openWorld({ fleet: { 20: 4 } });
  const { orm } = world.db;
  const today = dayAt(world.clock.at);
  const load = async () =>
    /\d of \d stops? done(, \d not possible)?/.exec(
      wordsIn(await rendered(DriverTable, { drivers: listDrivers(orm, today), today })),
    )?.[0];
  const driverId = await temporaryDriver(world);
  const stop = async (state: JobState) => {
    const { id } = await paidBooking(world);
    const delivery = and(eq(jobs.booking_id, id), eq(jobs.kind, "delivery"));
    orm.update(jobs).set({ day: today, driver_id: driverId, state }).where(delivery).run();
  };
  await stop("attempted");
  expect(await load()).toBe("0 of 1 stop done, 1 not possible");
  await stop("serviced");
  expect(await load()).toBe("1 of 2 stops done, 1 not possible");
  await stop("en_route");
  expect(await load()).toBe("1 of 3 stops done, 1 not possible");
  expect(countStops(orm, today, "delivery")).toEqual({ all: 3, done: 1 });
  world.close();
});

it("who is invited is shown with the end of their link, as long as it works", async () => {
  const invitation = { id: "inv_1", name: "Nina", to: "nina@example.com", expiresAt: Date.UTC(2026, 10, 28, 15) };
  const said = async (over: boolean) =>
    wordsIn(await rendered(InviteDriver, { invitations: [{ ...invitation, over }] }));
  expect(await said(false)).toContain("The link works until Nov 28, 10:00 am");
  expect(await said(true)).toContain("The link works no more. Invite them again.");
  expect(await said(true)).not.toContain("until");
});
