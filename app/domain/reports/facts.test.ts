import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bookings, charges, jobs, ledgerEntries } from "#db/schema/index";
import { cancelBooking } from "../changes/cancel.server";
import { recallJob } from "../dispatch/recall.server";
import { day } from "../kernel/days";
import { newId } from "../kernel/ids.server";
import { DELIVERY_WINDOWS } from "../schedule/rules";
import { exportFacts, listFacts } from "./rows.server";
import { paidBooking, signedBooking } from "../../../tests/support/domain";
import { ALWAYS, onDay, reportWorld } from "../../../tests/support/report-world";

const { world: now, at, on, jobOf, drive } = reportWorld();

describe("money", () => {
  it("is what the books charge and take back, by kind, on New York's days; tax apart", async () => {
    at("2026-12-01", 23, 59);
    const first = await paidBooking(now(), { deliveryDate: "2026-12-10" });
    at("2026-12-02", 0, 0);
    await paidBooking(now(), { deliveryDate: "2026-12-10" });
    expect(on("revenue", "2026-12-01")).toEqual({ rental: { n: 1, amount: 37900, extra: 3032 } });
    expect(on("revenue", "2026-12-02")).toEqual({ rental: { n: 1, amount: 37900, extra: 3032 } });
    at("2026-12-09", 12);
    await now().db.write((tx) => cancelBooking(tx, now().deed(), now().settings(), first.id, null, 8186));
    expect(on("revenue", "2026-12-09")).toEqual({
      rental: { n: 1, amount: -37900, extra: -3032 },
      cancellation_fee: { n: 1, amount: 8186, extra: 0 },
    });
    expect(on("cancellation", "2026-12-09")).toEqual({ "20": { n: 1, amount: 8186, extra: 40932 - 8186 } });
    expect(on("order", "2026-12-01", "2026-12-31")).toEqual({ web: { n: 2, amount: 81864, extra: 2 } });
    expect(on("order_zip", "2026-12-01")).toEqual({ "32801": { n: 1, amount: 40932, extra: 1 } });
  });

  it("says why in words: by the program's name for it, and as it was typed", async () => {
    for (const why of [undefined, "another_day is typed"]) {
      const { id } = await paidBooking(now(), { deliveryDate: "2026-12-10" });
      await now().db.write((tx) => cancelBooking(tx, now().deed(), now().settings(), id, null, 0, why));
    }
    const filter = {
      figure: "cancellation",
      key: null,
      period: { from: day("2026-12-01"), to: day("2026-12-31") },
    } as const;
    const told = ["another_day is typed", "asked for by the customer"];
    expect(
      listFacts(now().db.orm, filter)
        .rows.map(({ detail }) => detail)
        .sort(),
    ).toEqual(told);
    for (const words of told) expect([...exportFacts(now().db.orm, filter)].join("")).toContain(words);
  });

  it("has every kind of charge by itself, and what was written off as a kind of its own", async () => {
    const booking = await paidBooking(now());
    await now().db.write((tx) => {
      const id = newId("charge");
      const made = { id, booking_id: booking.id, created_at: now().clock.at, state: "succeeded" as const };
      tx.insert(charges)
        .values({ ...made, kind: "prohibited_item", amount: 9500, description: "A tire" })
        .run();
      const entry = { booking_id: booking.id, charge_id: id, at: now().clock.at };
      tx.insert(ledgerEntries)
        .values({ ...entry, kind: "charge", amount: 9500, cause: "one" })
        .run();
      tx.insert(ledgerEntries)
        .values({ ...entry, kind: "write_off", amount: 500, cause: "two" })
        .run();
      tx.insert(ledgerEntries)
        .values({ ...entry, kind: "dispute", amount: 9500, cause: "three" })
        .run();
    });
    expect(on("revenue", "2026-12-01")).toMatchObject({
      prohibited_item: { n: 1, amount: 9500 },
      written_off: { n: 1, amount: -500 },
    });
  });

  it("of an order that nobody paid is none, and no order, and cancelling it no cancellation", async () => {
    const booking = await signedBooking(now());
    await now().db.write((tx) => cancelBooking(tx, now().deed(), now().settings(), booking.id, null, 0));
    for (const figure of ["revenue", "order", "order_zip", "cancellation"] as const)
      expect(on(figure, ...ALWAYS), figure).toEqual({});
  });

  it("follows an order that is put right", async () => {
    const booking = await paidBooking(now());
    await now().db.write((tx) => tx.update(bookings).set({ zip: "32803" }).where(eq(bookings.id, booking.id)).run());
    expect(Object.keys(on("order_zip", "2026-12-01"))).toEqual(["32803"]);
  });
});

