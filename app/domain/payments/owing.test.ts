import { afterEach, beforeEach, expect, it } from "vitest";
import { ledgerEntries } from "#db/schema/index";
import { draftData, openWorld, type TestWorld } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import type { Booking } from "../booking/order/bookings.server";
import { prepareUnsigned } from "../booking/order/place.server";
import { dayAt, DAY, plus } from "../kernel/time.server";
import { findStatement } from "../records/statement.server";
import { findBookingRecord } from "../records/office.server";
import { findDue } from "./account-due.server";
import { findOverdue } from "./account-tasks.server";
import { ASKING_KINDS, ENTRY_KINDS, owedBy, type EntryKind } from "./entries";
import { listOwing } from "./owing.server";
import { listOwing as listOwingNow, recordReceipt } from "./receipts.server";
import { addDays, day } from "../kernel/days";

/** Each month before it is over. */
const LATER = day("2027-12-31");

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const post = (booking_id: string, kind: EntryKind, amount: number, tax = 0) =>
  world.db.orm
    .insert(ledgerEntries)
    .values({ booking_id, kind, amount, tax, cause: `${kind} ${amount} of ${booking_id}`, at: world.clock.at } as never)
    .run();

const check = ({ id, customer_id }: Booking, amount: number) =>
  world.db.write((tx) => {
    const seen = listOwingNow(tx, customer_id).reduce((sum, { owed }) => sum + owed, 0);
    const money = { method: "check", amount, reference: "1042", deposit_batch: null } as const;
    return recordReceipt(tx, admin(world), customer_id, money, { seen, first: id });
  });

it("sums each booking as the books' own rule does, whatever the kind; what we owe on one is not among them", async () => {
  const made = await Promise.all(
    ENTRY_KINDS.map(async (kind) => {
      const { booking } = await world.db.write((tx) =>
        prepareUnsigned(tx, world.deed(), world.settings(), draftData()),
      );
      post(booking.id, kind, 50_00, 4_00);
      if (kind !== "charge") post(booking.id, "charge", 20_00);
      return booking;
    }),
  );
  const entries = world.db.orm.select().from(ledgerEntries).all();
  const owed = made.map(({ id }) => ({ of: id, cents: owedBy(entries.filter((one) => one.booking_id === id)) }));
  const [first] = made;
  const found = listOwing(world.db.orm, [first?.customer_id ?? expect.fail("none")]);
  expect(new Map(found.map(({ of, cents }) => [of, cents]))).toEqual(
    new Map(owed.flatMap(({ of, cents }) => (cents > 0 ? [[of, cents]] : []))),
  );
  expect(found).toHaveLength(ASKING_KINDS.length);
  expect(listOwing(world.db.orm, [])).toEqual([]);
});

it("what is due is what the statement has as open with a day, of the family's bookings that owe", async () => {
  const booking = await onAccount(world);
  const { customer_id } = booking;
  world.clock.at = plus(world.clock.at, DAY);
  const paid = await onAccount(world, { address: "2 Other Road" });
  await check(paid, paid.total_amount);
  const today = dayAt(world.clock.at);
  const open = findStatement(world.db.orm, customer_id, today.slice(0, 7), LATER)?.open;
  expect(open).toMatchObject([{ booking: booking.booking_number, cents: booking.total_amount }]);
  expect(findDue(world.db.orm, [customer_id], today)).toEqual({ day: open?.[0]?.due, cents: booking.total_amount });
  expect(findDue(world.db.orm, [], today)).toBeNull();
});

it("what was charged to the account later has its own day, and only what is past its day is past due", async () => {
  const booking = await onAccount(world);
  const { customer_id } = booking;
  const [first, second] = [0, 2].map((days) => addDays(dayAt(world.clock.at), 30 + days));
  world.clock.at = plus(world.clock.at, 2 * DAY);
  post(booking.id, "charge", 157_50);
  const parts = [
    { due: first, cents: booking.total_amount },
    { due: second, cents: 157_50 },
  ];
  const { orm } = world.db;
  expect(findStatement(orm, customer_id, "2026-12", LATER)?.open).toMatchObject(parts);
  expect(findBookingRecord(orm, booking.booking_number)?.onAccount).toEqual(
    parts.map(({ due, cents }) => ({ day: due, cents })),
  );
  const lateOn = (days: number) => findOverdue(orm, customer_id, plus(world.clock.at, days * DAY));
  expect(lateOn(29)).toEqual({ day: first, cents: booking.total_amount });
  expect(lateOn(31)).toEqual({ day: first, cents: booking.total_amount + 157_50 });
  await check(booking, booking.total_amount + 50_00);
  expect(findStatement(orm, customer_id, "2026-12", LATER)?.open).toMatchObject([{ due: second, cents: 107_50 }]);
  await check(booking, 200_00);
  expect(findStatement(orm, customer_id, "2026-12", LATER)?.open).toMatchObject([{ due: null, cents: -92_50 }]);
});
