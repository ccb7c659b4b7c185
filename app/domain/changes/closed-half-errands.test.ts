import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import type { DeliveryWindowId } from "../schedule/rules";
import { closeDay, lookAtClosure } from "./closures.server";
import { offerExtra } from "./extra-job.server";
import type { ExtraWish } from "./extra-rules";
import { moveJobTo } from "./move-job.server";

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

it("a pickup is not moved into a closed half; an emergency, which has no time, goes out", async () => {
  await closeMorning();
  const pickup = world.db.orm.select().from(jobs).where(eq(jobs.kind, "pickup")).get() ?? expect.fail("no pickup");
  expect(await move(pickup.id, "morning")).toEqual({ ok: false, code: "bad_window", message: WHY });
  expect(await move(pickup.id, "afternoon")).toMatchObject({ ok: true });
  world.clock.at = instantAt(EIGHTH, 7);
  expect(offer(errandOn("emergency", EIGHTH, { window: "morning" }))).toMatchObject({ ok: true });
});