describe("a dumpster's stay", () => {
  it("is from the set down to the collecting, by its size, in hours", async () => {
    const booking = await paidBooking(now());
    await drive(jobOf(booking.id, "delivery").id, [
      ["en_route", onDay("2026-12-03", 9)],
      ["arrived", onDay("2026-12-03", 10)],
      ["serviced", onDay("2026-12-03", 10, 20)],
      ["completed", onDay("2026-12-03", 10, 30)],
    ]);
    expect(on("set_down", "2026-12-03")).toEqual({ "20": { n: 1, amount: 0, extra: 0 } });
    expect(on("collected", ...ALWAYS)).toEqual({});
    await drive(jobOf(booking.id, "pickup").id, [
      ["en_route", onDay("2026-12-10", 13)],
      ["arrived", onDay("2026-12-10", 14)],
      ["serviced", onDay("2026-12-10", 14, 20)],
    ]);
    expect(on("collected", "2026-12-10")).toEqual({ "20": { n: 1, amount: 7 * 24 + 4, extra: 0 } });
    expect(on("trip", ...ALWAYS)).toEqual({ delivery: { n: 1, amount: 0, extra: 0 } });
    expect(on("arrival", ...ALWAYS)).toMatchObject({ delivery: { n: 1 }, pickup: { n: 1 } });
    expect(on("late", ...ALWAYS)).toEqual({});
  });

  it("goes on where a pickup's truck was called back", async () => {
    const booking = await paidBooking(now());
    await drive(jobOf(booking.id, "delivery").id, [
      ["en_route", onDay("2026-12-03", 9)],
      ["arrived", onDay("2026-12-03", 10)],
      ["serviced", onDay("2026-12-03", 10)],
    ]);
    await drive(jobOf(booking.id, "pickup").id, [["en_route", onDay("2026-12-10", 13)]]);
    await now().db.write((tx) =>
      recallJob(tx, now().deed(undefined, onDay("2026-12-10", 14)), jobOf(booking.id, "pickup").id, "storm"),
    );
    expect(on("set_down", ...ALWAYS)).toEqual({ "20": { n: 1, amount: 0, extra: 0 } });
    expect(on("set_down", "2026-12-10")).toEqual({});
  });
});

