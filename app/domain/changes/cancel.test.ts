import { and, eq, ne } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import {
  cancellations,
  charges,
  deliveryWindowDays,
  drivers,
  inventoryDays,
  jobAttempts,
  jobs,
  outbox,
  refunds,
  units,
} from "#db/schema/index";
import { seedAccounts } from "../accounts/seed.server";
import { advanceJob } from "../dispatch/advance.server";
import { keepAttempt } from "../dispatch/attempts.server";
import { addDumpsters, TODAY } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { findInvoice, issueInvoice } from "../documents/invoices.server";
import { findLastData } from "../events/events.server";
import { assignJob, createJobsForUnits, getJob, scheduleJob } from "../dispatch/jobs.server";
import { addDays } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Deed } from "../kernel/deed";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { listEntries } from "../payments/books.server";
import { chargeRental, readLedger, recordPayment } from "../payments/ledger.server";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { rescheduleUnit } from "./reschedule.server";
import { cancelBooking, mayCancel, previewCancellation } from "./cancel.server";

let db: Db;
let close: () => void;
const deed = testDeed();

beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
});
afterEach(() => close());

/** A paid booking of two units with its days and its window taken, as the payment leaves it. */
const paid = () =>
  db.write((tx) => {
    addDumpsters(tx, 20, 3, deed.now);
    const booking = insertBooking(tx, deed, { unitCount: 2 });
    const money = { bookingId: booking.id, checkoutId: null, amount: booking.total_amount, intentId: null };
    chargeRental(tx, deed, booking, recordPayment(tx, deed, money).id);
    createJobsForUnits(tx, deed, booking.id);
    return booking;
  });
const taken = () => [
  ...new Set(
    db.orm
      .select({ taken: inventoryDays.taken })
      .from(inventoryDays)
      .all()
      .map((row) => row.taken),
  ),
  ...db.orm
    .select({ taken: deliveryWindowDays.taken })
    .from(deliveryWindowDays)
    .all()
    .map((row) => row.taken),
];

const entries = (bookingId: Id<"booking">) =>
  listEntries(db.orm, bookingId).map(({ kind, amount, tax }) => [kind, amount, tax]);
/** What was charged besides the rental. */
const fees = () =>
  db.orm
    .select({ kind: charges.kind, amount: charges.amount, tax: charges.tax, state: charges.state })
    .from(charges)
    .where(ne(charges.kind, "rental"))
    .all();

/** The first unit's truck came and could not set it down. */
const failFirstDelivery = (bookingId: Id<"booking">) =>
  db.write((tx) => {
    const [unit] = listUnits(tx, bookingId);
    const job = tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.unit_id, unit?.id ?? ("" as Id<"unit">)), eq(jobs.kind, "delivery")))
      .get()?.id as Id<"job">;
    const driver = tx.select().from(drivers).limit(1).get()?.id as Id<"driver">;
    for (const moved of [
      scheduleJob(tx, deed, job),
      assignJob(tx, deed, job, driver),
      advanceJob(tx, deed, job, "en_route"),
      advanceJob(tx, deed, job, "attempted", "A car in the way"),
    ])
      expect(moved).toMatchObject({ ok: true });
    keepAttempt(tx, deed, getJob(tx, job), { reason: "A car in the way", note: "", place: null });
    // With its arrival and a photograph.
    tx.update(jobAttempts).set({ missing: [] }).run();
    return unit?.id as Id<"unit">;
  });

it("gives days, window and money back, unit by unit and whole", async () => {
  const booking = await paid();
  expect(taken()).toEqual([2, 2]);
  const [first] = listUnits(db.orm, booking.id);
  const preview = previewCancellation(db.orm, DEFAULT_SETTINGS, booking.id, first?.id ?? null, deed.now);
  expect(preview).toMatchObject({ ok: true, percent: 20, paid: 20466, fee: 4093, refund: 16373 });
  expect(await db.write((tx) => cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, first?.id ?? null, 0))).toEqual({
    ok: false,
    code: "changed",
  });
  expect(
    await db.write((tx) => cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, first?.id ?? null, 4093)),
  ).toEqual({ ok: true, fee: 4093, refund: 16373 });
  expect([taken(), getBooking(db.orm, booking.id).status]).toEqual([[1, 1], "paid_pending_scheduling"]);
  // The page offers what is left, and the whole of it.
  const offered = () => {
    const all = listUnits(db.orm, booking.id);
    const may = (units: typeof all, whole: boolean) =>
      mayCancel(db.orm, getBooking(db.orm, booking.id), units, { whole });
    return [...all.map((unit) => may([unit], false)), may(all, true)];
  };
  expect(offered()).toEqual([false, true, true]);
  expect(await db.write((tx) => cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, null, 4093))).toMatchObject({
    ok: true,
  });
  expect([taken(), getBooking(db.orm, booking.id).status]).toEqual([[0, 0], "cancelled"]);
  expect(offered()).toEqual([false, false, false]);
  expect(db.orm.select({ amount: refunds.amount }).from(refunds).all()).toEqual([{ amount: 16373 }, { amount: 16373 }]);
  expect(readLedger(db.orm, booking.id)).toMatchObject({ charged: 49118, credited: 40932, refunded: 32746, owed: 0 });
  expect(entries(booking.id)).toEqual([
    ["payment", 40932, 0],
    ["charge", 37900, 3032],
    ["credit", 18950, 1516],
    ["charge", 4093, 0],
    ["refund", 16373, 0],
    ["credit", 18950, 1516],
    ["charge", 4093, 0],
    ["refund", 16373, 0],
  ]);
  expect(fees()).toEqual([
    { kind: "cancellation_fee", amount: 4093, tax: 0, state: "succeeded" },
    { kind: "cancellation_fee", amount: 4093, tax: 0, state: "succeeded" },
  ]);
  expect(await db.write((tx) => cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, null, 0))).toEqual({
    ok: false,
    code: "nothing_to_cancel",
  });
});

