import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { jobs, outbox, refunds } from "#db/schema/index";
import { openedChange } from "../../../tests/support/changes";
import { confirm, sessionFacts, STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { isJobShut } from "../booking/order/closed-day.server";
import { getJob } from "../dispatch/jobs.server";
import { remembered } from "../dispatch/last-move.server";
import { day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import type { DeliveryWindowId } from "../schedule/rules";
import { askForChange, getChange, previewChange } from "./changes.server";
import { closeDay, lookAtClosure } from "./closures.server";
import { offerExtra } from "./extra-job.server";
import type { ExtraWish } from "./extra-rules";
import type { AskedChange } from "./kind";
import { moveJobTo } from "./move-job.server";
import { undoMove } from "./undo-move.server";

// A storm has closed the morning of the 8th: nothing of the office's goes there, as its customer would read at once that no truck comes.
const world = setSoundWorld({ fleet: { 20: 6 } });
const EIGHTH = day("2026-12-08");
const WHY = "No truck goes out in that time on Tue, Dec 8 (Storm). Choose another time or day.";
let unitId: Id<"unit">;
const deed = () => world.deed(STAFF);
beforeEach(async () => {
  unitId = (await standing(world, { flexibleExtension: false })).id;
});

async function closeMorning() {
  const closing = { day: EIGHTH, part: "morning" as const, reason: "Storm" };
  const looked = lookAtClosure(world.db.orm, world.settings(), closing, world.clock.at);
  const seen = looked.ok ? looked.plan.digest : expect.fail(looked.code);
  await world.db.write((tx) => closeDay(tx, deed(), world.settings(), { ...closing, seen }));
}
const offer = (wish: ExtraWish) => offerExtra(world.db.orm, world.settings(), unitId, wish, world.clock.at);
const move = (jobId: (typeof jobs.$inferSelect)["id"], window: DeliveryWindowId) =>
  world.db.write((tx) => moveJobTo(tx, deed(), world.settings(), jobId, { day: EIGHTH, window }));

it.each(["swap", "dump_and_return", "relocate"] as const)(
  "a %s is neither planned nor moved into a closed half, but into what is left of the day",
  async (kind) => {
    await closeMorning();
    expect(offer(errandOn(kind, EIGHTH, { window: "morning" }))).toEqual({
      ok: false,
      code: "bad_window",
      message: WHY,
    });
    const job = await planByOffice(world, unitId, errandOn(kind, day("2026-12-07"), { window: "morning" }));
    expect(await move(job.id, "morning")).toEqual({ ok: false, code: "bad_window", message: WHY });
    expect(await move(job.id, "anytime")).toMatchObject({ ok: true });
  },
);

it.each(["pickup", "dump_and_return", "swap"] as const)(
  "a %s that was moved out of a half is taken back there by who moved it, though the half has closed meanwhile",
  async (kind) => {
    const to = async (id: Id<"job">, on: Day) =>
      expect(
        await world.db.write((tx) =>
          remembered(tx, deed(), [id], () =>
            moveJobTo(tx, deed(), world.settings(), id, { day: on, window: "morning" }),
          ),
        ),
      ).toMatchObject({ ok: true });
    const pickup = world.db.orm.select().from(jobs).where(eq(jobs.kind, "pickup")).get() ?? expect.fail("no pickup");
    const { id } =
      kind === "pickup" ? pickup : await planByOffice(world, unitId, errandOn(kind, EIGHTH, { window: "morning" }));
    if (kind === "pickup") await to(id, EIGHTH);
    await to(id, day("2026-12-09"));
    await closeMorning();
    expect(await world.db.write((tx) => undoMove(tx, deed(), world.settings()))).toEqual({ ok: true });
    expect(getJob(world.db.orm, id)).toMatchObject({ day: EIGHTH, delivery_window: "morning" });
  },
);

it("a pickup is not moved into a closed half", async () => {
  await closeMorning();
  const pickup = world.db.orm.select().from(jobs).where(eq(jobs.kind, "pickup")).get() ?? expect.fail("no pickup");
  expect(await move(pickup.id, "morning")).toEqual({ ok: false, code: "bad_window", message: WHY });
  expect(await move(pickup.id, "afternoon")).toMatchObject({ ok: true });
});

it("an emergency, which has no time, goes out: planned there, or moved there, it comes whenever it can", async () => {
  await closeMorning();
  world.clock.at = instantAt(EIGHTH, 7);
  const job = await planByOffice(world, unitId, errandOn("emergency", EIGHTH, { window: "morning" }));
  const where = () => {
    const is = getJob(world.db.orm, job.id);
    return [is.day, is.delivery_window, isJobShut(world.db.orm, is, world.clock.at)];
  };
  expect(where()).toEqual([EIGHTH, "anytime", false]);
  expect(await move(job.id, "afternoon")).toMatchObject({ ok: true });
  expect(where()).toEqual([EIGHTH, "afternoon", false]);
  expect(await move(job.id, "morning")).toMatchObject({ ok: true });
  expect(where()).toEqual([EIGHTH, "anytime", false]);
});

it("a storm that closes the morning afterwards moves no emergency: it was planned for no half", async () => {
  world.clock.at = instantAt(EIGHTH, 7);
  const job = await planByOffice(world, unitId, errandOn("emergency", EIGHTH, { window: "morning" }));
  const closing = { day: EIGHTH, part: "morning" as const, reason: "Storm" };
  const looked = lookAtClosure(world.db.orm, world.settings(), closing, world.clock.at);
  expect(looked.ok && looked.plan.jobs.map(({ jobId }) => jobId)).not.toContain(job.id);
});

it.each([
  { kind: "swap", size: 20, material: "general", day: EIGHTH, window: "morning", note: "" },
  { kind: "haul", as: "dump_and_return", day: EIGHTH, window: "morning", note: "" },
] as const satisfies AskedChange[])(
  "a $kind that is paid for while its half closes goes back, like one of a closed day",
  async (asked) => {
    const seen = previewChange(world.db.orm, world.settings(), unitId, asked, world.clock.at);
    if (!seen.ok) return expect.fail(seen.code);
    const got = await world.db.write((tx) =>
      askForChange(tx, world.deed(), world.settings(), unitId, asked, seen.price.total),
    );
    if (!got.ok) return expect.fail(got.code);
    const checkout = await openedChange(world, got.change);
    await closeMorning();
    world.db.orm.delete(outbox).run();
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_refused" });
    expect(getChange(world.db.orm, got.change.id)).toMatchObject({ state: "refused", end_reason: "bad_window" });
    expect(world.db.orm.select().from(refunds).all()).toMatchObject([{ amount: seen.price.total }]);
    expect(world.db.orm.select().from(jobs).where(eq(jobs.day, EIGHTH)).all()).toEqual([]);
    // No truck is promised: that the money goes back is all that is told.
    const told = world.db.orm
      .select()
      .from(outbox)
      .all()
      .map(({ kind }) => kind);
    expect(told.filter((kind) => /^(mail|sms)\./.test(kind))).toEqual(["mail.late-payment", "sms.late-payment"]);
  },
);