describe("a trip", () => {
  it("for nothing is a dry run; the next attempt is another trip", async () => {
    const booking = await paidBooking(now());
    await drive(
      jobOf(booking.id, "delivery").id,
      [
        ["en_route", onDay("2026-12-03", 9)],
        ["arrived", onDay("2026-12-03", 10)],
        ["attempted", onDay("2026-12-03", 11)],
      ],
      "A car in the driveway",
    );
    expect(on("dry_run", "2026-12-03")).toEqual({ delivery: { n: 1, amount: 0, extra: 0 } });
    expect(on("trip", "2026-12-03")).toEqual({ delivery: { n: 1, amount: 0, extra: 0 } });
    expect(on("arrival", "2026-12-03")).toMatchObject({ delivery: { n: 1 } });
  });

  it.each([
    ["morning", "2026-12-03", 12, 0, 0],
    ["morning", "2026-12-03", 12, 1, 1],
    ["afternoon", "2026-12-03", 17, 0, 0],
    ["afternoon", "2026-12-03", 17, 25, 25],
    ["anytime", "2026-12-03", 17, 1, 1],
    // A day early is not late; the day after is, by the hours between.
    ["morning", "2026-12-02", 18, 0, 0],
    ["morning", "2026-12-04", 9, 0, 21 * 60],
    // New York's clock in summer, on the days on which it changes, and in the hours around it.
    ["morning", "2027-07-06", 12, 0, 0],
    ["morning", "2027-07-06", 12, 1, 1],
    ["anytime", "2027-03-13", 17, 1, 1],
    ["anytime", "2027-03-14", 17, 0, 0],
    ["anytime", "2027-03-14", 17, 1, 1],
    ["anytime", "2027-11-07", 17, 0, 0],
    ["anytime", "2027-11-07", 17, 1, 1],
    ["anytime", "2027-11-08", 17, 1, 1],
  ])(
    "promised for the %s is late by its arrival on %s at %i:%i by %i minutes",
    async (window, arrives, hour, minute, late) => {
      const booking = await paidBooking(now());
      const job = jobOf(booking.id, "delivery");
      const promised = arrives.startsWith("2026") ? day("2026-12-03") : day(arrives);
      await now().db.write((tx) =>
        tx.update(jobs).set({ day: promised, delivery_window: window }).where(eq(jobs.id, job.id)).run(),
      );
      await drive(job.id, [
        ["en_route", onDay(arrives, hour, minute)],
        ["arrived", onDay(arrives, hour, minute)],
      ]);
      expect(on("arrival", arrives)).toMatchObject({ delivery: { n: 1 } });
      expect(on("late", arrives)).toEqual(late > 0 ? { delivery: { n: 1, amount: late, extra: 0 } } : {});
    },
  );

  it("is held against the windows as they are", () => {
    // The view of migration 0065 has these hours written out.
    expect(Object.fromEntries(Object.entries(DELIVERY_WINDOWS).map(([id, { endHour }]) => [id, endHour]))).toEqual({
      morning: 12,
      afternoon: 17,
      anytime: 17,
    });
  });

  it("that was called back from the door has not come; it comes when it comes", async () => {
    const booking = await paidBooking(now());
    const { id } = jobOf(booking.id, "delivery");
    await drive(id, [
      ["en_route", onDay("2026-12-03", 9)],
      ["arrived", onDay("2026-12-03", 10)],
    ]);
    expect(on("arrival", "2026-12-03")).toMatchObject({ delivery: { n: 1 } });
    await now().db.write((tx) => recallJob(tx, now().deed(undefined, onDay("2026-12-03", 11)), id, "breakdown"));
    expect(on("arrival", ...ALWAYS)).toEqual({});
    await drive(id, [
      ["en_route", onDay("2026-12-03", 13)],
      ["arrived", onDay("2026-12-03", 13, 30)],
    ]);
    expect(on("late", "2026-12-03")).toEqual({ delivery: { n: 1, amount: 90, extra: 0 } });
  });

  it("that was called back from the door, and then fails on the road, never came", async () => {
    const booking = await paidBooking(now());
    const { id } = jobOf(booking.id, "delivery");
    await drive(id, [
      ["en_route", onDay("2026-12-03", 9)],
      ["arrived", onDay("2026-12-03", 10)],
    ]);
    await now().db.write((tx) => recallJob(tx, now().deed(undefined, onDay("2026-12-03", 11)), id, "breakdown"));
    await drive(id, [
      ["en_route", onDay("2026-12-03", 13)],
      ["attempted", onDay("2026-12-03", 14)],
    ]);
    expect(on("arrival", ...ALWAYS)).toEqual({});
    expect(on("dry_run", ...ALWAYS)).toMatchObject({ delivery: { n: 1 } });
  });
});

it("a fact is replaced, never changed by hand", async () => {
  await paidBooking(now());
  expect(() => now().db.sqlite.exec("update report_facts set amount = 1")).toThrow(/replaced, never changed/);
});
