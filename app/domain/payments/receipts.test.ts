import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { charges, outbox, payments } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import type { Id } from "../kernel/ids.server";
import { findStatement } from "../records/statement.server";
import { listEntries } from "./books.server";
import { findBookFaults } from "./company-check.server";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { creditCharge } from "./credits.server";
import { owedBy } from "./entries";
import { chargeOnAccount } from "./ledger.server";
import { listReceipt, overOf, planReceipt, recordReceipt } from "./receipts.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
});
afterEach(() => {
  expect(findBookFaults(world.db.orm)).toEqual([]);
  world.close();
});

const check = (amount: number) => ({ method: "check", amount, reference: "1042", deposit_batch: "12/01" }) as const;
const record = (customer: Id<"customer">, amount: number, seen: number, first?: string) =>
  world.db.write((tx) => recordReceipt(tx, admin(world), customer, check(amount), { seen, ...(first && { first }) }));
const stateOf = (id: Id<"booking">) =>
  world.db.orm.select().from(charges).where(eq(charges.booking_id, id)).get()?.state;

describe("a check", () => {
  it("pays what is owed the longest first, whole charges are paid, and one receipt goes out", async () => {
    const one = await onAccount(world);
    const other = await onAccount(world, { deliveryDate: "2026-12-12" });
    const done = await record(one.customer_id, 500_00, 818_64);
    expect(done).toMatchObject({
      ok: true,
      payments: [
        { booking_id: one.id, amount: 409_32, method: "check", reference: "1042", deposit_batch: "12/01" },
        { booking_id: other.id, amount: 90_68 },
      ],
    });
    expect([stateOf(one.id), stateOf(other.id)]).toEqual(["succeeded", "billed"]);
    expect(findStatement(world.db.orm, one.customer_id, "2026-12", day("2027-12-31"))).toMatchObject({
      after: 318_64,
      open: [{ booking: other.booking_number, cents: 318_64 }],
    });
    const mails = world.db.orm
      .select()
      .from(outbox)
      .all()
      .filter(({ kind }) => kind === "mail.payment-received");
    expect(mails).toHaveLength(1);
    const parts = listReceipt(world.db.orm, done.ok ? done.receipt : "");
    expect(parts.map(({ payment, leftOpen }) => [payment.amount, leftOpen])).toEqual([
      [409_32, 0],
      [90_68, 318_64],
    ]);
  });

  it("leaves a later charge its own time to pay on the statement, and a credit goes to what it takes back", async () => {
    const one = await onAccount(world);
    await record(one.customer_id, 409_32, 409_32);
    const later = (amount: number) =>
      world.db.write((tx) =>
        chargeOnAccount(tx, admin(world), [], {
          ...{ booking_id: one.id, kind: "permit", amount, tax: 0, description: "Permit" },
        }),
      );
    const open = () =>
      findStatement(world.db.orm, one.customer_id, "2027-02", day("2027-12-31"))?.open.map(({ cents, since, due }) => [
        cents,
        since,
        due,
      ]);
    world.clock.at = instantAt(day("2027-01-20"), 9);
    await later(60_00);
    const first = world.clock.at;
    expect(open()).toEqual([[60_00, first, "2027-02-19"]]);
    world.clock.at = instantAt(day("2027-02-10"), 9);
    await later(100_00);
    expect(open()).toEqual([
      [60_00, first, "2027-02-19"],
      [100_00, world.clock.at, "2027-03-12"],
    ]);
    const permits = world.db.orm.select().from(charges).where(eq(charges.kind, "permit")).orderBy(charges.amount).all();
    await world.db.write((tx) => creditCharge(tx, admin(world), permits[1]!, null, "test"));
    expect(open()).toEqual([[60_00, first, "2027-02-19"]]);
  });

  it("pays the booking that it is said to be for before all others", async () => {
    const one = await onAccount(world);
    const other = await onAccount(world, { deliveryDate: "2026-12-12" });
    await record(one.customer_id, 409_32, 818_64, other.id);
    expect([stateOf(one.id), stateOf(other.id)]).toEqual(["billed", "succeeded"]);
  });

  it("pressed twice is booked once", async () => {
    const one = await onAccount(world);
    expect(await record(one.customer_id, 409_32, 409_32)).toMatchObject({ ok: true });
    expect(await record(one.customer_id, 409_32, 409_32)).toEqual({ ok: false, code: "changed" });
    expect(await record(one.customer_id, 409_32, 0)).toEqual({ ok: false, code: "nothing_owed" });
    expect(world.db.orm.select().from(payments).all()).toHaveLength(1);
  });

  it("of more than is owed stays with the customer's booking, where we owe it", async () => {
    const one = await onAccount(world);
    expect(planReceipt(world.db.orm, one.customer_id, 500_00)).toMatchObject({ ok: true, over: 90_68 });
    const done = await record(one.customer_id, 500_00, 409_32);
    expect(done.ok && overOf(world.db.orm, done.payments[0]!)).toBe(90_68);
    expect(findStatement(world.db.orm, one.customer_id, "2026-12", day("2027-12-31"))).toMatchObject({ after: -90_68 });
  });

  it("of who has paid by card is for nothing", async () => {
    const paid = await paidBooking(world);
    expect(planReceipt(world.db.orm, paid.customer_id, 100)).toEqual({ ok: false, code: "nothing_owed" });
  });
});

it("reads the books of a booking once, however many charges of it a check pays", async () => {
  const many = async (count: number) => {
    const order = await onAccount(world);
    await world.db.write((tx) => {
      for (let n = 0; n < count; n++)
        chargeOnAccount(tx, world.deed(), [], { booking_id: order.id, kind: "permit", amount: 10_00, description: "" });
    });
    const owed = owedBy(listEntries(world.db.orm, order.id));
    let rows = 0;
    const statements = Object.getPrototypeOf(world.db.sqlite.prepare("select 1")) as {
      all: (...of: unknown[]) => unknown[];
    };
    const counted = vi.spyOn(statements, "all");
    expect(await record(order.customer_id, owed, owed)).toMatchObject({ ok: true });
    for (const { value } of counted.mock.results) rows += (value as unknown[]).length;
    counted.mockRestore();
    return rows;
  };
  const [few, more] = [await many(20), await many(80)];
  // Four times the charges: as many rows, not sixteen times.
  expect(more / few).toBeLessThan(5);
});
