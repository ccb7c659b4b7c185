import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { changes, jobs } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { BACK, chargesOf, drive, look, OUT, rented } from "../../../tests/support/charges";
import { confirm, sessionFacts, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { listUnits } from "../booking/order/bookings.server";
import { paidUntil } from "../booking/order/paid-stay.server";
import { day } from "../kernel/days";
import { chooseDay } from "./choose-day.server";
import { reopenDay } from "./closures.server";
import { moveJobTo } from "./move-job.server";
import { rescheduleUnit } from "./reschedule.server";

const world = setSoundWorld({ fleet: { 20: 4 } });
const rental = standingRental(world);
const { standing, ordered, at, aMinute, unit, booking, pickup, give, choose, move, undo, storm, stormOver, charged } =
  rental;

/** The pickup that is told, and the last day without a charge. */
const stands = () => {
  const { lastFree } = paidUntil(world.db.orm, world.settings(), booking(), unit());
  return [unit().pickup_date, lastFree];
};
async function buy(days: number) {
  const checkout = await openedChange(world, await pricedDays(world, unit().id, days));
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
}
const toDay = (on: string) =>
  world.db.write((tx) =>
    chooseDay(tx, world.deed(), world.settings(), unit().id, { day: day(on), window: "anytime", seen: null }),
  );
const jobOf = (kind: "delivery" | "pickup") => world.db.orm.select().from(jobs).where(eq(jobs.kind, kind)).get()!;
/** Kept until asked, its pickup before the paid days: as it could be moved before that was refused. */
async function standsTooSoon() {
  await standing();
  at("2026-12-05");
  const dates = { deliveryDate: unit().delivery_date, window: "morning", pickupDate: day("2026-12-09") } as const;
  await world.db.write((tx) =>
    rescheduleUnit(tx, world.deed(), world.settings(), unit().id, dates, { pickupAlone: true }),
  );
}

it("a move of what stood before its paid day already is taken back all the same", async () => {
  await standsTooSoon();
  expect(await move("2026-12-11")).toMatchObject({ ok: true });
  aMinute();
  expect(await undo()).toEqual({ ok: true });
  expect([unit().pickup_date, pickup().day]).toEqual(["2026-12-09", "2026-12-09"]);
});

it("a storm moves each for its own paid days", async () => {
  await ordered({ rentalDays: 10 });
  const other = await rented(world, { deliveryDate: "2026-12-03", rentalDays: 5 });
  await storm("2026-12-03");
  const stay = ({ delivery_date, pickup_date }: ReturnType<typeof unit>) => [delivery_date, pickup_date];
  expect([unit(), listUnits(world.db.orm, other.id)[0]!].map(stay)).toEqual([
    ["2026-12-04", "2026-12-14"],
    ["2026-12-04", "2026-12-09"],
  ]);
});

it("days that we gave go along with a delivery that a storm moves", async () => {
  await ordered({ flexibleExtension: false });
  expect(await move("2026-12-12")).toMatchObject({ ok: true });
  expect(unit()).toMatchObject({ pickup_date: "2026-12-12", waived_days: 2 });
  await storm("2026-12-03");
  // Thursday's two of them end on Sunday, the 13th: told is Monday, which is not charged.
  expect(unit()).toMatchObject({ delivery_date: "2026-12-04", pickup_date: "2026-12-14", waived_days: 2 });
  const wish = { day: day("2026-12-05"), window: "anytime", seen: null } as const;
  await world.db.write((tx) => chooseDay(tx, world.deed(), world.settings(), unit().id, wish));
  // Not as long as with that Sunday: from Saturday on they end on Monday by themselves.
  expect(unit()).toMatchObject({ delivery_date: "2026-12-05", pickup_date: "2026-12-14" });
});

it("a day that was sold and closed since is not forgotten when its delivery is moved and put back", async () => {
  await ordered({ rentalDays: 10 });
  await buy(1);
  expect(await toDay("2026-12-04")).toMatchObject({ ok: true });
  await storm("2026-12-15");
  expect(await toDay("2026-12-03")).toMatchObject({ ok: true });
  const [told, paid] = stands();
  expect(told).toBe(paid);
});

it.each(["taken back", "opened again"])(
  "a last paid day behind a closed one stays theirs when that is %s",
  async (how) => {
    await ordered();
    const closed = await storm("2026-12-11");
    aMinute();
    await storm("2026-12-03");
    expect(stands()).toEqual(["2026-12-12", "2026-12-12"]);
    aMinute();
    if (how === "taken back") expect(await stormOver(closed)).toMatchObject({ ok: true });
    else await world.db.write((tx) => reopenDay(tx, world.deed(STAFF), world.settings(), day("2026-12-11")));
    expect(stands()).toEqual(["2026-12-12", "2026-12-12"]);
    at("2026-12-04");
    await drive(world, booking(), "delivery", OUT);
    expect(await charged("2026-12-12")).toEqual([]);
  },
);

it("nor is a day charged of who has a pickup’s day, whose truck comes then", async () => {
  await ordered({ flexibleExtension: false });
  await storm("2026-12-11");
  const to = { day: day("2026-12-04"), window: "anytime" } as const;
  await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), jobOf("delivery").id, to));
  await world.db.write((tx) => reopenDay(tx, world.deed(STAFF), world.settings(), day("2026-12-11")));
  expect(stands()).toEqual(["2026-12-12", "2026-12-12"]);
  at("2026-12-04");
  await drive(world, booking(), "delivery", OUT);
  at("2026-12-12", 8);
  await drive(world, booking(), "pickup", BACK(1800));
  await look(world, booking());
  expect(chargesOf(world, booking()).filter(({ basis }) => basis?.by === "days")).toEqual([]);
});