it("leaves the days of what stays, also for the mail about the rest", async () => {
  const booking = await paid();
  const [first, second] = listUnits(db.orm, booking.id);
  const later = { deliveryDate: addDays(TODAY, 9), window: "afternoon", pickupDate: addDays(TODAY, 16) } as const;
  const when = () => {
    const { scheduled_delivery_date, delivery_time_window, calendar_sequence } = getBooking(db.orm, booking.id);
    return [scheduled_delivery_date, delivery_time_window, calendar_sequence];
  };
  await db.write((tx) => rescheduleUnit(tx, deed, DEFAULT_SETTINGS, second?.id ?? ("" as Id<"unit">), later));
  await db.write((tx) => issueInvoice(tx, deed, DEFAULT_SETTINGS, getBooking(tx, booking.id), "http://localhost"));
  const [day, window, sequence] = when();
  expect([day, window]).toEqual([first?.delivery_date, first?.delivery_window]);
  await db.write((tx) => cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, first?.id ?? null, 4093));
  expect(when()).toEqual([later.deliveryDate, later.window, Number(sequence) + 1]);
  expect(findInvoice(db.orm, booking.id)?.view).toMatchObject({ deliveryDay: later.deliveryDate });
  await db.write((tx) => cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, null, 0));
  expect(when().slice(0, 2)).toEqual([later.deliveryDate, later.window]);
});

it("has the earliest of the windows of its first day", async () => {
  const { id } = await paid();
  const [first, second] = listUnits(db.orm, id);
  const dates = { deliveryDate: addDays(TODAY, 9), pickupDate: addDays(TODAY, 16) };
  for (const [unit, window] of [
    [first, "afternoon"],
    [second, "anytime"],
    [second, "morning"],
  ] as const) {
    await db.write((tx) =>
      rescheduleUnit(tx, deed, DEFAULT_SETTINGS, unit?.id ?? ("" as Id<"unit">), { ...dates, window }),
    );
    if (unit === second) expect(getBooking(db.orm, id).delivery_time_window).toBe(window);
  }
  // Both begin at eight: the one that ends sooner is said.
  for (const [unit, window] of [
    [first, "anytime"],
    [first, "morning"],
    [second, "anytime"],
  ] as const) {
    await db.write((tx) =>
      rescheduleUnit(tx, deed, DEFAULT_SETTINGS, unit?.id ?? ("" as Id<"unit">), { ...dates, window }),
    );
    expect(getBooking(db.orm, id).delivery_time_window).toBe("morning");
  }
});

it("gives the days of a unit back that could not be delivered and that the office cancels", async () => {
  const booking = await paid();
  const failed = await failFirstDelivery(booking.id);
  expect(previewCancellation(db.orm, DEFAULT_SETTINGS, booking.id, failed, deed.now, "customer")).toEqual({
    ok: false,
    code: "too_late",
  });
  // Still taken: the customer may choose another day, and until then the dumpster is his.
  expect(taken()).toEqual([2, 2]);
  const preview = previewCancellation(db.orm, DEFAULT_SETTINGS, booking.id, failed, deed.now, "staff");
  expect(
    await db.write((tx) =>
      cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, failed, preview.ok ? preview.fee : -1),
    ),
  ).toMatchObject({ ok: true });
  expect(taken()).toEqual([1, 1]);
  expect(fees()).toEqual([{ kind: "dry_run", amount: 15000, tax: 0, state: "succeeded" }]);
  expect(readLedger(db.orm, booking.id).owed).toBe(0);
});

it("is refused to the customer once the truck is on its way, and free when we have not come", async () => {
  const booking = await paid();
  const late = instantAt(addDays(TODAY, 1), 13);
  expect(previewCancellation(db.orm, DEFAULT_SETTINGS, booking.id, null, late)).toMatchObject({
    ok: true,
    fee: 0,
    refund: 40932,
  });
  await failFirstDelivery(booking.id);
  expect(previewCancellation(db.orm, DEFAULT_SETTINGS, booking.id, null, deed.now)).toEqual({
    ok: false,
    code: "too_late",
  });
});

