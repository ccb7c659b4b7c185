import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import { cancelBooking } from "../changes/cancel.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { listForOffice } from "../records/booking-list.server";
import { openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import { growDatabase } from "../../../tests/support/grow";
import { moneyOf, periodsUpTo, readPeriod, writePeriod } from "./money.server";
import { applyRefundFacts } from "./refunds.server";

describe("the periods beside each other", () => {
  it.each([
    ["2026-12-01", "2026-12-01", "2026-11-01", "2026-11-01"],
    ["2026-11-23", "2026-11-01", "2026-10-01", "2026-10-23"],
    ["2027-01-31", "2027-01-01", "2026-12-01", "2026-12-31"],
    // The month before has no such day.
    ["2026-12-31", "2026-12-01", "2026-11-01", "2026-11-30"],
    ["2027-03-30", "2027-03-01", "2027-02-01", "2027-02-28"],
  ])("on %s are the month from %s and from %s to %s", (today, from, before, to) => {
    expect(periodsUpTo(day(today))).toEqual({
      today: { from: today, to: today },
      month: { from, to: today },
      before: { from: before, to },
    });
  });

  it("stand in an address, and what is none there is no period", () => {
    for (const text of ["2026-12-01", "2026-11-01..2026-11-23"]) {
      const period = readPeriod(text);
      expect(period && writePeriod(period)).toBe(text);
    }
    for (const odd of [
      null,
      "",
      "..",
      "2026-12-01..",
      "2026-12-02..2026-12-01",
      "2026-02-30",
      "today",
      "x..2026-12-01",
    ])
      expect(readPeriod(odd), String(odd)).toBeNull();
  });
});

describe("the money of a day", () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ fleet: { 20: 20 } });
  });
  afterAll(() => world.close());
  const on = (text: string) => moneyOf(world.db.orm, { from: day(text), to: day(text) });
  const listed = (from: string, to = from) => {
    const page = listForOffice(world.db.orm, { money: { from: day(from), to: day(to) } });
    return page.rows.map(({ number }) => number);
  };
  /** What the books themselves say of a stretch of time. */
  const inBooks = (from: number, to: number) =>
    world.db.sqlite
      .prepare(
        "select coalesce(sum(case when kind in ('payment','refund_failed','dispute_won') then amount + tax end), 0) came, coalesce(sum(case when kind in ('refund','dispute') then amount + tax end), 0) went from ledger_entries where at >= ? and at < ?",
      )
      .get(from, to);

  it("is what came in and went back on it in New York, to its last minute, as the books have it", async () => {
    const seeded = on(TODAY);
    const payAt = async (on: string, hour: number, minute: number) => {
      world.clock.at = instantAt(day(on), hour, minute);
      return paidBooking(world, { deliveryDate: "2026-12-10" });
    };
    const late = await payAt("2026-12-01", 23, 59);
    expect(on("2026-12-01").came - seeded.came).toBe(late.total_amount);
    const early = await payAt("2026-12-02", 0, 0);
    expect(on("2026-12-02")).toEqual({ came: early.total_amount, went: 0 });
    expect(on("2026-12-01").came - seeded.came).toBe(late.total_amount);
    expect([listed("2026-12-01")[0], listed("2026-12-02")]).toEqual([late.booking_number, [early.booking_number]]);

    world.clock.at = instantAt(day("2026-12-03"), 12);
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), early.id, null, 0));
    expect(on("2026-12-03")).toEqual({ came: 0, went: early.total_amount });
    world.clock.at = instantAt(day("2026-12-04"), 12);
    const refund = world.db.orm
      .select()
      .from(refunds)
      .all()
      .find(({ booking_id }) => booking_id === early.id);
    await world.db.write((tx) =>
      applyRefundFacts(
        tx,
        world.deed(),
        { id: refund?.id as Id<"refund"> },
        {
          refundId: "re_1",
          status: "failed",
          amount: early.total_amount,
          paymentIntentId: null,
          failureReason: null,
        },
      ),
    );
    expect(on("2026-12-04")).toEqual({ came: early.total_amount, went: 0 });
    // The one that moved last first, and each once.
    expect(listed("2026-12-02", "2026-12-04")).toEqual([early.booking_number]);
    expect(listed("2026-12-01", "2026-12-04").slice(0, 2)).toEqual([early.booking_number, late.booking_number]);
    expect(listed("2026-12-05")).toEqual([]);
    // What each row says adds up to the figure above them.
    for (const [from, to] of [
      ["2026-12-01", "2026-12-01"],
      ["2026-12-02", "2026-12-03"],
      ["2026-12-03", "2026-12-03"],
      ["2026-12-01", "2026-12-04"],
    ].map((days) => days.map(day))) {
      const period = { from: from!, to: to! };
      const { rows } = listForOffice(world.db.orm, { money: period });
      const sum = (which: "came" | "went") => rows.reduce((so, { moved }) => so + (moved?.[which] ?? NaN), 0);
      expect({ came: sum("came"), went: sum("went") }).toEqual(moneyOf(world.db.orm, period));
    }
    const all = moneyOf(world.db.orm, { from: day("2020-01-01"), to: day("2030-01-01") });
    expect(all).toEqual(inBooks(0, Number.MAX_SAFE_INTEGER));
  });

  it("loses what goes with the one test booking", () => {
    const { sqlite } = world.db;
    const before = on("2026-12-01");
    const entry = sqlite
      .prepare("select id, booking_id, amount from ledger_entries where kind = 'payment' order by id desc limit 1")
      .get() as { id: number; booking_id: string; amount: number };
    sqlite.exec("drop trigger ledger_entries_keep; drop trigger ledger_allocations_keep; pragma foreign_keys = off");
    sqlite.prepare("delete from ledger_entries where booking_id = ?").run(entry.booking_id);
    const books = inBooks(instantAt(day("2026-12-01"), 0), instantAt(day("2026-12-05"), 0));
    expect(moneyOf(world.db.orm, { from: day("2026-12-01"), to: day("2026-12-04") })).toEqual(books);
    expect(before).toEqual(on("2026-12-01"));
  });

  it("is listed by pages that hold each booking once", () => {
    growDatabase(world.db.sqlite, 130, world.clock.at);
    const money = { from: day("2010-01-01"), to: day("2030-01-01") };
    const pages = [listForOffice(world.db.orm, { money })];
    for (let next = pages[0]?.next; next && pages.length < 9; next = pages.at(-1)?.next)
      pages.push(listForOffice(world.db.orm, { money, after: next }));
    const numbers = pages.flatMap(({ rows }) => rows.map(({ number }) => number));
    expect(new Set(numbers).size).toBe(numbers.length);
    const inAll = "select count(distinct booking_id) from ledger_entries where kind in ('payment', 'refund')";
    expect(numbers).toHaveLength(world.db.sqlite.prepare(inAll).pluck().get() as number);
    expect(pages).toHaveLength(Math.ceil(numbers.length / 50));
  });
});
