import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { jobs, outbox, units } from "#db/schema/index";
import { listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { askForChange, previewChange } from "~/domain/changes/changes.server";
import type { AskedChange } from "~/domain/changes/kind";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { planExtra } from "~/domain/changes/extra-job.server";
import { keepDumpster, requestPickup } from "~/domain/changes/pickup-request.server";
import { day } from "~/domain/kernel/days";
import type { StaffActor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";

import { listReminded, sendReminders } from "~/domain/messages/reminders.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { openedChange } from "../../../tests/support/changes";
import { BACK, chargesOf, drive, look, OUT, rented } from "../../../tests/support/charges";
import { changeSetting, confirm, sessionFacts, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { readFacts } from "./facts.server";

const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
const at = (on: string, hour = 9) => {
  world.clock.at = instantAt(day(on), hour);
};
const unitOf = (booking: Booking) => listUnits(orm(), booking.id)[0]!;
const pickupOf = (booking: Booking) =>
  orm()
    .select()
    .from(jobs)
    .where(and(eq(jobs.unit_id, unitOf(booking).id), eq(jobs.kind, "pickup")))
    .get()!;

/** Set down on Thursday, December 3, for 7 days; who has it may keep it longer. */
async function kept(): Promise<Booking> {
  const booking = await rented(world, { flexibleExtension: true });
  at("2026-12-03");
  await drive(world, booking, "delivery", OUT);
  return booking;
}
const move = (booking: Booking, on: string) =>
  world.db.write((tx) =>
    moveJobTo(tx, world.deed(STAFF), world.settings(), pickupOf(booking).id, { day: day(on), window: "anytime" }),
  );
const ask = (booking: Booking) =>
  world.db.write((tx) =>
    requestPickup(tx, world.deed(), world.settings(), unitOf(booking).id, { early: true, seen: null }),
  );
/** The days that are charged for, once it is back. */
async function charged(booking: Booking): Promise<unknown> {
  await drive(world, booking, "pickup", BACK(1800));
  await look(world, booking);
  return chargesOf(world, booking).map(({ kind, basis }) =>
    basis?.by === "days" ? [basis.days, basis.paidUntil] : kind,
  );
}
/** The last day without a charge, as the reminder of it says. */
async function lastPaidDay(booking: Booking, on: string) {
  at(on, 8);
  await sendReminders(world.db, world.deed());
  return listReminded(orm(), "due-today", booking.id, day(on)).map((one) => one.day);
}

describe("the days of a dumpster that may be kept, whose pickup the office moves", () => {
  it("are free until the day that its customer is told then", async () => {
    const booking = await kept();
    at("2026-12-08");
    expect(await move(booking, "2026-12-12")).toMatchObject({ ok: true });
    expect(await lastPaidDay(booking, "2026-12-12")).toEqual(["2026-12-12"]);
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.due-today")).all()).toHaveLength(1);
    at("2026-12-14");
    await ask(booking);
    expect(await charged(booking)).toEqual([[2, "2026-12-12"]]);
  });

  it("cost nothing where we come on that day", async () => {
    const booking = await kept();
    at("2026-12-08");
    await move(booking, "2026-12-12");
    at("2026-12-12");
    expect(await charged(booking)).toEqual([]);
  });

  it("are the customer's again where it is moved back, and never fewer than they paid for", async () => {
    const booking = await kept();
    at("2026-12-08");
    await move(booking, "2026-12-12");
    expect(await move(booking, "2026-12-09")).toMatchObject({ ok: false, code: "bad_day" });
    await move(booking, "2026-12-10");
    expect(unitOf(booking).waived_days).toBe(0);
    at("2026-12-11");
    await ask(booking);
    expect(await charged(booking)).toEqual([[1, "2026-12-10"]]);
  });

  it("that were the customer's before it was moved stay so", async () => {
    const booking = await kept();
    // Four days past its day already: what we add after that is ours.
    at("2026-12-14");
    await move(booking, "2026-12-16");
    at("2026-12-16");
    expect(await charged(booking)).toMatchObject([[4, expect.anything()]]);
  });
});

describe("a pickup that the office plans early for its customer", () => {
  it("gives the paid days back, and those that we had added, to who keeps it after all", async () => {
    const booking = await kept();
    at("2026-12-07");
    await move(booking, "2026-12-12");
    const early = { kind: "early", day: day("2026-12-08"), window: "anytime", size: 20, material: "general" } as const;
    const { id } = unitOf(booking);
    const plan = await world.db.write((tx) =>
      planExtra(tx, world.deed<StaffActor>(STAFF), world.settings(), id, { ...early, note: "" }, 0),
    );
    expect(plan.ok).toBe(true);
    expect(unitOf(booking)).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-08" });
    await world.db.write((tx) => keepDumpster(tx, world.deed(), world.settings(), id));
    expect(unitOf(booking)).toMatchObject({ state: "on_site", pickup_date: "2026-12-12", waived_days: 2 });
    expect(pickupOf(booking).day).toBe("2026-12-12");
  });
});

describe("the minute of the pickup's request", () => {
  it("that the pages show is the one that the days are counted by", async () => {
    const booking = await kept();
    at("2026-12-14");
    await ask(booking);
    const { id, pickup_asked_at } = unitOf(booking);
    expect(pickup_asked_at).toBe(world.clock.at);
    await world.db.write((tx) =>
      tx
        .update(units)
        .set({ pickup_asked_at: instantAt(day("2026-12-12"), 9) })
        .where(eq(units.id, id))
        .run(),
    );
    at("2026-12-16");
    expect(await charged(booking)).toEqual([[2, "2026-12-10"]]);
  });

  it("of before it was a fact of its own is in the events", async () => {
    const booking = await kept();
    at("2026-12-14");
    await ask(booking);
    at("2026-12-16");
    await world.db.write((tx) =>
      tx
        .update(units)
        .set({ pickup_asked_at: null })
        .where(eq(units.id, unitOf(booking).id))
        .run(),
    );
    expect(await charged(booking)).toEqual([[4, "2026-12-10"]]);
  });
});

async function bought(booking: Booking, asked: AskedChange): Promise<number> {
  const id = unitOf(booking).id;
  const seen = previewChange(orm(), world.settings(), id, asked, world.clock.at);
  if (!seen.ok) throw new Error(seen.code);
  const done = await world.db.write((tx) =>
    askForChange(tx, world.deed(), world.settings(), id, asked, seen.price.total),
  );
  if (!done.ok) throw new Error(done.code);
  await confirm(world, sessionFacts(await openedChange(world, done.change)));
  return seen.price.lines.find(({ kind }) => kind === "rental")?.cents ?? 0;
}
const HAUL: AskedChange = { kind: "haul", as: "dump_and_return", day: day("2026-12-04"), window: "anytime", note: "" };
const SWAP: AskedChange = {
  ...{ kind: "swap", size: 20, material: "general", day: day("2026-12-05"), window: "morning", note: "" },
};
const booked = (id: Id<"booking">) =>
  readLedger(orm(), id)
    .charges.map(({ kind }) => kind)
    .sort();

describe("a truck that was bought", () => {
  it.each([
    ["an emptying", HAUL, "dump_and_return", ["haul", "rental"]],
    ["a swap", SWAP, "swap", ["haul", "rental", "rental"]],
  ] as const)("is not charged once more when it is done: %s", async (_, asked, kind, all) => {
    const booking = await rented(world);
    at("2026-12-03");
    await drive(world, booking, "delivery", OUT);
    await bought(booking, asked);
    at(asked.day);
    await drive(world, booking, kind, BACK(1800));
    await look(world, booking);
    expect(chargesOf(world, booking)).toEqual([]);
    expect(booked(booking.id)).toEqual(all);
    expect(readLedger(orm(), booking.id).owed).toBe(0);
  });

  it("is what its load is compared with, at the price that was paid for it", async () => {
    const booking = await rented(world);
    at("2026-12-03");
    await drive(world, booking, "delivery", OUT);
    const paid = await bought(booking, SWAP);
    // Whatever it costs today.
    await changeSetting(world, "discountPercent", 10);
    const { units: read } = readFacts(orm(), world.settings(), booking);
    expect([paid, read.map(({ ordered }) => ordered?.paid)]).toEqual([37_900, [37_900, 37_900]]);
  });
});
