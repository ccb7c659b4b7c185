import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bookings, invoices, jobs, ledgerEntries, outbox, payments, refunds, units } from "#db/schema/index";
import { askForDays, openedChange } from "../../../tests/support/changes";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import { changeSetting, confirm, paidBooking, sessionFacts } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { admin, onAccount } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { askForChange, previewChange } from "../changes/changes.server";
import type { AskedChange } from "../changes/kind";
import { withdrawExtra } from "../changes/withdraw-extra.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { findBookFaults } from "../payments/company-check.server";
import { giveBack, listGivable } from "../payments/give-back.server";
import { readLedger } from "../payments/ledger.server";
import { recordReceipt } from "../payments/receipts.server";
import { findByNumber } from "../records/find-number.server";
import { findAnything } from "../records/find.server";
import { invoiceHtml } from "./invoice-html";
import {
  findCardPayment,
  listBoughtPapers,
  listPapers,
  listPapersOfCancellation,
  listPapersOfRefund,
} from "./papers.server";

const world = setSoundWorld({ fleet: { 20: 4 } });
const orm = () => world.db.orm;
const allPapers = (id: Id<"booking">) =>
  orm()
    .select({ paper: invoices, entry: ledgerEntries })
    .from(invoices)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, invoices.entry_id))
    .where(eq(invoices.booking_id, id))
    .orderBy(asc(ledgerEntries.id))
    .all();
const numbers = (id: Id<"booking">) => listPapers(orm(), id).map(({ label }) => label);

/** paid − refunded = invoiced − credited + balance, by the papers; and each paper says what its entry does. */
function expectTrue(id: Id<"booking">): void {
  const papers = allPapers(id);
  const sum = (kind: string) =>
    papers.filter(({ entry }) => entry.kind === kind).reduce((all, { paper }) => all + paper.total, 0);
  const { paid, refunded, owed } = readLedger(orm(), id);
  expect(paid - refunded).toBe(sum("charge") - sum("credit") - owed);
  for (const { paper, entry } of papers)
    expect([paper.view.subtotal, paper.view.tax, paper.view.total]).toEqual(
      paper.invoice_type === "booking"
        ? [expect.any(Number), entry.tax, entry.amount + entry.tax]
        : [entry.amount, entry.tax, entry.amount + entry.tax],
    );
  expect(findBookFaults(orm())).toEqual([]);
}

async function standing(): Promise<{ bookingId: Id<"booking">; unitId: Id<"unit"> }> {
  const { id: bookingId } = await paidBooking(world);
  world.clock.at = instantAt(day("2026-12-03"), 9);
  await driveJob(world, bookingId, ["en_route", "arrived", "serviced", "completed"]);
  return { bookingId, unitId: orm().select().from(units).where(eq(units.booking_id, bookingId)).get()!.id };
}

async function buy(unitId: Id<"unit">, asked: AskedChange): Promise<Id<"change">> {
  const seen = previewChange(orm(), world.settings(), unitId, asked, world.clock.at);
  if (!seen.ok) throw new Error(seen.code);
  const got = await world.db.write((tx) =>
    askForChange(tx, world.deed(), world.settings(), unitId, asked, seen.price.total),
  );
  if (!got.ok) throw new Error(got.code);
  await confirm(world, sessionFacts(await openedChange(world, got.change)));
  return got.change.id;
}

async function cancel(id: Id<"booking">, unit: Id<"unit"> | null = null): Promise<void> {
  const shown = previewCancellation(orm(), world.settings(), id, unit, world.clock.at);
  if (!shown.ok) throw new Error(shown.code);
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, unit, shown.fee));
}

const HAUL: AskedChange = { kind: "haul", as: "dump_and_return", day: day("2026-12-04"), window: "anytime", note: "" };
const SWAP: AskedChange = {
  ...{ kind: "swap", size: 20, material: "general", day: day("2026-12-05"), window: "morning", note: "" },
};

