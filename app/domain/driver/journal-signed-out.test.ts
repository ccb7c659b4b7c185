import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { journalEntries, tasks } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { readStep } from "../../routes/driver/step-forms.server";
import { getJob } from "../dispatch/jobs.server";
import { day } from "../kernel/days";
import { SYSTEM } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { instantAt, MINUTE } from "../kernel/time.server";
import { listOpenAccounts } from "./journal-read.server";
import { applyEntries, holdEntries } from "./journal.server";
import { enterPlainStep, takePlainStep } from "./plain-steps.server";

/** A phone with an unsent "Job done", whose sign-in the office has ended: it is not taken, and somebody is asked. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const orm = () => world.db.orm;
let [job, driver] = ["" as Id<"job">, "" as Id<"driver">];
beforeEach(async () => {
  const booking = await paidBooking(world);
  world.clock.at = instantAt(day("2026-12-03"), 9);
  ({ jobId: job, driverId: driver } = await driveJob(world, booking.id, ["en_route", "arrived", "serviced"]));
  expect(await say(holdEntries, DONE)).toMatchObject({ waiting: ["done"] });
  expect([state(), asked(), accounts()]).toEqual(["serviced", ["open"], 1]);
});
const WALL = 1_800_000_000_000;
const [DONE, FOUND] = [
  { id: "done", seq: 4, step: "completed", data: {} },
  { id: "found", seq: 3, step: "report", data: { material: "concrete" } },
];
const say = (take: typeof applyEntries, ...steps: (typeof DONE)[]) =>
  world.db.write((tx) => {
    const entries = steps.map(({ id, seq, step, data }) => ({
      ...{ id, jobId: job, seq, attempt: 1, step, at: WALL - MINUTE, device: "phone", said: { data } },
    }));
    const deed = world.deed(SYSTEM);
    return take(tx, deed, { driverId: driver, entries, clocks: { sentAt: WALL, wall: WALL } }, readStep);
  });
const state = () => getJob(orm(), job).state;
const asked = () =>
  orm()
    .select()
    .from(tasks)
    .where(eq(tasks.kind, "driver_conflict"))
    .all()
    .map((task) => task.state);
const accounts = () => listOpenAccounts(orm()).length;
const how = { readStep, rules: { movesDumpster: true } };

it("is nobody's to decide any more once its driver has signed in and it is taken", async () => {
  expect(await say(applyEntries, DONE)).toMatchObject({ accepted: ["done"] });
  expect([state(), accounts(), asked()]).toEqual(["completed", 0, ["closed"]]);
});

it.each(["the office", "her own plain form", "another phone of hers"])(
  "nor once our record says the same by %s",
  async (by) => {
    if (by === "another phone of hers") await say(applyEntries, { ...DONE, id: "again" });
    else
      await world.db.write((tx) =>
        by === "the office"
          ? enterPlainStep(tx, world.deed(STAFF), job, { to: "completed" }, null, how)
          : takePlainStep(tx, world.deed(), driver, job, { to: "completed" }, how),
      );
    expect([state(), accounts(), asked()]).toEqual(["completed", 0, ["closed"]]);
    const kept = orm().select().from(journalEntries).where(eq(journalEntries.id, "done")).get();
    expect(kept?.state).toBe("duplicate");
  },
);

it("stays somebody's to decide, due when it was, while its phone says more than our record does", async () => {
  await say(holdEntries, FOUND);
  const due = () => orm().select().from(tasks).where(eq(tasks.kind, "driver_conflict")).get()?.due_at;
  const before = due();
  expect(before).toBe(instantAt(day("2026-12-03"), 10));
  world.clock.at = instantAt(day("2026-12-03"), 12);
  await say(applyEntries, DONE);
  expect([state(), accounts(), asked(), due()]).toEqual(["completed", 1, ["open"], before]);
  await say(applyEntries, FOUND);
  expect([accounts(), asked()]).toEqual([0, ["closed"]]);
});

it("stays as a whole: what our record says too is no account of its own beside what it does not say", async () => {
  await say(holdEntries, FOUND);
  await world.db.write((tx) => enterPlainStep(tx, world.deed(STAFF), job, { to: "completed" }, null, how));
  const kept = orm().select().from(journalEntries).all();
  expect(kept.map(({ id, state }) => [id, state]).toSorted()).toEqual([
    ["done", "quarantined"],
    ["found", "quarantined"],
  ]);
  expect([accounts(), asked()]).toEqual([1, ["open"]]);
});
