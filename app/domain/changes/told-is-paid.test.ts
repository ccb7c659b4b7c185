import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { BACK, chargesOf, drive, look, OUT } from "../../../tests/support/charges";
import { confirm, sessionFacts, STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { listUnits } from "../booking/order/bookings.server";
import { paidUntil } from "../booking/order/paid-stay.server";
import { day } from "../kernel/days";
import { chooseDay } from "./choose-day.server";
import { moveJobTo } from "./move-job.server";

/** Wherever a delivery or a swap is moved to, and by whom: the pickup that is told is paid for. */
const world = setSoundWorld({ fleet: { 20: 4 } });
const { ordered, standing, at, unit, booking, storm } = standingRental(world);
const came = () => listUnits(world.db.orm, booking().id).at(-1)!;
/** The delivery, the pickup, and the last day without a charge. */
const stands = () => {
  const { delivery_date, pickup_date } = came();
  const { lastFree } = paidUntil(world.db.orm, world.settings(), booking(), came());
  return [delivery_date, pickup_date, lastFree];
};
async function buy(days: number) {
  if (days === 0) return;
  const checkout = await openedChange(world, await pricedDays(world, unit().id, days));
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
}
const byDays = () => chargesOf(world, booking()).filter(({ basis }) => basis?.by === "days");
async function move(kind: "delivery" | "pickup" | "swap", on: string) {
  const mine = and(eq(jobs.booking_id, booking().id), eq(jobs.kind, kind));
  const job = world.db.orm.select().from(jobs).where(mine).get()!;
  const to = { day: day(on), window: "anytime" } as const;
  const moved = await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), job.id, to));
  expect(moved).toMatchObject({ ok: true });
}

it.each([
  // Ten days from Thursday the 3rd end on a Sunday, so on Monday the 14th; a day more is Tuesday.
  [10, 1, ["2026-12-04", "2026-12-15", "2026-12-15"], ["2026-12-07", "2026-12-18", "2026-12-18"]],
  [10, 0, ["2026-12-04", "2026-12-14", "2026-12-14"], ["2026-12-07", "2026-12-17", "2026-12-17"]],
  // Three more than seven end on a Sunday too.
  [7, 3, ["2026-12-04", "2026-12-14", "2026-12-14"], ["2026-12-07", "2026-12-17", "2026-12-17"]],
] as const)(
  "a delivery of %i days and %i more that a storm moves, and then its customer",
  async (days, more, is, then) => {
    await ordered({ rentalDays: days });
    await buy(more);
    await storm("2026-12-03");
    expect(stands()).toEqual(is);
    const wish = { day: day("2026-12-07"), window: "anytime", seen: null } as const;
    await world.db.write((tx) => chooseDay(tx, world.deed(), world.settings(), unit().id, wish));
    expect(stands()).toEqual(then);
    at("2026-12-07");
    await drive(world, booking(), "delivery", OUT);
    at(unit().pickup_date, 8);
    await drive(world, booking(), "pickup", BACK(1800));
    await look(world, booking());
    expect(byDays()).toEqual([]);
  },
);

it.each(["the office", "a storm"])("a swap that %s moves: what it brings ended on Christmas", async (who) => {
  await standing("2026-12-03", { rentalDays: 16 });
  at("2026-12-16");
  await planByOffice(world, unit().id, errandOn("swap", "2026-12-18"));
  expect(stands()).toEqual(["2026-12-18", "2026-12-26", "2026-12-26"]);
  if (who === "a storm") await storm("2026-12-18");
  else await move("swap", "2026-12-19");
  expect(stands()).toEqual(["2026-12-19", "2026-12-26", "2026-12-26"]);
});

it("days bought behind days that we gave, the pickup sooner by us, then the delivery later: none beyond the paid ones", async () => {
  await ordered({ deliveryDate: "2026-12-08", rentalDays: 10, flexibleExtension: false });
  await move("pickup", "2026-12-21");
  await buy(3);
  expect(stands()).toEqual(["2026-12-08", "2026-12-24", "2026-12-24"]);
  await move("pickup", "2026-12-23");
  await move("delivery", "2026-12-09");
  const [, pickup, lastFree] = stands();
  expect(pickup! <= lastFree!).toBe(true);
});
