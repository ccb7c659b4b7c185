import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { accounts, driverPhones, drivers, heldPhotos, jobs, journalEntries, photos } from "#db/schema/index";
import { SEEDED_PASSWORD } from "~/domain/accounts/seed.server";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import type { Job } from "~/domain/dispatch/jobs.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import type { EntryState } from "~/domain/driver/entries";
import type { Id } from "~/domain/kernel/ids.server";
import { MINUTE, plus } from "~/domain/kernel/time.server";
import type { PhotosPort } from "~/domain/photos/ports";
import type { Services } from "~/services.server";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { action as door } from "../crm/auth";
import { action } from "./journal-photo";

vi.setConfig({ testTimeout: 30_000 });

/** A picture of a journal's entry: from whom it is taken, how many, and what its phone has still to send then. */
const world = setSoundWorld({ fleet: { 20: 4 } });
const orm = () => world.db.orm;
const picture = { jpeg: Buffer.from("jpeg"), width: 640, height: 480 };
const DEVELOPED = { ok: true, large: picture, small: picture } as const;
let developed: Awaited<ReturnType<PhotosPort["develop"]>>;
let services: Services;
let driver: Visitor;
let job: Job;
let [dana, dale] = ["" as Id<"driver">, "" as Id<"driver">];
beforeEach(async () => {
  developed = DEVELOPED;
  ({ driver } = await officeRoles(world, door));
  const done = () => Promise.resolve();
  const adapters = { photos: { develop: () => Promise.resolve(developed) }, files: { write: done, remove: done } };
  services = { ...fakeServices(world), ...adapters } as unknown as Services;
  void new Visitor(services);
  const whose = (name: string) => orm().select().from(drivers).where(eq(drivers.name, name)).get()!.id;
  [dana, dale] = [whose("Dana Driver"), whose("Dale Driver")];
  const { id } = await paidBooking(world);
  job = orm().select().from(jobs).where(eq(jobs.booking_id, id)).get()!;
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), job.id, dana));
  entry("hers", "applied");
  orm().insert(driverPhones).values({ driver_id: dana, device: "phone-1", heard_at: world.clock.at, unsent: 3 }).run();
  world.clock.at = plus(world.clock.at, MINUTE);
});

function entry(id: string, state: EntryState, { driverId = dana, device = "phone-1" } = {}): void {
  const times = { device_at: 0, done_at: world.clock.at, is_corrected: false, received_at: world.clock.at };
  const said = { seq: 1, step: "serviced", said: { data: {} } };
  orm()
    .insert(journalEntries)
    .values({ id, driver_id: driverId, job_id: job.id, device, state, ...said, ...times })
    .run();
}
let sent = 0;
/** One that was not sent before. */
async function send(id: string, n = 0, who = driver): Promise<number> {
  const context = Visitor.prototype.context.call(who);
  const photo = { field: "photo", ok: true, file: "", bytes: 4, sha256: `sha-${sent++}` } as const;
  who.context = () => ({ ...context, photos: [photo] });
  return (await who.post(action, `/driver/journal/photos/${id}?n=${n}`, {}, { entry: id })).status;
}
const phone = () => orm().select().from(driverPhones).where(eq(driverPhones.driver_id, dana)).get()!;
const kept = () => [orm().select().from(photos).all().length, orm().select().from(heldPhotos).all().length];
async function signOut(): Promise<void> {
  const account = orm().select().from(accounts).where(eq(accounts.email, "driver@example.com")).get()!;
  await endAllSessions(world.db, world.deed(STAFF), account.id);
}

it("one that has come, or that we cannot use, is one thing less to send, and its phone was heard then", async () => {
  expect([await send("hers"), phone()]).toMatchObject([200, { unsent: 2, heard_at: world.clock.at }]);
  developed = { ok: false, code: "not_a_picture" };
  expect([await send("hers", 1), phone().unsent]).toEqual([422, 1]);
  // It is sent again.
  developed = { ok: false, code: "busy" };
  expect([await send("hers", 1), phone().unsent]).toEqual([503, 1]);
  developed = DEVELOPED;
  expect([await send("hers", 1), phone().unsent]).toEqual([200, 0]);
  // The phone did not count it.
  expect([await send("hers", 2), phone().unsent]).toEqual([200, 0]);
});

it("one of another phone of the driver's says nothing of what the last one has still to send", async () => {
  entry("other", "applied", { device: "phone-2" });
  expect([await send("other"), phone().unsent]).toEqual([200, 3]);
});

it("a step has four pictures and no fifth", async () => {
  const statuses = [];
  for (const n of [0, 1, 2, 3, 4]) statuses.push(await send("hers", n));
  expect([statuses, kept()]).toEqual([
    [200, 200, 200, 200, 404],
    [4, 0],
  ]);
});

it("another driver's is not taken from who is signed in", async () => {
  const other = new Visitor(services);
  await other.post(door, "/auth", { email: "driver2@example.com", password: SEEDED_PASSWORD });
  expect([await send("hers", 0, other), kept()]).toEqual([404, [0, 0]]);
});

it("from a phone that was signed out only what is held of its own driver is taken, as long as it is held", async () => {
  entry("held", "quarantined");
  entry("another's", "quarantined", { driverId: dale });
  await signOut();
  expect([await send("held"), kept(), phone().unsent]).toEqual([200, [0, 1], 3]);
  expect([await send("another's"), await send("hers"), kept()]).toEqual([401, 401, [0, 1]]);
});

/** How much of it is here: nothing of it is sent. */
async function ask(id: string, n = 0, who = driver): Promise<number> {
  const context = Visitor.prototype.context.call(who);
  who.context = () => ({ ...context, photos: [], received: 0 });
  return (await who.post(action, `/driver/journal/photos/${id}?n=${n}`, {}, { entry: id })).status;
}

it("one whose last answer was lost is here whole when it is asked for, held ones too, and another one is not", async () => {
  expect(await ask("hers")).toBe(409);
  expect([await send("hers"), phone().unsent]).toEqual([200, 2]);
  // Its phone says first what it has still to send: this one too.
  orm().update(driverPhones).set({ unsent: 3 }).run();
  expect([await ask("hers"), await ask("hers", 1), phone().unsent]).toEqual([200, 409, 2]);
  // Sent whole once more it counts off as well.
  orm().update(driverPhones).set({ unsent: 3 }).run();
  expect([await send("hers"), phone().unsent, kept()]).toEqual([200, 2, [1, 0]]);
  entry("locked", "quarantined", { device: "lost" });
  await signOut();
  expect(await ask("locked")).toBe(409);
  expect(await send("locked")).toBe(200);
  expect([await ask("locked"), await ask("locked", 1), kept()]).toEqual([200, 409, [1, 1]]);
});

it("whether one is here is told to nobody but its own driver", async () => {
  expect(await send("hers")).toBe(200);
  const other = new Visitor(services);
  expect(await ask("hers", 0, other)).toBe(401);
  await other.post(door, "/auth", { email: "driver2@example.com", password: SEEDED_PASSWORD });
  expect([await ask("hers", 0, other), phone().unsent]).toEqual([404, 2]);
});
