import { createElement, type ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { priceOrder, pricingConfig } from "~/domain/pricing/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { cutRecord } from "~/domain/records/cut-record";
import type { RefundState } from "~/domain/states/transitions";
import { MoneyPanel } from "./RecordMoney";

type Panel = ComponentProps<typeof MoneyPanel>;
const price = priceOrder(
  { lines: [{ size: 20, quantity: 2, material: "general", rentalDays: 7 }], context: "new", areaDeliveryFee: 0 },
  pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices),
);

/** What the record says is left of $818.64, or null where it has no such line. */
function leftAfter(refunds: { state: RefundState; amount: number }[]): string | null {
  return /Left after refunds<\/dt><dd[^>]*>(.*?)<\/dd>/.exec(panelOf(refunds))?.[1] ?? null;
}

function panelOf(
  refunds: { state: RefundState; amount: number; reason?: string }[],
  charges: object[] = [],
  credits: object[] = [],
): string {
  const panel = {
    booking: { price, card_last4: "4242", card_brand: "visa", paid_at: 0 },
    payments: [{ id: "pay_1", paid_at: 0, amount: price.total }],
    refunds: refunds.map((refund, i) => ({ reason: "", ...refund, id: `ref_${i}`, created_at: 0 })),
    charges,
    credits,
    checkouts: [],
    cancellations: [
      { id: "can_1", created_at: 0, base_amount: 40932, tier_percent: 0, fee: 0, reason: "customer_asked" },
      { id: "can_2", created_at: 0, base_amount: 40932, tier_percent: 10, fee: 4093, reason: "customer_asked" },
    ],
    invoices: [],
    messages: [],
    timeline: [],
    taxRate: DEFAULT_SETTINGS.taxRate,
  };
  const shown = { ...panel, ...cutRecord(panel as never, null) } as unknown as Panel;
  return renderToStaticMarkup(createElement(MoneyPanel, shown));
}

it.each<[string, Parameters<typeof leftAfter>[0], string | null]>([
  ["nothing where nothing went back", [], null],
  ["nothing where it failed", [{ state: "failed", amount: 40932 }], null],
  ["nothing where it was stopped", [{ state: "canceled", amount: 40932 }], null],
  ["the rest of one that is on its way", [{ state: "pending", amount: 40932 }], "$409.32"],
  [
    "the rest of several, without the one that failed",
    [
      { state: "succeeded", amount: 40932 },
      { state: "failed", amount: 10000 },
      { state: "approved", amount: 932 },
    ],
    "$400.00",
  ],
  ["zero where all went back", [{ state: "succeeded", amount: 81864 }], "$0.00"],
])("the office reads what is left after refunds: %s", (_name, refunds, left) => {
  expect(leftAfter(refunds)).toBe(left);
});

it("why money went back is said in words", () => {
  const html = panelOf([{ state: "succeeded", amount: 40932, reason: "change_withdrawn" }]);
  expect(html).toContain(": taken back");
  expect(html).toContain(": asked for by the customer");
  expect(html).not.toMatch(/change_withdrawn|customer_asked/);
});

it("what a cancellation takes off the rental is said, and its fee once, with the charges", () => {
  const fee = { id: "chg_1", kind: "cancellation_fee", description: "", cause: null, state: "charged", created_at: 0 };
  const moves = panelOf([], [{ ...fee, amount: 4093, tax: 0 }]).replaceAll(/<[^>]+>/g, " ");
  expect(moves.match(/Cancelled and credited: asked for by the customer[^$]*[-−]\$409\.32/g)).toHaveLength(2);
  expect(moves.match(/\$40\.93/g)).toHaveLength(1);
});

// $286.52 paid, $50.00 refunded, and a rental of $286.52 that is paid: without its credit nobody finds the $50.00.
it("what was given back of a charge stands beside it", () => {
  const rental = {
    id: "chg_1",
    kind: "rental",
    description: "20 yards",
    cause: null,
    state: "succeeded",
    created_at: 0,
  };
  const credit = { id: 7, chargeId: "chg_1", at: 0, cents: 5000 };
  const moves = panelOf([], [{ ...rental, amount: 26530, tax: 2122 }], [credit]).replaceAll(/<[^>]+>/g, " ");
  expect(moves.replaceAll(/\s+/g, " ")).toMatch(
    /Rental: 20 yards \(Paid\)[^$]*\$286\.52 Credited: Rental: 20 yards[^$]*[-−]\$50\.00/,
  );
});
