import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, drivers, dumpsters, jobs, journalEntries, units } from "#db/schema/index";
import { readDayNotes } from "~/domain/dispatch/day-notes.server";
import { placeJob, takeBackJob } from "~/domain/dispatch/plan.server";
import { takeStep } from "~/domain/dispatch/steps.server";
import { accountSeen, keepOurs, takeAccount } from "~/domain/driver/journal-answer.server";
import { applyEntries, type SentEntry } from "~/domain/driver/journal.server";
import type { DriverNotice } from "~/domain/driver/notices.server";
import type { Id } from "~/domain/kernel/ids.server";
import { addDays } from "~/domain/kernel/days";
import type { JobKind, JobState } from "~/domain/states/transitions";
import { DAY, instantAt, MINUTE, plus } from "~/domain/kernel/time.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import type { Visitor } from "../../../tests/support/visit";
import { action as door } from "../crm/auth";
import { loader as jobsJson } from "./jobs-json";
import { loader as frame } from "./layout";
import { readStep } from "./step-forms.server";

/** What a driver is told of what their steps came to, beside the job itself. */
let world: TestWorld;
let driver: Visitor;
let [one, two] = ["" as Id<"job">, "" as Id<"job">];
let [dana, dale] = ["" as Id<"driver">, "" as Id<"driver">];
const orm = () => world.db.orm;
const deed = () => world.deed(STAFF);
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
  driver = (await officeRoles(world, door)).driver;
  const whose = (name: string) => orm().select().from(drivers).where(eq(drivers.name, name)).get()!.id;
  [dana, dale] = ["Dana Driver", "Dale Driver"].map(whose) as [Id<"driver">, Id<"driver">];
  const made = [];
  for (const address of ["12 Main Street", "5 Oak Avenue"]) {
    const { id } = await paidBooking(world);
    orm().update(bookings).set({ address, city: "Orlando" }).where(eq(bookings.id, id)).run();
    made.push(orm().select().from(jobs).where(eq(jobs.booking_id, id)).orderBy(asc(jobs.day)).get()!.id);
  }
  [one, two] = made as [Id<"job">, Id<"job">];
  await world.db.write((tx) => {
    for (const id of [one, two]) placeJob(tx, deed(), id, dana);
  });
});
afterEach(() => world.close());

const take = (jobId: Id<"job">, ...steps: ("en_route" | "arrived")[]) =>
  world.db.write((tx) => {
    for (const to of steps) expect(takeStep(tx, deed(), dana, jobId, { to })).toMatchObject({ ok: true });
  });
const WALL = 1_800_000_000_000;
const phone = (jobId: Id<"job">, ...steps: [step: string, seq: number][]) =>
  world.db.write((tx) => {
    const entries = steps.map(([step, seq]): SentEntry => ({
      ...{ id: `${jobId}-${seq}`, jobId, seq, attempt: 1, step, device: "phone" },
      ...{ at: WALL - 60_000 + seq, said: { data: {} } },
    }));
    return applyEntries(tx, deed(), { driverId: dana, entries, clocks: { sentAt: WALL, wall: WALL } }, readStep);
  });
/** Beside a job's page, or the day's list. */
const told = async (id?: Id<"job">) =>
  ((await driver.get(frame, `/driver/jobs/${id}`, id ? { id } : {})).data as { notices: DriverNotice[] }).notices;
/** On the list, and on the phone without signal. */
const onList = async () => {
  const list = await told();
  expect((await driver.json(jobsJson, {})).body["notices"]).toEqual(list);
  return list;
};