it("says until when it is free, and costs nothing but the booking where nobody has paid", async () => {
  const booking = await db.write((tx) => insertBooking(tx, deed, { unitCount: 0, status: "pending_payment" }));
  const shown = (unitId: Id<"unit"> | null = null) =>
    previewCancellation(db.orm, DEFAULT_SETTINGS, booking.id, unitId, deed.now);
  const start = instantAt(booking.scheduled_delivery_date, 8);
  expect(shown()).toEqual({
    ok: true,
    ...{ percent: 0, paid: 0, ofOrder: 0, fee: 0, refund: 0, by: [], already: 0, trip: 0, fees: [], units: [] },
    waits: { cents: 0, by: [] },
    deadlines: { freeUntil: plus(start, -48 * HOUR), lateUntil: plus(start, -24 * HOUR) },
  });
  expect(shown("unt_none" as Id<"unit">)).toEqual({ ok: false, code: "nothing_to_cancel" });
  expect(
    await db.write((tx) => cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, null, 0, "changed plans")),
  ).toEqual({
    ok: true,
    fee: 0,
    refund: 0,
  });
  expect(getBooking(db.orm, booking.id)).toMatchObject({ status: "cancelled", cancelled_at: deed.now });
  expect(entries(booking.id)).toEqual([]);
});

it("is free until the earliest of its dumpsters' windows says otherwise", async () => {
  const booking = await paid();
  const [first, second] = listUnits(db.orm, booking.id);
  const moveTo = (unit: typeof first, days: number, floor = 0) =>
    db.orm
      .update(units)
      .set({ delivery_date: addDays(TODAY, days), tier_floor_percent: floor })
      .where(eq(units.id, unit?.id ?? ("" as Id<"unit">)))
      .run();
  moveTo(first, 10);
  moveTo(second, 4, 10);
  const preview = previewCancellation(db.orm, DEFAULT_SETTINGS, booking.id, null, deed.now);
  expect(preview).toMatchObject({
    deadlines: { freeUntil: plus(instantAt(addDays(TODAY, 4), 8), -48 * HOUR) },
    // The highest of them is the one that stands in the record.
    percent: 10,
    fees: [
      { percent: 0, fee: 0 },
      { percent: 10, of: 20466, fee: 2047 },
    ],
  });
});

it("records what it cost, tells the customer, and charges nothing that is free", async () => {
  const booking = await paid();
  const late = { ...deed, now: instantAt(addDays(TODAY, 1), 12) };
  // To the minute: the window has ended, and nobody has come.
  expect(await db.write((tx) => cancelBooking(tx, late, DEFAULT_SETTINGS, booking.id, null, 0, "nobody came"))).toEqual(
    {
      ok: true,
      fee: 0,
      refund: 40932,
    },
  );
  expect(fees()).toEqual([]);
  const row = db.orm.select().from(cancellations).get();
  expect(row).toMatchObject({ fee: 0, refund_amount: 40932, base_amount: 40932, reason: "nobody came" });
  expect(findLastData(db.orm, booking.id, "order_cancelled")).toEqual({ percent: 0, fee: 0, refund: 40932 });
  expect(db.orm.select().from(outbox).where(eq(outbox.kind, "mail.cancelled")).all()).toMatchObject([
    { payload: { cancellationId: row?.id } },
  ]);
});

it("says in the books what the fee was for", async () => {
  const booking = await paid();
  const failed = await failFirstDelivery(booking.id);
  const preview = previewCancellation(db.orm, DEFAULT_SETTINGS, booking.id, null, deed.now, "staff");
  expect(preview).toMatchObject({
    fees: [
      { kind: "dry_run", of: 20466 },
      { kind: "cancellation_fee", percent: 20 },
    ],
  });
  const fee = preview.ok ? preview.fee : -1;
  const cancel = (by: Deed["by"]) =>
    db.write((tx) => cancelBooking(tx, { ...deed, by }, DEFAULT_SETTINGS, booking.id, null, fee));
  expect(await cancel({ kind: "customer", label: "Ada" })).toEqual({ ok: false, code: "too_late" });
  expect(await cancel({ kind: "driver", label: "Dan" })).toEqual({ ok: false, code: "too_late" });
  expect(await cancel({ kind: "admin", id: "acc_1", label: "Ann" })).toMatchObject({ ok: true, fee });
  expect(failed).toBeTruthy();
  expect(
    db.orm
      .select({ kind: charges.kind, description: charges.description })
      .from(charges)
      .where(ne(charges.kind, "rental"))
      .all(),
  ).toEqual([
    { kind: "dry_run", description: "The truck came and could not deliver" },
    { kind: "cancellation_fee", description: "20% of $204.66" },
  ]);
});
