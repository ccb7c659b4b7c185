import { eq } from "drizzle-orm";
import { jobs, tasks, units } from "#db/schema/index";
import type { DraftData } from "~/domain/booking/draft/data";
import { askForChange, previewChange, type Change } from "~/domain/changes/changes.server";
import { offerExtra, planExtra } from "~/domain/changes/extra-job.server";
import type { ExtraWish } from "~/domain/changes/extra-rules";
import type { AskedChange } from "~/domain/changes/kind";
import type { Job } from "~/domain/dispatch/jobs.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import { openedChange } from "./changes";
import { confirm, paidBooking, sessionFacts, STAFF, type TestWorld } from "./domain";
import { driveJob } from "./driver";

/** A swap as most tests ask for it: for one like it, on the Monday after. */
export const SWAP: ExtraWish = {
  kind: "swap",
  day: day("2026-12-07"),
  window: "morning",
  size: 20,
  material: "general",
  note: "",
};

/** A dumpster that was set down on December 3 at nine and is picked up on the 10th, with who brought it. */
export async function standing(world: TestWorld, ordered: Partial<DraftData> = {}) {
  const { id: bookingId } = await paidBooking(world, ordered);
  world.clock.at = instantAt(day("2026-12-03"), 9);
  const { driverId: driver } = await driveJob(world, bookingId, ["en_route", "arrived", "serviced", "completed"]);
  const unit = world.db.orm.select().from(units).where(eq(units.booking_id, bookingId)).get();
  if (!unit) throw new Error("no dumpster");
  return { bookingId, driver, id: unit.id };
}

/** What needs a person, by its kind. */
export const openTasks = ({ db }: TestWorld) =>
  db.orm
    .select()
    .from(tasks)
    .where(eq(tasks.state, "open"))
    .all()
    .map(({ kind }) => kind);

/** What is asked for a 20-yard dumpster at its place, at any time of that day. */
export const errandOn = (kind: ExtraWish["kind"], on: string, also: Partial<ExtraWish> = {}): ExtraWish => ({
  ...{ kind, day: day(on), window: "anytime", size: 20, material: "general", note: "" },
  ...also,
});

/** The office plans it at the price that it would see. Throws the refusal's code. */
export async function planByOffice(world: TestWorld, unitId: Id<"unit">, wish: ExtraWish): Promise<Job> {
  const offer = offerExtra(world.db.orm, world.settings(), unitId, wish, world.clock.at);
  if (!offer.ok) throw new Error(offer.code);
  const done = await world.db.write((tx) =>
    planExtra(tx, world.deed(STAFF), world.settings(), unitId, wish, offer.price.total),
  );
  if (!done.ok) throw new Error(done.code);
  return done.job;
}

export const haulOn = (on: string): AskedChange => ({
  ...{ kind: "haul", as: "dump_and_return", day: day(on), window: "anytime", note: "" },
});

/** Its customer buys an emptying and has paid for it. */
export async function buyHaul(world: TestWorld, unitId: Id<"unit">, on: string): Promise<{ job: Job; change: Change }> {
  const asked = haulOn(on);
  const seen = previewChange(world.db.orm, world.settings(), unitId, asked, world.clock.at);
  if (!seen.ok) throw new Error(seen.code);
  const got = await world.db.write((tx) =>
    askForChange(tx, world.deed(), world.settings(), unitId, asked, seen.price.total),
  );
  if (!got.ok) throw new Error(got.code);
  if (seen.price.total > 0) await confirm(world, sessionFacts(await openedChange(world, got.change)));
  const job = world.db.orm.select().from(jobs).where(eq(jobs.change_id, got.change.id)).get();
  if (!job) throw new Error("no truck is planned");
  return { job, change: got.change };
}