describe("a driver whose steps the office has to decide on", () => {
  it("is told so by the job's words and with the number to call, also when the job is no longer theirs; and what was decided", async () => {
    expect(await onList()).toEqual([]);
    await world.db.write((tx) => placeJob(tx, deed(), one, dale));
    expect(await phone(one, ["en_route", 1], ["arrived", 2])).toMatchObject({ conflicts: [{ why: "reassigned" }] });
    world.clock.at = plus(world.clock.at, MINUTE);
    await world.db.write((tx) => takeBackJob(tx, deed(), two));
    await phone(two, ["en_route", 1]);
    const text = world.settings().phone;
    expect(await onList()).toEqual([
      {
        jobId: one,
        words: "The office looks at what you pressed for the delivery at 12 Main Street, Orlando; call",
        link: { href: expect.stringMatching(/^tel:\+1\d{10}$/) as string, text },
      },
      expect.objectContaining({
        jobId: two,
        words: "The office looks at what you pressed for the delivery at 5 Oak Avenue, Orlando; call",
      }),
    ]);
    expect((await told(one)).map(({ jobId }) => jobId)).toEqual([one]);
    const open = orm().select().from(journalEntries).where(eq(journalEntries.job_id, one)).all();
    const seen = accountSeen("assigned", open);
    expect(await world.db.write((tx) => keepOurs(tx, deed(), { driverId: dana, jobId: one, seen }))).toMatchObject({
      ok: true,
    });
    const aside =
      "The office goes by its own record, not by what you pressed for the delivery at 12 Main Street, Orlando; call";
    expect((await onList()).map(({ words }) => words)).toEqual([expect.stringContaining("5 Oak Avenue"), aside]);
    expect(await told(one)).toMatchObject([{ jobId: one, words: aside }]);
    // Taken as they said it there is nothing more to say; and after a day the other has been heard.
    const theirs = orm().select().from(journalEntries).where(eq(journalEntries.job_id, two)).all();
    const account = { driverId: dana, jobId: two, seen: accountSeen("scheduled", theirs) };
    expect(await world.db.write((tx) => takeAccount(tx, deed(), account, readStep))).toEqual({ ok: true, left: 0 });
    expect((await onList()).map(({ words }) => words)).toEqual([aside]);
    world.clock.at = plus(world.clock.at, DAY + MINUTE);
    expect(await told()).toEqual([]);
  });

  it("is told no more what was decided against once the office goes by a later account of theirs", async () => {
    await world.db.write((tx) => takeBackJob(tx, deed(), two));
    const account = () => {
      const open = orm().select().from(journalEntries).where(eq(journalEntries.state, "conflict")).all();
      return { driverId: dana, jobId: two, seen: accountSeen("scheduled", open) };
    };
    await phone(two, ["en_route", 1]);
    await world.db.write((tx) => keepOurs(tx, deed(), account()));
    expect((await onList()).map(({ words }) => words)).toEqual([expect.stringContaining("goes by its own record")]);
    await phone(two, ["arrived", 2]);
    expect(await world.db.write((tx) => takeAccount(tx, deed(), account(), readStep))).toEqual({ ok: true, left: 0 });
    expect(await onList()).toEqual([]);
  });

  it("is not told of a step that only waits for the one before it", async () => {
    expect(await phone(one, ["serviced", 1])).toMatchObject({ conflicts: [{ why: "unreadable" }] });
    expect(await phone(two, ["arrived", 2])).toMatchObject({ waiting: [`${two}-2`] });
    expect((await onList()).map(({ jobId }) => jobId)).toEqual([one]);
  });
});

describe("a driver who is on the way to one job, and about to leave for another", () => {
  it("is told so on the other one's page, before they press, with the way there; and is never refused", async () => {
    expect(await told(two)).toEqual([]);
    await take(one, "en_route");
    expect([await told(one), await told()]).toEqual([[], []]);
    expect(await told(two)).toEqual([
      {
        jobId: one,
        words: "By what you pressed you are still on the way to the delivery at 12 Main Street, Orlando.",
        link: { href: `/driver/jobs/${one}`, text: "Open that job" },
      },
    ]);
    await take(one, "arrived");
    expect((await told(two))[0]?.words).toContain("you are still at the site of the delivery at 12 Main Street");
    await take(two, "en_route");
    expect(await told(two)).toEqual([]);
  });

  it("has one line on the board once they are on the way to both", async () => {
    const { day } = orm().select().from(jobs).where(eq(jobs.id, one)).get()!;
    const rules = { settings: world.settings(), oneDriver: true };
    const lines = (on = day) => readDayNotes(orm(), rules, on, world.clock.at).drivers.get(dana)?.conflicts;
    await take(one, "en_route");
    expect(lines()).toEqual([]);
    await take(two, "en_route");
    expect(lines()).toEqual([
      "Dana Driver is on the way to 2 jobs at once: the delivery at 12 Main Street, Orlando and the delivery at 5 Oak Avenue, Orlando.",
    ]);
    expect(lines(addDays(day, 1))).toEqual([]);
    await take(one, "arrived");
    expect(lines()).toEqual([]);
  });
});

