import { and, eq, ne } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { charges, deliveryWindowDays, drivers, inventoryDays, jobs, refunds } from "#db/schema/index";
import { seedAccounts } from "../accounts/seed.server";
import { advanceJob } from "../dispatch/advance.server";
import { TODAY } from "../../../tests/support/domain";
import { insertBooking, insertDumpsters, temporaryDatabase, testDeed } from "../../../tests/support/rows";
import { assignJob, createJobsForUnits, scheduleJob } from "../dispatch/jobs.server";
import { reserveUnits } from "../inventory/holds.server";
import { addDays } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { listEntries } from "../payments/books.server";
import { chargeRental, readLedger, recordPayment } from "../payments/ledger.server";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "./cancel.server";

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
    insertDumpsters(tx, 20, 3, deed.now);
    const booking = insertBooking(tx, deed, { unitCount: 2 });
    const wish = {
      bookingId: booking.id,
      email: booking.email,
      lines: [{ size: 20, quantity: 2 }],
      deliveryDate: booking.scheduled_delivery_date,
      deliveryWindow: "morning",
      occupiedUntil: addDays(booking.scheduled_pickup_date, 1),
    };
    expect(reserveUnits(tx, wish, 6, deed.now)).toEqual({ ok: true });
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
  expect(await db.write((tx) => cancelBooking(tx, deed, DEFAULT_SETTINGS, booking.id, null, 4093))).toMatchObject({
    ok: true,
  });
  expect([taken(), getBooking(db.orm, booking.id).status]).toEqual([[0, 0], "cancelled"]);
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
