import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { drivers, events, jobReports, jobs, journalEntries, tasks } from "#db/schema/index";
import { addDumpsters, STAFF } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { readStep } from "../../routes/driver/step-forms.server";
import { seedAccounts } from "../accounts/seed.server";
import { createJobsForUnits, getJob, type Job } from "../dispatch/jobs.server";
import { placeJob, takeBackJob } from "../dispatch/plan.server";
import { takeStep } from "../dispatch/steps.server";
import { SYSTEM, type Deed, type StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { MINUTE, plus } from "../kernel/time.server";
import { applyEntries, holdEntries, type SentEntry } from "./journal.server";
import { accountSeen, keepOurs, takeAccount } from "./journal-answer.server";
import { listOpenAccounts, listUndecided } from "./journal-read.server";
import { entriesOf, OPEN_ENTRIES, stepsTaken } from "./journal-rows.server";

const deed = testDeed();
const staff = { ...deed, by: STAFF } as Deed<StaffActor>;
let db: Db;
let close: () => void;
let mine: Id<"driver">;
let other: Id<"driver">;
let job: Job;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  [mine, other] = db.orm
    .select()
    .from(drivers)
    .all()
    .map(({ id }) => id) as [Id<"driver">, Id<"driver">];
  await db.write((tx) => addDumpsters(tx, 20, 4, deed.now));
  [job] = (await db.write((tx) => createJobsForUnits(tx, deed, insertBooking(tx, deed).id))) as [Job];
  await db.write((tx) => placeJob(tx, deed, job.id, mine));
});
afterEach(() => close());

const WALL = 1_800_000_000_000;
/** What the phone said so many minutes before it sent. */
const said = (step: string, seq: number, ago: number, more: Partial<SentEntry> = {}): SentEntry => ({
  id: `entry-${step}-${seq}`,
  jobId: job.id,
  seq,
  attempt: 1,
  step,
  at: WALL - ago * MINUTE,
  device: "phone",
  said: { data: step === "serviced" ? { dumpsterNumber: "20-01" } : {} },
  ...more,
});
const send = (entries: SentEntry[], driverId = mine, more: { isWaitedFor?: boolean; sentAt?: number } = {}) =>
  db.write((tx) =>
    applyEntries(
      tx,
      deed,
      { driverId, entries, clocks: { sentAt: more.sentAt ?? WALL, wall: WALL }, ...more },
      readStep,
    ),
  );
const NOTHING = { accepted: [], waiting: [], conflicts: [], refused: [] };
const state = () => getJob(db.orm, job.id).state;
const rows = () => db.orm.select().from(journalEntries).orderBy(asc(journalEntries.seq)).all();
const openTasks = () => db.orm.select().from(tasks).where(eq(tasks.kind, "driver_conflict")).all();
const happened = (action: string) =>
  db.orm
    .select()
    .from(events)
    .all()
    .filter((one) => one.action === action);
const WHOLE = [said2("en_route", 1, 50), said2("arrived", 2, 30), said2("serviced", 3, 20), said2("completed", 4, 10)];
function said2(step: string, seq: number, ago: number) {
  return () => said(step, seq, ago);
}
const whole = () => WHOLE.map((make) => make());
const seen = (driverId = mine) => ({
  driverId,
  jobId: job.id,
  seen: accountSeen(state(), entriesOf(db.orm, driverId, job.id, OPEN_ENTRIES)),
});

