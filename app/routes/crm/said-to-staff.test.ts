import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { deliveryDayProblem } from "~/domain/schedule/rules";
import { minimumOrderProblem } from "~/domain/service-area/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { quoteDayProblem } from "~/domain/booking/order/renew.server";
import { instantAt } from "~/domain/kernel/time.server";
import { checkSchedule } from "~/domain/booking/order/schedule-check.server";
import { draftData, openWorld } from "../../../tests/support/domain";
import { saidToStaff } from "./said-to-staff.server";

/** Nobody of the office is told to call the office, and nobody's own area, name or order is the clerk's. */
const toStaff = (words: string | null | undefined) => saidToStaff({ field: words ?? "" })["field"] ?? "";

it("says an order that is too small to whoever types for a caller", () => {
  expect(toStaff(minimumOrderProblem(10000, 30000))).toBe(
    "The smallest order for the caller’s area is $300 before tax; this one is $100. Add to it.",
  );
});

it("says a day that is too far", () => {
  const today = day("2026-12-01");
  const ahead = day("2029-12-03");
  const words = deliveryDayProblem(ahead, { today, minuteNow: 600, settings: DEFAULT_SETTINGS });
  expect(words).toContain("or call us");
  expect(toStaff(words)).toMatch(/Choose a day up to [^,]+, [^,]+ \d+(?:, \d{4})?\.$/);
});

it("says an order of too many trips", async () => {
  const world = await openWorld({ fleet: { 20: 9 } });
  const data = draftData({
    cart: [1, 2].map(() => ({ dumpsterSize: 20, quantity: 5, materialCategory: "general" as const })),
  });
  const refused = checkSchedule(world.db.orm, world.settings(), data, world.clock.at);
  world.close();
  const words = refused.ok ? null : refused.fields["deliveryTime"];
  expect(words).toContain("Ask us to call you");
  expect(toStaff(words)).toMatch(/Check “Take it also into a full window”, or make an order for each time\.$/);
});

it("takes today as the last day of a price, and no day before", () => {
  const now = instantAt(day("2026-12-01"), 23, 59);
  expect([quoteDayProblem("2026-12-01", now), quoteDayProblem(null, now)]).toEqual([null, null]);
  expect(quoteDayProblem("2026-11-30", now)).toBe("Choose today or a later day for the end of the price.");
});
