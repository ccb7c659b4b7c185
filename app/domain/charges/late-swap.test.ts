import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { BACK, chargesOf, drive, look, OUT, rented } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { findPickup, keepDumpster, requestPickup } from "../changes/pickup-request.server";
import { withdrawExtra } from "../changes/withdraw-extra.server";
import { mergeFlags } from "../flags/flags";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { listCustomerUnits } from "../records/customer-unit.server";

/** A swap that comes to nothing after its day: our delay costs nothing, as its customer was told (`onSiteWords`). */
const world = setSoundWorld({ fleet: { 20: 5 } });
let id: Id<"booking">;
const orm = () => world.db.orm;
const at = (on: string, hour = 10) => (world.clock.at = instantAt(day(on), hour));
const unit = () => listUnits(orm(), id)[0]!;
const card = () => {
  const now = { settings: world.settings(), flags: mergeFlags({}, {}), now: world.clock.at };
  return listCustomerUnits(orm(), getBooking(orm(), id), now)[0]!.next;
};

/** Set down on Thursday, December 3, paid for until the 10th, to be swapped on a day. */
async function swapOn(on: string, flexibleExtension = true, came = "2026-12-03"): Promise<Id<"job">> {
  const booking = await rented(world, { flexibleExtension });
  id = booking.id;
  at(came);
  await drive(world, booking, "delivery", OUT);
  at("2026-12-04");
  return (await planByOffice(world, unit().id, errandOn("swap", on))).id;
}
const takeBack = (jobId: Id<"job">) => world.db.write((tx) => withdrawExtra(tx, world.deed(), jobId, "not wanted"));
const inVain = () => drive(world, { id }, "swap", [{ to: "en_route" }, { to: "arrived" }, ATTEMPTED]);
const ATTEMPTED = { to: "attempted", reason: "Something blocks the place", note: "" } as const;

const ask = () =>
  world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), unit().id, { early: true, seen: null }));

/** The days that are charged once it is back, and from which day on they were counted. */
async function charged(asked: string): Promise<unknown> {
  at(asked);
  expect(await ask()).toMatchObject({ ok: true });
  await drive(world, { id }, "pickup", BACK(1800));
  await look(world, { id });
  return chargesOf(world, { id })
    .filter(({ kind }) => kind === "day_overage")
    .map(({ basis }) => basis?.by === "days" && [basis.days, basis.paidUntil]);
}

it.each([
  // The swap's day, when it ended, when the pickup was asked for, and what is charged.
  ["2026-12-10", "2026-12-15", "2026-12-15", []],
  ["2026-12-10", "2026-12-15", "2026-12-17", [[2, "2026-12-15"]]],
  // Inside the paid days: those were theirs anyway.
  ["2026-12-07", "2026-12-15", "2026-12-17", [[2, "2026-12-15"]]],
  ["2026-12-07", "2026-12-09", "2026-12-12", [[2, "2026-12-10"]]],
  // After them: until the swap's day it was kept.
  ["2026-12-14", "2026-12-16", "2026-12-16", [[4, "2026-12-12"]]],
  // On its day, or before it, we were not late.
  ["2026-12-12", "2026-12-12", "2026-12-14", [[4, "2026-12-10"]]],
  // A Sunday, on which no pickup is.
  ["2026-12-10", "2026-12-13", "2026-12-15", [[1, "2026-12-14"]]],
] as const)("planned for %s, taken back on %s, asked for on %s: %j", async (on, ended, asked, days) => {
  const jobId = await swapOn(on);
  at(ended);
  expect(await takeBack(jobId)).toBe(true);
  expect(await charged(asked)).toEqual(days);
});

it("in vain because something blocks the place, our delay until that day is free as well", async () => {
  await swapOn("2026-12-10");
  at("2026-12-15");
  await inVain();
  expect(await charged("2026-12-16")).toEqual([[1, "2026-12-15"]]);
});

it("says on its page which day is the last one without charge then, and plans the pickup for it", async () => {
  const jobId = await swapOn("2026-12-10");
  at("2026-12-15");
  expect(card()).toBe("We planned the swap for Thursday, December 10, and are late: our delay costs you nothing.");
  await takeBack(jobId);
  expect(card()).toBe(
    "It is paid for until Tuesday, December 15: each day after that costs $25 plus tax, charged to your card, until you ask for the pickup.",
  );
  expect([unit().pickup_date, findPickup(orm(), unit().id)?.day]).toEqual(["2026-12-15", "2026-12-15"]);
});

it("who may not keep it longer pays for no day, and is picked up after our delay", async () => {
  const jobId = await swapOn("2026-12-10", false);
  at("2026-12-15");
  await takeBack(jobId);
  expect(card()).toBe("We pick it up on Tuesday, December 15.");
  expect(await charged("2026-12-15")).toEqual([]);
  expect(orm().select().from(jobs).where(eq(jobs.id, jobId)).get()?.state).toBe("cancelled");
});

it("taken back a second time, only what is new of our delay is added", async () => {
  const first = await swapOn("2026-12-10");
  at("2026-12-12");
  await takeBack(first);
  const second = await planByOffice(world, unit().id, errandOn("swap", "2026-12-14"));
  at("2026-12-16");
  await world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), second.id, "not wanted"));
  // Two days until the second was to come, which were theirs.
  expect(await charged("2026-12-16")).toEqual([[2, "2026-12-14"]]);
});

it("asked for before it, no day of it was counted, and the days until then stay the customer's", async () => {
  const booking = await rented(world, { flexibleExtension: true });
  id = booking.id;
  at("2026-12-03");
  await drive(world, booking, "delivery", OUT);
  at("2026-12-14");
  await ask();
  const swap = await planByOffice(world, unit().id, errandOn("swap", "2026-12-16"));
  at("2026-12-18");
  await takeBack(swap.id);
  expect(await charged("2026-12-18")).toEqual([[4, "2026-12-10"]]);
});

it("set down a day late, its days are counted from then on, as everywhere", async () => {
  const jobId = await swapOn("2026-12-10", true, "2026-12-04");
  at("2026-12-15");
  await takeBack(jobId);
  expect(card()).toContain("It is paid for until Tuesday, December 15");
  expect(await charged("2026-12-17")).toEqual([[2, "2026-12-15"]]);
});

it("taken back after the pickup was asked for early, the days that were given up are theirs again if they keep it", async () => {
  const booking = await rented(world);
  id = booking.id;
  at("2026-12-03");
  await drive(world, booking, "delivery", OUT);
  at("2026-12-05");
  const kept = unit().occupied_until;
  await ask();
  const swap = await planByOffice(world, unit().id, errandOn("swap", "2026-12-07"));
  expect(await takeBack(swap.id)).toBe(true);
  expect(unit()).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-05" });
  expect(findPickup(orm(), unit().id)).toMatchObject({ was_pickup: "2026-12-10", was_until: kept });
  expect(await world.db.write((tx) => keepDumpster(tx, world.deed(), world.settings(), unit().id))).toMatchObject({
    ok: true,
  });
  expect(unit()).toMatchObject({ state: "on_site", pickup_date: "2026-12-10" });
});