describe("what is bought after the booking", () => {
  it("is invoiced line by line with the next numbers, paid, and printed", async () => {
    const { bookingId, unitId } = await standing();
    const asked = await askForDays(world, unitId, 2);
    if (!asked.ok) throw new Error(asked.code);
    await confirm(world, sessionFacts(await openedChange(world, asked.change)));
    await buy(unitId, SWAP);
    expect(numbers(bookingId)).toEqual([1, 2, 3, 4].map((n) => `Invoice INV-2026-00000${n}`));
    const { booking_number: number } = orm().select().from(bookings).where(eq(bookings.id, bookingId)).get()!;
    for (const said of ["INV-2026-000001", "inv 2026 4", number])
      expect([
        findByNumber(orm(), said),
        findAnything(orm(), said).map((hit) => hit.kind === "booking" && hit.number),
      ]).toEqual([number, [number]]);
    for (const said of ["INV-2026-000005", "CRN-2026-000001", "DMP-2026-999999", "INV-2026"])
      expect([findByNumber(orm(), said), findAnything(orm(), said)]).toEqual([null, []]);
    expect(
      listBoughtPapers(orm(), bookingId, 9)
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual(["Extra days", "Haul", "Rental"]);
    expect(listBoughtPapers(orm(), bookingId, 2)).toHaveLength(2);
    const [, days] = allPapers(bookingId);
    expect(days?.paper.view).toMatchObject({
      total: 5400,
      tax: 400,
      paid: 5400,
      balance: 0,
      bookingNumber: expect.any(String),
    });
    const page = invoiceHtml(days!.paper.view);
    for (const words of ["PAID", "Tax (8%)", "Your order: 7 days"]) expect(page).toContain(words);
    expect(page).not.toContain("Rental of 7 days");
    const printed = orm().select().from(outbox).where(eq(outbox.kind, "document.charge-invoice")).all();
    expect(printed).toHaveLength(3);
    expectTrue(bookingId);
  });

  it("names no rate of tax where none is charged", async () => {
    const { id } = await hauled(world, 4740);
    await look(world, { id });
    await due(world, chargesOf(world, { id })[0]!);
    const page = invoiceHtml(allPapers(id).at(-1)!.paper.view);
    expect(page).toContain("Tax (not taxed)");
    expect(page).not.toContain("Tax (8%)");
    expectTrue(id);
  });

  it("has no paper where the company makes none", async () => {
    await changeSetting(world, "invoicesEnabled", false);
    const { bookingId, unitId } = await standing();
    await buy(unitId, HAUL);
    expect(numbers(bookingId)).toEqual([]);
  });

  it("is credited when it is taken back, once", async () => {
    const { bookingId, unitId } = await standing();
    const changeId = await buy(unitId, HAUL);
    const job = orm().select().from(jobs).where(eq(jobs.change_id, changeId)).get()!;
    for (let i = 0; i < 2; i++) await world.db.write((tx) => withdrawExtra(tx, world.deed(), job.id, "test"));
    expect(numbers(bookingId)).toEqual([
      "Invoice INV-2026-000001",
      "Invoice INV-2026-000002",
      "Credit note CRN-2026-000001",
    ]);
    const note = allPapers(bookingId).at(-1)!.paper;
    expect(note.view).toMatchObject({ credits: "INV-2026-000002", total: 10_260 });
    const refund = orm().select().from(refunds).get()!;
    expect(refund.amount).toBe(10_260);
    expect(listPapersOfRefund(orm(), refund.id).map(({ label }) => label)).toEqual(["Credit note CRN-2026-000001"]);
    expectTrue(bookingId);
  });
});

describe("a cancellation", () => {
  it("names how many dumpsters an order has, on its invoice and of a part that is credited", async () => {
    const { id } = await paidBooking(world, {
      cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    });
    expect(listPapers(orm(), id).map(({ what }) => what)).toEqual(["2 × 20-yard dumpster"]);
    await cancel(id, orm().select().from(units).where(eq(units.booking_id, id)).get()!.id);
    const note = allPapers(id).find(({ entry }) => entry.kind === "credit")!.paper;
    expect(note.view.lines[0]?.detail).toBe("Of INV-2026-000001: 2 × 20-yard dumpster");
  });

  it("credits the order's invoice and invoices its fee", async () => {
    const { id } = await paidBooking(world);
    world.clock.at = instantAt(day("2026-12-02"), 9);
    await cancel(id);
    const { paper } = allPapers(id).find(({ entry }) => entry.kind === "credit")!;
    expect(paper.view).toMatchObject({ credits: "INV-2026-000001", total: 40_932, tax: 3_032 });
    expect(listPapersOfCancellation(orm(), id, world.clock.at).map(({ label, total }) => [label, total])).toEqual([
      ["Credit note CRN-2026-000001", -40_932],
      ["Invoice INV-2026-000002", 8_186],
    ]);
    const { booking_number: number } = orm().select().from(bookings).where(eq(bookings.id, id)).get()!;
    for (const said of ["CRN-2026-000001", "crn 2026 1", "INV-2026-000002"])
      expect([said, findByNumber(orm(), said), findAnything(orm(), said)]).toEqual([
        said,
        number,
        [expect.objectContaining({ kind: "booking", number })],
      ]);
    expect([findByNumber(orm(), "CRN-2026-000002"), findAnything(orm(), "CRN-2026-000002")]).toEqual([null, []]);
    // What it is paid with is the order's money, which has its day and its card.
    const fee = allPapers(id).find(({ paper: { invoice_number } }) => invoice_number === "INV-2026-000002")!.paper;
    const paidBy = orm().select().from(payments).where(eq(payments.booking_id, id)).get();
    expect(paidBy).toBeDefined();
    expect(findCardPayment(orm(), fee)).toEqual(paidBy);
    // The invoice that was paid stays as it was.
    expect(allPapers(id)[0]?.paper.view.balance).toBe(0);
    const planned = allPapers(id).map(
      ({ paper: { view } }) => invoiceHtml(view).match(/was planned for/g)?.length ?? 0,
    );
    expect(planned).toEqual([0, 2, 2]);
    expectTrue(id);
  });

  it("of one dumpster credits its part, and of the last one the rest", async () => {
    const { id } = await paidBooking(world, {
      cart: [{ dumpsterSize: 20, quantity: 3, materialCategory: "general" }],
    });
    for (const unit of orm().select().from(units).where(eq(units.booking_id, id)).all()) await cancel(id, unit.id);
    const credits = allPapers(id).filter(({ entry }) => entry.kind === "credit");
    expect(credits.map(({ paper }) => paper.invoice_number)).toEqual([1, 2, 3].map((n) => `CRN-2026-00000${n}`));
    expect(credits.every(({ paper }) => paper.view.lines.length === 1)).toBe(true);
    expectTrue(id);
  });

  it("of an order on account takes it off the invoice, which nobody has to pay any more", async () => {
    const { id } = await onAccount(world);
    await cancel(id);
    const order = allPapers(id)[0]!.paper;
    expect(order.view).toMatchObject({ paid: 0, balance: 0, credited: order.total });
    const html = invoiceHtml(order.view);
    expect(html).toContain("CREDITED");
    expect(html).not.toContain("PAID");
    expectTrue(id);
  });
});

it("a part that is given back has its note, and the rest another", async () => {
  const { id } = await paidBooking(world);
  for (const amount of [100_00, null]) {
    const [{ charge, left } = expect.fail("nothing to give")] = listGivable(orm(), id);
    await world.db.write((tx) =>
      giveBack(tx, admin(world), id, {
        chargeId: charge.id,
        amount: amount ?? left,
        way: "same",
        reason: "test",
        left,
      }),
    );
  }
  const totals = listPapers(orm(), id).map(({ total }) => total);
  expect(totals).toEqual([40_932, -10_000, -30_932]);
  expectTrue(id);
});

it("a check that pays an order on account is on its invoice", async () => {
  const { id, customer_id } = await onAccount(world);
  const check = { method: "check", amount: 409_32, reference: "1042", deposit_batch: "12/01" } as const;
  await world.db.write((tx) => recordReceipt(tx, admin(world), customer_id, check, { seen: 409_32 }));
  expect(allPapers(id)[0]?.paper.view).toMatchObject({ paid: 409_32, balance: 0, payment: null });
  expectTrue(id);
});
