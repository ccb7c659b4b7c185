import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { customers } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { cancelBooking } from "../changes/cancel.server";
import { addByHand } from "../charges/office.server";
import type { StaffActor } from "../kernel/deed";
import { dayAt } from "../kernel/time.server";
import { readTakings } from "../payments/company.server";
import { recordReceipt } from "../payments/receipts.server";
import { BILLING_GROUPS, type BillingGroup } from "../records/billing-groups";
import { findBillingRecord, listBilling, readForByHand } from "../records/billing.server";
import { listRefundsForOffice } from "../records/billing-money.server";
import { listFacts } from "../reports/rows.server";
import { whoOrdered } from "./who-ordered.server";

/** Where money is asked for and goes out, a company is named before who ordered, as in the list of bookings. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const WHO = "Fernandez & Cole LLC, Ada Tester";

it("names the company of a charge, of what came and went by hand, of a refund and in a report's rows", async () => {
  const booking = await onAccount(world);
  const { orm } = world.db;
  const today = dayAt(world.clock.at);
  const receipt = { method: "check", amount: booking.total_amount, reference: "77", deposit_batch: "B1" } as const;
  await world.db.write((tx) =>
    recordReceipt(tx, admin(world), booking.customer_id, receipt, { seen: booking.total_amount }),
  );
  const fee = { unitId: null, kind: "permit", amount: 10_00, words: "Permit", photos: [], note: "Paid it" } as const;
  const made = await world.db.write((tx) =>
    addByHand(tx, world.deed<StaffActor>(STAFF), world.settings(), booking.id, { ...fee, photos: [] }),
  );
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
  const named = (name: string) => {
    const revenue = { figure: "revenue", period: { from: today, to: today }, key: null, after: null } as const;
    expect(whoOrdered(orm, booking)).toBe(name);
    expect([findBillingRecord(orm, made.ok ? made.charge.id : "")?.name, readForByHand(orm, booking.id).name]).toEqual([
      name,
      name,
    ]);
    const groups = Object.keys(BILLING_GROUPS) as BillingGroup[];
    expect(groups.flatMap((group) => listBilling(orm, group).rows)).toMatchObject([{ name }]);
    expect(new Set(readTakings(orm, today).byHand.map(({ customer }) => customer))).toEqual(new Set([name]));
    expect(listRefundsForOffice(orm)).toMatchObject([{ name }]);
    expect(new Set(listFacts(orm, revenue).rows.map((row) => row.name))).toEqual(new Set([name]));
  };
  named("Ada Tester");
  orm
    .update(customers)
    .set({ company_name: "Fernandez & Cole LLC" })
    .where(eq(customers.id, booking.customer_id))
    .run();
  named(WHO);
});

it("is a person where they order for themselves", async () => {
  expect(whoOrdered(world.db.orm, await paidBooking(world))).toBe("Ada Tester");
});