describe("a driver with a full dumpster on the truck, and about to leave for another job", () => {
  it("is told so on that job's page, as is the board once they are on the way; emptied it is said no more", async () => {
    const { unit_id, day } = orm().select().from(jobs).where(eq(jobs.id, one)).get()!;
    const stands = (state: JobState) => orm().update(jobs).set({ kind: "pickup", state }).where(eq(jobs.id, one)).run();
    const [carried] = orm().select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).all();
    orm().update(units).set({ dumpster_id: carried!.id }).where(eq(units.id, unit_id)).run();
    const rules = { settings: world.settings(), oneDriver: true };
    const lines = () => readDayNotes(orm(), rules, day, world.clock.at).drivers.get(dana)?.conflicts;
    stands("serviced");
    const of = `dumpster ${carried!.number} of the pickup at 12 Main Street, Orlando is still full on`;
    const link = { href: `/driver/jobs/${one}`, text: "Open that job" };
    expect(await told(two)).toEqual([{ jobId: one, words: `By what you pressed ${of} your truck.`, link }]);
    expect([await told(one), lines()]).toEqual([[], []]);
    await take(two, "en_route");
    expect([await told(two), lines()]).toEqual([
      [],
      [`Dana Driver is on the way to the delivery at 5 Oak Avenue, Orlando, and ${of} the truck.`],
    ]);
    stands("ticketed");
    expect(lines()).toEqual([]);
  });

  it("until it is over the scale, and not of one that was set down, is moved as it is, or is on another's truck", async () => {
    const { day } = orm().select().from(jobs).where(eq(jobs.id, one)).get()!;
    const is = (kind: JobKind, state: JobState, driver_id = dana) =>
      orm().update(jobs).set({ kind, state, driver_id }).where(eq(jobs.id, one)).run();
    const full = async () => (await told(two)).filter(({ words }) => words.includes("full on your truck")).length;
    const said = async (kind: JobKind, state: JobState, driver = dana) => {
      is(kind, state, driver);
      return full();
    };
    expect([
      await said("pickup", "arrived"),
      await said("pickup", "serviced"),
      await said("swap", "to_disposal"),
      await said("dump_and_return", "at_disposal"),
      await said("pickup", "ticketed"),
    ]).toEqual([0, 1, 1, 1, 0]);
    expect([
      await said("delivery", "serviced"),
      await said("relocate", "serviced"),
      await said("pickup", "serviced", dale),
    ]).toEqual([0, 0, 0]);
    const rules = { settings: world.settings(), oneDriver: true };
    const lines = (on = day) => readDayNotes(orm(), rules, on, world.clock.at).drivers.get(dana)?.conflicts;
    await take(two, "en_route");
    expect(lines()).toEqual([]);
    is("pickup", "serviced");
    expect([lines()?.length, lines(addDays(day, 1))]).toEqual([1, []]);
  });
});

describe("a driver whose emptied dumpster stayed on the truck for a delivery that is none of theirs any more", () => {
  it("is told so, and so is the board of that day, until somebody says that it stands in the yard", async () => {
    const { unit_id, day } = orm().select().from(jobs).where(eq(jobs.id, one)).get()!;
    const dumpster = orm().select().from(dumpsters).limit(1).get()!;
    orm().update(dumpsters).set({ location: "truck" }).where(eq(dumpsters.id, dumpster.id)).run();
    orm().update(units).set({ state: "off_site", dumpster_id: dumpster.id }).where(eq(units.id, unit_id)).run();
    const gone = { kind: "pickup", state: "completed", done_at: world.clock.at } as const;
    orm().update(jobs).set(gone).where(eq(jobs.id, one)).run();
    world.clock.at = instantAt(day, 12);
    const rules = { settings: world.settings(), oneDriver: true };
    const line = () => readDayNotes(orm(), rules, day, world.clock.at).drivers.get(dana)?.conflicts;
    // The other delivery of theirs takes it along.
    expect([await onList(), line()]).toEqual([[], []]);
    await world.db.write((tx) => placeJob(tx, deed(), two, dale));
    const words = `Dumpster ${dumpster.number} is still on your truck, and no delivery of yours takes it. Once it stands in the yard, call`;
    expect(await onList()).toMatchObject([{ jobId: one, words }]);
    expect([(await told(one)).length, await told(two)]).toEqual([1, []]);
    expect(line()).toEqual([
      `Dumpster ${dumpster.number} is still on Dana Driver’s truck, and no delivery of theirs takes it. Once it stands in the yard, say so on its page.`,
    ]);
    expect(readDayNotes(orm(), rules, addDays(day, 1), world.clock.at).drivers.get(dana)?.conflicts).toEqual([]);
    orm().update(dumpsters).set({ location: "yard" }).run();
    expect([await onList(), line()]).toEqual([[], []]);
  });
});
