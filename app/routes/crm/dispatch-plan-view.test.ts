import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { bookings, units } from "#db/schema/index";
import { readBoard } from "~/domain/dispatch/board.server";
import { createJobsForUnits } from "~/domain/dispatch/jobs.server";
import { planDay } from "~/domain/dispatch/plan-day.server";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { addDays, day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import { openWorld, STAFF } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { planView } from "./dispatch-plan-view.server";

it("a proposal for today names each size of which it gives out more than empties are in the yard, the smallest first; for later days none", async () => {
  const now = instantAt(day("2026-12-16"), 7);
  const world = await openWorld({ fleet: { 20: 1, 25: 5 }, now });
  await seedAccounts(world.db, now);
  world.db.sqlite.exec("delete from jobs where day between '2026-12-10' and '2026-12-31'");
  const order = (size: number, on: string, window = "anytime") =>
    world.db.write((tx) => {
      const dates = { scheduled_delivery_date: day(on), scheduled_pickup_date: addDays(day(on), 40) };
      const { id } = insertBooking(tx, world.deed(STAFF), { zip: "32801", ...dates });
      tx.update(bookings).set({ status: "confirmed" }).where(eq(bookings.id, id)).run();
      tx.update(units).set({ size_yards: size, delivery_window: window }).where(eq(units.booking_id, id)).run();
      createJobsForUnits(tx, world.deed(STAFF), id);
    });
  for (const size of [20, 20, 20, 25]) await order(size, "2026-12-16", "morning");
  await order(15, "2026-12-16", "afternoon");
  for (const size of [20, 20]) await order(size, "2026-12-17");
  const tooFew = async (on: string) => {
    const rules = { settings: world.settings(), oneDriver: true };
    const made = await planDay(world.db, world.deed(STAFF), rules, day(on), () => Promise.resolve());
    const clock = { today: day("2026-12-16"), minuteNow: 7 * 60 };
    const board = readBoard(world.db.orm, day(on), clock, world.settings());
    const view = planView(world, board, made.ok ? made.plan.version : "", (job) => job as never);
    return [view?.routes.flatMap(({ stops }) => stops).length, view?.tooFew];
  };
  expect(await tooFew("2026-12-16")).toEqual([
    5,
    [
      "1 dumpster of 15 yards is to leave today and 0 empty ones are in the yard.",
      "3 dumpsters of 20 yards are to leave today and 1 empty one is in the yard.",
    ],
  ]);
  expect(await tooFew("2026-12-17")).toEqual([2, []]);
  world.close();
});
