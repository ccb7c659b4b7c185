import { missJob, temporaryDriver } from "./driver";
import { BACK, chargesOf, drive, look, OUT, rented } from "./charges";
import { STAFF, type TestWorld } from "./domain";
import { listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { chooseDay } from "~/domain/changes/choose-day.server";
import { planClosure } from "~/domain/changes/closure-read.server";
import { undoClosure } from "~/domain/changes/closure-undo.server";
import { closeDay } from "~/domain/changes/closures.server";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { findPickup, keepDumpster, requestPickup } from "~/domain/changes/pickup-request.server";
import { undoMove } from "~/domain/changes/undo-move.server";
import { remembered } from "~/domain/dispatch/last-move.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { day } from "~/domain/kernel/days";
import { instantAt, MINUTE, plus } from "~/domain/kernel/time.server";

/** One dumpster that stands at its customer's, and what they, the office and the weather do to its pickup. */
export function standingRental(world: TestWorld) {
  let booking: Booking;
  const at = (on: string, hour = 9) => (world.clock.at = instantAt(day(on), hour));
  const aMinute = () => (world.clock.at = plus(world.clock.at, MINUTE));
  const deed = () => world.deed(STAFF);
  const rules = () => world.settings();
  const unit = () => listUnits(world.db.orm, booking.id)[0]!;
  const pickup = () => findPickup(world.db.orm, unit().id)!;
  const ask = () =>
    world.db.write((tx) => requestPickup(tx, world.deed(), rules(), unit().id, { early: true, seen: null }));
  async function ordered(changes: Parameters<typeof rented>[1] = {}) {
    at("2026-12-01");
    booking = await rented(world, { flexibleExtension: true, deliveryDate: "2026-12-03", ...changes });
  }
  async function standing(came = "2026-12-03", changes: Parameters<typeof rented>[1] = {}) {
    await ordered(changes);
    at(came);
    await drive(world, booking, "delivery", OUT);
  }
  return {
    ...{ at, aMinute, deed, rules, unit, pickup, ask },
    booking: () => booking,
    /** Of Thursday, December 3, for 7 days, set down on `came`; who has it may keep it longer, but for `changes`. */
    standing,
    /** The same before it is set down. */
    ordered,
    /** The same of somebody who has a pickup's day, which we may move sooner. */
    promised: (changes: Parameters<typeof rented>[1] = {}) =>
      standing("2026-12-03", { flexibleExtension: false, ...changes }),
    keep: () => world.db.write((tx) => keepDumpster(tx, world.deed(), rules(), unit().id)),
    choose: (on: string) =>
      world.db.write((tx) =>
        chooseDay(tx, world.deed(), rules(), unit().id, { day: day(on), window: null, seen: null }),
      ),
    move: (on: string) =>
      world.db.write((tx) =>
        remembered(tx, deed(), [pickup().id], () =>
          moveJobTo(tx, deed(), rules(), pickup().id, { day: day(on), window: "anytime" }),
        ),
      ),
    undo: () => world.db.write((tx) => undoMove(tx, deed(), rules())),
    async give() {
      const driver = await temporaryDriver(world);
      await world.db.write((tx) => placeJob(tx, deed(), pickup().id, driver));
    },
    inVain: () => missJob(world, pickup().id),
    async storm(on: string, part: "day" | "morning" | "afternoon" = "day") {
      const wish = { day: day(on), part, reason: "Storm" };
      const { digest: seen } = planClosure(world.db.orm, rules(), wish, world.clock.at);
      const done = await world.db.write((tx) => closeDay(tx, deed(), rules(), { ...wish, seen }));
      if (!done.ok) throw new Error(done.code);
      return done.closure.id;
    },
    stormOver: (closure: string) => world.db.write((tx) => undoClosure(tx, deed(), rules(), closure)),
    /** Asked for on that day, and collected: the days that are charged for, and until when it was paid. */
    async charged(on: string): Promise<unknown> {
      at(on, 8);
      await ask();
      await drive(world, booking, "pickup", BACK(1800));
      await look(world, booking);
      return chargesOf(world, booking).flatMap(({ basis }) =>
        basis?.by === "days" ? [[basis.days, basis.paidUntil]] : [],
      );
    },
  };
}