describe("a driver's journal", () => {
  it("is taken in the phone's order with each step's own time, however it comes, and each id once", async () => {
    const entries = whole();
    expect(await send([...entries].reverse())).toEqual({
      ...NOTHING,
      accepted: [...entries].reverse().map((one) => one.id),
    });
    expect(state()).toBe("completed");
    const times = [50, 30, 20, 10].map((ago) => plus(deed.now, -ago * MINUTE));
    expect(stepsTaken(db.orm, job.id).map(({ step, at }) => [step, at])).toEqual(
      ["en_route", "arrived", "serviced", "completed"].map((step, i) => [step, times[i]]),
    );
    const before = db.orm.select().from(events).all().length;
    // Sent again, also with something else in it.
    expect(await send(entries.map((one) => ({ ...one, step: "attempted" })))).toMatchObject({
      accepted: entries.map((one) => one.id),
    });
    expect(db.orm.select().from(events).all()).toHaveLength(before);
    expect(rows().map((row) => [row.state, row.received_at])).toEqual(Array(4).fill(["applied", deed.now]));
    expect(openTasks()).toEqual([]);
  });

  it("waits for a step that is still on its way", async () => {
    const [first, second, third] = whole() as [SentEntry, SentEntry, SentEntry];
    expect(await send([third])).toEqual({ ...NOTHING, waiting: [third.id] });
    expect(await send([second])).toEqual({ ...NOTHING, waiting: [second.id] });
    expect([state(), openTasks()]).toEqual(["assigned", []]);
    expect(await send([first])).toEqual({ ...NOTHING, accepted: [first.id] });
    expect([state(), rows().map((row) => row.state)]).toEqual(["serviced", ["applied", "applied", "applied"]]);
  });

  it("waits so for its own phone’s step, whatever another phone counts", async () => {
    await send([said("en_route", 2, 50, { device: "other" })]);
    expect(await send([said("serviced", 3, 20)])).toMatchObject({ conflicts: [], waiting: ["entry-serviced-3"] });
    expect([await send([said("arrived", 2, 30)]), state()]).toMatchObject([{ conflicts: [] }, "serviced"]);
  });

  it("keeps what a step brought that the office, or another phone, has recorded", async () => {
    for (const step of [{ to: "en_route" }, { to: "arrived" }, { to: "serviced", dumpsterNumber: "20-09" }] as const)
      await db.write((tx) => takeStep(tx, staff, mine, job.id, step));
    const entries = whole();
    expect(await send(entries)).toEqual({ ...NOTHING, accepted: entries.map((one) => one.id) });
    expect(rows().map((row) => row.state)).toEqual(["duplicate", "duplicate", "duplicate", "applied"]);
    expect(rows()[2]?.said.data).toEqual({ dumpsterNumber: "20-01" });
    expect(happened("journal_kept").at(-1)?.data).toMatchObject({ step: "serviced", number: "20-01" });
    // After what the office had entered at this moment.
    expect(stepsTaken(db.orm, job.id).at(-1)?.at).toBe(deed.now);
  });

  it("goes to another facility as often as the first takes nothing; what the office has recorded of the way is still a duplicate", async () => {
    db.orm.update(jobs).set({ kind: "pickup", state: "serviced" }).where(eq(jobs.id, job.id)).run();
    const at = (seq: number, ago: number, facility: string) =>
      said("at_disposal", seq, ago, { said: { data: { facility } } });
    const first = [said("to_disposal", 4, 60), at(5, 50, "Porter Road")];
    const second = [said("to_disposal", 6, 40), at(7, 20, "Pine Ridge")];
    expect(await send(first)).toEqual({ ...NOTHING, accepted: first.map(({ id }) => id) });
    expect(await send(second)).toEqual({ ...NOTHING, accepted: second.map(({ id }) => id) });
    expect(rows().map((row) => row.state)).toEqual(Array(4).fill("applied"));
    expect(getJob(db.orm, job.id)).toMatchObject({ state: "at_disposal", facility: "Pine Ridge" });
    // Another phone of theirs says the first way again: it was before where the job stands.
    expect(await send([said("to_disposal", 1, 60, { device: "other" })])).toMatchObject({ conflicts: [], waiting: [] });
    expect([state(), rows().filter((row) => row.state === "duplicate").length]).toEqual(["at_disposal", 1]);
  });

  it("says where the phone's clock was wrong, and uses the time that it must have been", async () => {
    await send([said("en_route", 1, 50)], mine, { sentAt: WALL + 90 * MINUTE });
    expect(stepsTaken(db.orm, job.id)).toMatchObject([{ at: plus(deed.now, -140 * MINUTE) }]);
    expect([rows()[0]?.is_corrected, happened("journal_clock").length]).toEqual([true, 1]);
  });

  it.each([
    [
      "given to another driver",
      "reassigned",
      (tx: Parameters<Parameters<Db["write"]>[0]>[0]) => placeJob(tx, staff, job.id, other),
    ],
    ["taken back", "taken_back", (tx: Parameters<Parameters<Db["write"]>[0]>[0]) => takeBackJob(tx, staff, job.id)],
  ] as const)("of a job that was %s changes nothing, and needs a decision", async (_name, why, meanwhile) => {
    await db.write((tx) => meanwhile(tx));
    const before = state();
    const entries = whole();
    expect(await send(entries)).toEqual({
      ...NOTHING,
      waiting: entries.slice(1).map((one) => one.id),
      conflicts: [{ id: entries[0]?.id, why }],
    });
    expect(state()).toBe(before);
    // Sent again it is neither told nor counted anew.
    await send(entries);
    expect(openTasks()).toMatchObject([{ state: "open", booking_id: job.booking_id }]);
    expect(happened("journal_conflict")).toHaveLength(1);
  });

  it("of a job that was moved on its driver's list, or is another try, needs a decision", async () => {
    const where = { day: job.day, window: job.delivery_window };
    const one = { ...said("en_route", 1, 5), said: { data: {}, seen: { ...where, day: "2026-01-01" } } };
    expect(await send([one])).toMatchObject({ conflicts: [{ why: "moved" }] });
    expect(await send([said("en_route", 2, 5)])).toMatchObject({ waiting: ["entry-en_route-2"] });
    expect(await db.write((tx) => takeAccount(tx, staff, seen(), readStep))).toEqual({ ok: true, left: 0 });
    expect(rows().map((row) => row.state)).toEqual(["applied", "duplicate"]);
    expect(await send([said("arrived", 3, 4, { attempt: 2 })])).toMatchObject({
      conflicts: [{ why: "other_attempt" }],
    });
  });

  it("is refused to the driver's face at the scale, and kept for the office when nobody waits", async () => {
    db.orm.update(jobs).set({ kind: "pickup", state: "at_disposal" }).where(eq(jobs.id, job.id)).run();
    const data = { ticketNumber: "T-1", grossPounds: "30000", tarePounds: "26000", netPounds: "1" };
    const ticket = { ...said("ticketed", 1, 1), said: { data } };
    expect(await send([ticket], mine, { isWaitedFor: true })).toEqual({
      ...NOTHING,
      refused: [{ id: ticket.id, why: "wrong_sum" }],
    });
    expect(rows()).toEqual([]);
    expect(await send([ticket])).toMatchObject({ conflicts: [{ why: "wrong_sum" }] });
    expect(rows()[0]?.said.data).toEqual(data);
  });

  it("never takes another driver's ids, nor a job that is none; what cannot be read is kept", async () => {
    const [first] = whole() as [SentEntry];
    await send([first]);
    const unknown = [{ id: first.id, why: "unknown_job" }];
    expect(await send([first], other)).toEqual({ ...NOTHING, conflicts: unknown });
    expect(await send([{ ...first, id: "new-1", jobId: "job_none" }])).toMatchObject({ conflicts: [{ id: "new-1" }] });
    expect(await send([said("fly", 2, 1)])).toMatchObject({ conflicts: [{ why: "unreadable" }] });
    expect(await send([said("arrived", 3, 1)])).toMatchObject({ waiting: ["entry-arrived-3"] });
    expect(rows().map((row) => row.state)).toEqual(["applied", "conflict", "waiting"]);
  });
});

