import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { accounts, drivers, jobs, journalEntries } from "#db/schema/index";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { setSoundWorld } from "../../../tests/support/sound";
import { action as door } from "../crm/auth";
import { action } from "./journal";

vi.setConfig({ testTimeout: 30_000 });

const world = setSoundWorld({ fleet: { 20: 4 } });

it("of a phone that was signed out nothing is held that is another driver's, who had signed in on it since", async () => {
  const { orm } = world.db;
  const { driver } = await officeRoles(world, door);
  const whose = (name: string) => orm.select().from(drivers).where(eq(drivers.name, name)).get()!.id;
  const [dana, dale] = [whose("Dana Driver"), whose("Dale Driver")];
  const { id } = await paidBooking(world);
  const job = orm.select().from(jobs).where(eq(jobs.booking_id, id)).get()!;
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), job.id, dana));
  const account = orm.select().from(accounts).where(eq(accounts.email, "driver@example.com")).get()!;
  await endAllSessions(world.db, world.deed(STAFF), account.id);
  const entry = { id: "entry-1", jobId: job.id, seq: 1, step: "en_route", at: 1_800_000_000_000 };
  const send = async (said: { driver?: string }) => {
    const { status, body } = await driver.json(action, { entries: [entry], ...said });
    const kept = orm.select().from(journalEntries).all();
    return [status, body["waiting"], kept.map(({ driver_id, state }) => [driver_id, state])];
  };
  expect(await send({ driver: dale })).toEqual([401, [], []]);
  expect(await send({ driver: dana })).toEqual([401, ["entry-1"], [[dana, "quarantined"]]]);
});
