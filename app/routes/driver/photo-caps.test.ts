import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accounts, drivers, jobs, journalEntries } from "#db/schema/index";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import type { Id } from "~/domain/kernel/ids.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import type { Problem } from "~/http/answers/forms.server";
import type { SentPhoto } from "~/http/uploads/sent-photo.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import type { Visitor } from "../../../tests/support/visit";
import { action as door } from "../crm/auth";
import { action } from "./job";
import { action as sendPicture } from "./journal-photo";

vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let driver: Visitor;
let jobId: Id<"job">;
let driverId: Id<"driver">;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  driver = (await officeRoles(world, door)).driver;
  const booking = await paidBooking(world);
  jobId = await world.db.write((tx) => {
    const job = tx.select().from(jobs).where(eq(jobs.booking_id, booking.id)).get();
    const who = tx.select({ id: drivers.id }).from(drivers).where(eq(drivers.name, "Dana Driver")).get();
    if (!job || !who) throw new Error("no job, or no driver");
    driverId = who.id;
    placeJob(tx, world.deed(STAFF), job.id, who.id);
    return job.id;
  });
});
afterAll(() => world.close());

it("are 120 an hour for a driver; then the words say so, and what was typed is kept", async () => {
  const context = driver.context();
  const sent = (count: number): SentPhoto[] =>
    Array.from({ length: count }, () => ({ field: "photo", ok: false, code: "no_room" }));
  const send = (count: number) => {
    driver.context = () => ({ ...context, photos: sent(count) });
    return driver.post(action, `/driver/jobs/${jobId}`, { intent: "serviced", dumpsterNumber: "20-09" }, { id: jobId });
  };
  for (let forms = 0; forms < 30; forms++) expect((await send(4)).status).toBe(503);
  const refused = await send(1);
  expect([refused.status, (refused.data as Problem).values["dumpsterNumber"]]).toEqual([429, "20-09"]);
  expect((refused.data as Problem).fields["photo"]).toMatch(
    /^You have sent as many photos as we take for now\. Wait \d+ \w+, or go on/,
  );
  // Without a photograph the job goes on.
  expect((await send(0)).status).toBe(400);
});

it("of a phone that was signed out are 40 an hour, beside what its driver may send", async () => {
  const { orm } = world.db;
  orm
    .insert(journalEntries)
    .values({
      id: "held-1",
      driver_id: driverId,
      job_id: jobId,
      seq: 1,
      step: "attempted",
      device: "lost",
      device_at: 0,
      done_at: world.clock.at,
      is_corrected: false,
      received_at: world.clock.at,
      state: "quarantined",
      said: { data: {} },
    })
    .run();
  const account = orm.select().from(accounts).where(eq(accounts.email, "driver@example.com")).get();
  await endAllSessions(world.db, world.deed(STAFF), account?.id ?? ("" as Id<"account">));
  const context = driver.context();
  // A file that is no photograph.
  const file = import.meta.filename;
  driver.context = () => ({ ...context, photos: [{ field: "photo", ok: true, file, bytes: 1, sha256: "none" }] });
  const send = () => driver.post(sendPicture, "/driver/journal/photos/held-1", {}, { entry: "held-1" });
  const statuses = [];
  for (let i = 0; i < 41; i++) statuses.push((await send()).status);
  expect(statuses).toEqual([...Array.from({ length: 40 }, () => 422), 429]);
});
