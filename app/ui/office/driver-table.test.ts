import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { trucks } from "#db/schema/index";
import { openWorld } from "../../../tests/support/domain";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { listDrivers } from "~/domain/fleet/drivers.server";
import { dayAt } from "~/domain/kernel/time.server";
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

it("who is invited is shown with the end of their link, as long as it works", async () => {
  const invitation = { id: "inv_1", name: "Nina", to: "nina@example.com", expiresAt: Date.UTC(2026, 10, 28, 15) };
  const said = async (over: boolean) =>
    wordsIn(await rendered(InviteDriver, { invitations: [{ ...invitation, over }] }));
  expect(await said(false)).toContain("The link works until Nov 28, 10:00 am");
  expect(await said(true)).toContain("The link works no more. Invite them again.");
  expect(await said(true)).not.toContain("until");
});