it("who keeps it until they ask is offered no day before the paid ones, after a storm moved what was given by hand", async () => {
  await standing();
  at("2026-12-08", 20);
  await give();
  await storm("2026-12-10");
  expect(stands()).toEqual(["2026-12-11", "2026-12-11"]);
  expect(await choose("2026-12-09")).toMatchObject({ ok: false });
  expect(await choose("2026-12-12")).toMatchObject({ ok: true });
});

it("what stands before its paid days can have another window, and come nearer to them", async () => {
  await standsTooSoon();
  const to = (on: string) => {
    const { id } = jobOf("pickup");
    const wish = { day: day(on), window: "morning" } as const;
    return world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), id, wish));
  };
  expect(await to("2026-12-09")).toMatchObject({ ok: true });
  expect(await to("2026-12-08")).toMatchObject({ ok: false, code: "bad_day" });
});

it("a storm that is taken back puts no pickup on a day that was closed meanwhile: that one stays, and is counted", async () => {
  await ordered({ flexibleExtension: false });
  const first = await storm("2026-12-03");
  aMinute();
  await storm("2026-12-10");
  aMinute();
  expect(await stormOver(first)).toMatchObject({ ok: true, back: 0, left: 1 });
  expect(jobOf("pickup").day).toBe("2026-12-11");
});

it("a sold day of before its delivery was kept with it counts wherever that is", async () => {
  await ordered({ deliveryDate: "2026-12-08", rentalDays: 10, flexibleExtension: false });
  await buy(1);
  const { delivery: _, ...wish } = world.db.orm.select().from(changes).get()!.wish as { delivery?: string };
  world.db.orm
    .update(changes)
    .set({ wish: wish as never })
    .run();
  await toDay("2026-12-04");
  const [told, paid] = stands();
  expect(told).toBe(paid);
});

it("but what is kept until asked stands on a closed day anyway: its delivery comes back", async () => {
  await ordered();
  await storm("2026-12-10");
  aMinute();
  const second = await storm("2026-12-03");
  aMinute();
  expect(await stormOver(second)).toMatchObject({ ok: true, back: 1, left: 0 });
  expect(unit()).toMatchObject({ delivery_date: "2026-12-03", pickup_date: "2026-12-10" });
});

it("opening a day that nothing closes, as a holiday, gives no days", async () => {
  await ordered({ deliveryDate: "2026-12-18" });
  expect(unit().pickup_date).toBe("2026-12-26");
  await world.db.write((tx) => reopenDay(tx, world.deed(STAFF), world.settings(), day("2026-12-25")));
  expect(unit().waived_days).toBe(0);
});

it("nor on one whose two halves were closed on either side of that storm", async () => {
  await ordered({ flexibleExtension: false });
  await storm("2026-12-10", "morning");
  aMinute();
  const between = await storm("2026-12-03");
  aMinute();
  await storm("2026-12-10", "afternoon");
  aMinute();
  expect(await stormOver(between)).toMatchObject({ ok: true, back: 0, left: 1 });
  expect(jobOf("pickup").day).not.toBe("2026-12-10");
});