describe("the office's answer", () => {
  beforeEach(async () => {
    await db.write((tx) => placeJob(tx, staff, job.id, other));
    await send(whole());
  });

  it("shows both accounts side by side", () => {
    expect(listOpenAccounts(db.orm)).toMatchObject([
      { jobId: job.id, state: "assigned", ours: [], theirs: whole().map(({ step }) => ({ step })) },
    ]);
    // Its own driver's phone waits for the decision, and no other.
    expect([mine, other].map((id) => listUndecided(db.orm, id).length)).toEqual([4, 0]);
  });

  it("takes the driver's account: the job is theirs, its steps have their own times", async () => {
    expect(await db.write((tx) => takeAccount(tx, staff, seen(), readStep))).toEqual({ ok: true, left: 0 });
    expect([state(), getJob(db.orm, job.id).driver_id]).toEqual(["completed", mine]);
    expect(stepsTaken(db.orm, job.id)[0]?.at).toBe(plus(deed.now, -50 * MINUTE));
    expect(openTasks()).toMatchObject([{ state: "closed" }]);
    expect(listOpenAccounts(db.orm)).toEqual([]);
  });

  it("keeps ours: nothing changes, the driver's words stay", async () => {
    expect(await db.write((tx) => keepOurs(tx, staff, seen()))).toEqual({ ok: true, left: 0 });
    expect([state(), rows().map((row) => row.state)]).toEqual(["assigned", Array(4).fill("set_aside")]);
    expect(openTasks()).toMatchObject([{ state: "closed" }]);
    expect(happened("journal_answered").at(-1)).toMatchObject({
      actor_label: STAFF.label,
      data: { account: "office" },
    });
  });

  it("is told when something came in, or was decided, meanwhile", async () => {
    const before = seen();
    await send([said("attempted", 5, 1)]);
    expect(await db.write((tx) => keepOurs(tx, staff, before))).toEqual({ ok: false, code: "changed" });
    expect(await db.write((tx) => takeAccount(tx, staff, before, readStep))).toEqual({ ok: false, code: "changed" });
    const now = seen();
    await db.write((tx) => keepOurs(tx, staff, now));
    expect(await db.write((tx) => takeAccount(tx, staff, now, readStep))).toEqual({ ok: false, code: "nothing" });
  });

  it("cannot take it where the other driver is on the way, or the job is cancelled", async () => {
    await db.write((tx) => takeStep(tx, staff, other, job.id, { to: "en_route" }));
    const refused = { ok: false, code: "not_possible", why: "reassigned" };
    expect(await db.write((tx) => takeAccount(tx, staff, seen(), readStep))).toEqual(refused);
    db.orm.update(jobs).set({ state: "cancelled", driver_id: null }).where(eq(jobs.id, job.id)).run();
    expect(await db.write((tx) => takeAccount(tx, staff, seen(), readStep))).toMatchObject({ why: "cancelled" });
    expect(openTasks()).toMatchObject([{ state: "open" }]);
  });
});

