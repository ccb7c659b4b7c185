import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { AdditionalOffer } from "~/domain/changes/additional-rules";
import { orderFigures } from "~/domain/documents/agreement.server";
import { orderSums } from "~/domain/documents/invoice-html";
import { formatCents } from "~/domain/kernel/money";
import { priceLines, sumLines } from "~/domain/pricing/price-lines";
import { priceOrder, pricingConfig } from "~/domain/pricing/rules";
import type { CustomerBooking } from "~/domain/records/customer-views";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { productFiles } from "../../tests/support/sources";
import { PricePanel } from "./booking/PricePanel";
import { AdditionalSummary } from "./manage/AdditionalForm";
import { PriceTicket } from "./manage/BookingFacts";
import { SumList } from "./office/SumList";

const config = { ...pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices), discountPercent: 5 };
const price = priceOrder(
  {
    lines: [{ size: 20, quantity: 2, material: "general", rentalDays: 9 }],
    context: "existing_haul",
    areaDeliveryFee: 2500,
  },
  config,
);
const rows = (element: ReactElement) =>
  [...renderToStaticMarkup(element).matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, label = "", amount = ""]) => [label.replace(/<[^>]+>/g, ""), amount.replace(/<[^>]+>/g, "").replace("−", "-")],
  );
const told = (lines: readonly { label: string; cents: number }[]) =>
  lines.map(({ label, cents }) => [label, formatCents(cents).replace("−", "-")]);
const total = { label: "Total", cents: price.total };
const whole = told([...priceLines(price, config.taxRate), total]);
const sums = told(sumLines(price, "8%"));
/** The panel alone says how the extra days are counted. */
const counted = whole.flatMap((row) => (row[0] === "Extra days" ? [row, ["2 days × $25 × 2", row[1]]] : [row]));

it.each([
  [
    "the price panel",
    createElement(PricePanel, { price, figures: { ...DEFAULT_SETTINGS, delivery: "Free" } }),
    counted,
  ],
  [
    "the customer's record",
    createElement(PriceTicket, {
      heading: "Price",
      booking: {
        lines: priceLines(price, config.taxRate),
        total: price.total,
        card: null,
      } as unknown as CustomerBooking,
    }),
    whole,
  ],
  ["the office's record and the phone order", createElement(SumList, { sums: price, taxRate: config.taxRate }), sums],
  [
    "the request for another dumpster",
    createElement(AdditionalSummary, { sums: price, offer: { config } as AdditionalOffer }),
    sums,
  ],
] as const)("%s shows every line of the price", (_name, element, lines) => {
  expect(rows(element)).toEqual(lines);
});

it("agreement and invoice show every sum of the price", () => {
  expect(told(orderSums(orderFigures(price, DEFAULT_SETTINGS)))).toEqual(sums);
});

it("nobody adds an order's sums up for themselves", () => {
  const own = productFiles().filter(
    ({ file, text }) =>
      !/^app\/domain\/pricing\/(rules|types)\.ts$/.test(file) &&
      /\bprice\.(haulFee|discount)\b|"(Delivery fee|Haul of the full dumpster)"/.test(text),
  );
  expect(own.map(({ file }) => file)).toEqual([]);
});

it("keeps the sum of extra days in one piece, and names the material where the size alone says too little", () => {
  const lines = (materials: ("general" | "roofing")[]) =>
    materials.map((material, i) => ({ size: 20, quantity: i + 1, material, rentalDays: 10 }));
  const panel = (order: ReturnType<typeof lines>) =>
    renderToStaticMarkup(
      createElement(PricePanel, {
        price: priceOrder({ lines: order, context: "new", areaDeliveryFee: 0 }, config),
        figures: { ...DEFAULT_SETTINGS, delivery: "Free" },
      }),
    );
  const both = panel(lines(["general", "roofing"]));
  const text = both.replace(/<[^>]+>/g, "");
  expect(text).toContain("20-yard General debris: 3 days × $25");
  expect(text).toContain("20-yard Roofing: 3 days × $25 × 2");
  expect(both).toMatch(/<span class="inline-block">3 days × \$25 × 2<\/span>/);
  expect(panel([{ size: 15, quantity: 1, material: "roofing", rentalDays: 8 }, ...lines(["general"])])).toMatch(
    /20-yard<\/span>: <span/,
  );
});

it("says that nothing is charged where nothing is, not that it is paid by card", () => {
  const price = priceOrder(
    { lines: [{ size: 20, quantity: 1, material: "metal", rentalDays: 7 }], context: "new", areaDeliveryFee: 0 },
    config,
  );
  const html = renderToStaticMarkup(
    createElement(PricePanel, { price, figures: { ...DEFAULT_SETTINGS, delivery: "Free" } }),
  );
  expect(price.total).toBe(0);
  expect(html).toContain("Nothing is charged when you book.");
  expect(html).not.toContain("Paid by card");
});
