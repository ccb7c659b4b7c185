import { expect, it } from "vitest";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { day } from "~/domain/kernel/days";
import type { BillingRecord } from "~/domain/records/billing.server";
import { BillingCharge } from "./BillingCharge";
import { GiveBackForm } from "./GiveBackForm";
import { OverviewFigures } from "./OverviewFigures";
import { ReceiptForm, ReceiptReview } from "./ReceiptForm";
import { TakingsTable } from "./TakingsTable";

/** What the office reads where money is written down, given back or asked for anew. */

it("a check of more than is owed: what of it is owed, and what is more", async () => {
  const read = async (part: number, over: number, held = 0) => {
    const review = { amount: part, words: "Check 77", over, parts: [{ number: "DMP-1", owed: 35_532, held, part }] };
    return wordsIn(
      await rendered(ReceiptReview, { id: "c", values: {}, owed: 35_532, review, problem: undefined } as never),
    );
  };
  expect(await read(40_000, 4_468)).toContain("DMP-1 $355.32, and $44.68 more than is owed");
  expect(await read(10_000, 0)).toContain("DMP-1 $100.00 of $355.32 owed");
  expect(await read(10_000, 0)).not.toContain("bank");
  expect(await read(10_000, 0, 35_532)).toContain("DMP-1 $100.00 of $355.32 owed, which a bank holds");
  expect(await read(10_000, 0, 5_400)).toContain("DMP-1 $100.00 of $355.32 owed, $54.00 of which a bank holds");
});

it("of several bookings for which a check may be: of which a bank holds what is owed", async () => {
  const owing = [
    { id: "a", number: "DMP-1", owed: 35_532, held: 35_532 },
    { id: "b", number: "DMP-2", owed: 35_532, held: 0 },
  ];
  const words = wordsIn(await rendered(ReceiptForm, { id: "c", values: {}, owing, owed: 71_064, problem: undefined }));
  expect(words).toContain("DMP-1, $355.32 owed, which a bank holds");
  expect(words).toMatch(/DMP-2, \$355\.32 owed(?!,)/);
});

it("no card is closed where none paid", async () => {
  const read = async (byCard: boolean) =>
    wordsIn(await rendered(GiveBackForm, { number: "DMP-1", values: {}, charges: [], surplus: 0, byCard }));
  expect(await read(true)).toContain("By check, because the card is closed");
  expect(await read(false)).not.toContain("card");
});

it("less of what is not taxed has no amount before tax", async () => {
  const read = async (tax: number) => {
    const none = { lacks: [], photos: [], others: [], attempts: [], lines: [], proofs: [], papers: [], questions: [] };
    const asked = { id: "q", message: "Why?", askedAt: 0, answer: null, outcome: null };
    const charge = {
      ...none,
      state: "questioned",
      amount: 13_700,
      tax,
      heldWhy: null,
      noticedAt: null,
      dueAt: null,
      madeAt: 0,
    };
    const props = { charge: { ...charge, title: "Weight", questions: [asked] } as unknown as BillingRecord };
    return wordsIn(await rendered(BillingCharge, { ...props, isAdmin: true, now: 0 }));
  };
  expect(await read(1_096)).toContain("New amount, before tax");
  expect(await read(0)).toMatch(/New amount(?!, before tax)/);
  expect(await read(0)).not.toContain("before tax");
});

it("a day on which the books and Stripe count differently says which has how many", async () => {
  const read = async (ours: number, theirs: number) => {
    const row = { kind: "payment", ours: { count: ours, sum: 0 }, theirs: { count: theirs, sum: 0 } } as const;
    const none = { fees: 0, paidOut: 0, other: 0, before: { count: 0, sum: 0 } };
    return wordsIn(await rendered(TakingsTable, { rows: [row], ...none }));
  };
  expect(await read(2, 0)).toContain("Payments: 2 in our books, none at Stripe $0.00");
  expect(await read(0, 1)).toContain("Payments: none in our books, 1 at Stripe $0.00");
  expect(await read(2, 2)).toContain("Payments (2) $0.00");
});

it("a day on which more went back than came in says both, below a sum of less than nothing", async () => {
  const read = async (came: number, went: number) => {
    const money = { came, went, period: "2026-12-08", to: day("2026-12-08") };
    const none = { done: 0, all: 0 };
    const figures = { deliveries: none, pickups: none, outstanding: 0, unscheduled: 0 };
    return wordsIn(
      await rendered(OverviewFigures, { figures, money: { today: money, month: money, before: money }, view: {} }),
    );
  };
  expect(await read(0, 341_10)).toContain("Money today −$341.10 nothing came, $341.10 went back");
  expect(await read(409_32, 50_00)).toContain("Money today $359.32 $409.32 came, $50.00 went back");
  expect(await read(409_32, 0)).toContain("Money today $409.32 came in");
});