describe("a phone that may send no more", () => {
  const hold = (entries: SentEntry[]) =>
    db.write((tx) =>
      holdEntries(tx, { ...deed, by: SYSTEM }, { driverId: mine, entries, clocks: { sentAt: WALL, wall: WALL } }),
    );

  it("changes nothing; the office sees it and decides, or its driver signs in and sends it again", async () => {
    const [first, second] = whole() as [SentEntry, SentEntry];
    expect(await hold([first])).toEqual({ ...NOTHING, waiting: [first.id] });
    expect(await hold([first, second])).toEqual({ ...NOTHING, waiting: [first.id, second.id] });
    expect([state(), openTasks().length, happened("journal_held").length]).toEqual(["assigned", 1, 2]);
    // The phone says all of it again whenever it is opened.
    expect((await hold([first, second])).waiting).toHaveLength(2);
    expect(happened("journal_held")).toHaveLength(2);
    expect(listOpenAccounts(db.orm)).toMatchObject([{ theirs: [{ state: "quarantined" }, { state: "quarantined" }] }]);
    expect(await send([first])).toEqual({ ...NOTHING, accepted: [first.id] });
    expect(await db.write((tx) => takeAccount(tx, staff, seen(), readStep))).toEqual({ ok: true, left: 0 });
    expect(state()).toBe("arrived");
  });

  it("keeps 200 of them at most", async () => {
    const many = Array.from({ length: 201 }, (_, i) => said("arrived", i, 1, { id: `many-${i}` }));
    expect((await hold(many)).waiting).toHaveLength(200);
    expect((await hold([said("arrived", 1, 1, { id: "one-more" })])).waiting).toEqual([]);
    expect(rows()).toHaveLength(200);
  });
});

const heard = () => db.orm.select().from(tasks).where(eq(tasks.kind, "move_dumpster")).all();

it("moves no dumpster where the office does that itself: a task reminds", async () => {
  const entries = WHOLE.slice(0, 1).map((entry) => entry());
  const sending = { driverId: mine, entries, clocks: { sentAt: WALL, wall: WALL } };
  await db.write((tx) => applyEntries(tx, deed, sending, readStep, { movesDumpster: false }));
  expect([state(), heard().length]).toEqual(["en_route", 1]);
});

it("of one driver at most 1,000 entries wait for the office; the phone keeps the others, and a full list names each", async () => {
  const many = Array.from({ length: 1_005 }, (_, i) => said("completed", i + 10, 1, { id: `many-${i}` }));
  expect((await send(many)).waiting).toHaveLength(1_000);
  expect(await send([said("completed", 5_000, 1, { id: "one-more" })])).toEqual(NOTHING);
  expect((await send([many[999] as SentEntry])).waiting).toHaveLength(1);
  const open = entriesOf(db.orm, mine, job.id, OPEN_ENTRIES);
  expect(accountSeen("assigned", open)).not.toBe(accountSeen("assigned", open.slice(0, -1)));
});

describe("what a driver found, without signal", () => {
  const found = (seq: number, ago: number, data: Record<string, string> = { material: "concrete", cleaning: "on" }) =>
    said("report", seq, ago, { said: { data } });
  const [out, there] = [said2("en_route", 1, 50), said2("arrived", 2, 30)];
  const reports = () => db.orm.select().from(jobReports).all();

  it("is kept among the steps, once, with its own time, and moves nothing", async () => {
    const entries = [out(), there(), found(3, 20)];
    expect(await send(entries)).toEqual({ ...NOTHING, accepted: entries.map(({ id }) => id) });
    expect(await send(entries)).toMatchObject({ accepted: entries.map(({ id }) => id) });
    expect(reports()).toMatchObject([
      { material: "concrete", cleaning: true, entry_id: entries[2]?.id, reported_at: plus(deed.now, -20 * MINUTE) },
    ]);
    expect(state()).toBe("arrived");
    // A photograph alone is one as well: it comes after it.
    const alone = found(4, 15, {});
    expect(await send([alone])).toEqual({ ...NOTHING, accepted: [alone.id] });
    expect(reports()).toHaveLength(1);
  });

  it("waits for the arrival, is no conflict once the job was ended by the office, and is one before anybody was there", async () => {
    const late = found(3, 20);
    expect(await send([out(), late])).toEqual({ ...NOTHING, accepted: [out().id], waiting: [late.id] });
    expect(await send([there()])).toMatchObject({ accepted: [there().id] });
    expect(reports()).toHaveLength(1);
    db.orm.update(jobs).set({ state: "completed" }).where(eq(jobs.id, job.id)).run();
    const after = found(4, 10, { overloaded: "on" });
    expect(await send([after])).toEqual({ ...NOTHING, accepted: [after.id] });
    db.orm.update(jobs).set({ state: "en_route" }).where(eq(jobs.id, job.id)).run();
    const early = found(5, 5, { moved: "on" });
    expect(await send([early])).toMatchObject({ conflicts: [{ id: early.id, why: "out_of_order" }] });
  });

  it("is unreadable where it says what nobody can have found", async () => {
    const wrong = found(3, 20, { prohibited: "asbestos", prohibitedCount: "0" });
    expect(await send([out(), there(), wrong])).toMatchObject({ conflicts: [{ id: wrong.id, why: "unreadable" }] });
  });
});
