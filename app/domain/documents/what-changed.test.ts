import { describe, expect, it } from "vitest";
import { day } from "../kernel/days";
import { NOTHING_ADDED, type PricingResult } from "../pricing/types";
import { exemptWords } from "./exempt-words";
import type { AgreementView, DocumentLine } from "./views";
import { STREET_NEEDS } from "../schedule/placement";
import { isOnlyOurs, whatChanged } from "./what-changed";

const line = (size: number, material: string, quantity: number, totalCents: number): DocumentLine => ({
  description: `${size}-yard dumpster`,
  detail: `${material} · 1 ton included, 3 tons maximum`,
  quantity,
  unitCents: totalCents / quantity,
  totalCents,
});
const signed: AgreementView = {
  business: {
    name: "Sunline",
    legalName: "Sunline LLC",
    phone: "1",
    email: "a@b.c",
    addressLines: [],
    website: "x.com",
  },
  bookingNumber: "DMP-2026-000001",
  customer: { name: "Ada Tester", email: "ada@example.com", phone: "(407) 555-0133" },
  serviceAddress: ["123 Main Street", "Orlando, FL 32801"],
  lines: [line(15, "General debris", 1, 32900)],
  deliveryDay: day("2026-12-07"),
  windowLabel: "Morning (8AM - 12PM)",
  pickupDay: day("2026-12-14"),
  rentalDays: 7,
  choices: [],
  figures: {
    ...NOTHING_ADDED,
    subtotal: 32900,
    tax: 2632,
    total: 35532,
    taxRatePercent: "8%",
  },
  sections: [{ id: "weight", heading: "Weight", paragraphs: ["1 ton."] }],
  signature: null,
  termsVersion: "2026-11",
  contentSha256: "x",
};

describe("what is named before signing again", () => {
  it.each<[string, Partial<AgreementView>, string[]]>([
    ["the size", { lines: [line(20, "General debris", 1, 32900)] }, ["15 → 20 yards"]],
    ["the material", { lines: [line(15, "Roofing", 1, 32900)] }, ["General debris → Roofing"]],
    ["the quantity", { lines: [line(15, "General debris", 2, 32900)] }, ["Quantity: 1 → 2"]],
    ["its price", { lines: [line(15, "General debris", 1, 35000)] }, ["Price: $329.00 → $350.00"]],
    [
      "size and material at once",
      { lines: [line(20, "Roofing", 1, 55560)] },
      ["15 → 20 yards", "General debris → Roofing", "Price: $329.00 → $555.60"],
    ],
    [
      "one more",
      { lines: [line(15, "General debris", 1, 32900), line(20, "Roofing", 1, 55560)] },
      ["Added: 1 × 20-yard dumpster, Roofing"],
    ],
    ["none left", { lines: [] }, ["Removed: 1 × 15-yard dumpster, General debris"]],
    ["the day", { deliveryDay: day("2026-12-08") }, ["Delivery: Monday, December 7, 2026 → Tuesday, December 8, 2026"]],
    [
      "the pickup",
      { pickupDay: day("2026-12-15") },
      ["Pickup: Monday, December 14, 2026 → Tuesday, December 15, 2026"],
    ],
    ["the window", { windowLabel: "Anytime" }, ["Time: Morning (8AM - 12PM) → Anytime"]],
    ["the days", { rentalDays: 14 }, ["Rental days: 7 → 14"]],
    [
      "the place",
      { serviceAddress: ["1 Elm", "Orlando"] },
      ["Address: 123 Main Street, Orlando, FL 32801 → 1 Elm, Orlando"],
    ],
    ["the name", { customer: { ...signed.customer, name: "Eve" } }, ["Name: Ada Tester → Eve"]],
    ["a wish that costs", { choices: ["Keep it longer"] }, ["Now chosen: Keep it longer"]],
    ["how it is paid", { accountDays: 30 }, ["Payment: by card → on account, within 30 days of the invoice"]],
    ["the total", { figures: { ...signed.figures, total: 40000 } }, ["Total: $355.32 → $400.00"]],
    [
      "the words",
      { sections: [{ id: "weight", heading: "Weight", paragraphs: ["2 tons."] }] },
      ["The words of the agreement: “Weight”"],
    ],
    ["us", { business: { ...signed.business, phone: "2" } }, ["Our own name, address or contact"]],
    ["something else", { termsVersion: "2027-01" }, ["A detail of the agreement, not your order or its total"]],
  ])("%s", (_name, change, words) => {
    expect(whatChanged(signed, { ...signed, ...change })).toEqual(words);
  });

  it("names another place as one change, and of a long choice its first sentence", () => {
    const street = ["Placement: on the street.", STREET_NEEDS];
    const lot = ["Placement: on a lot."];
    const from = (before: string[], now: string[]) =>
      whatChanged({ ...signed, choices: before }, { ...signed, choices: now });
    expect(from(street, lot)).toEqual(["Placement: on the street → on a lot.", "No street permit is needed any more"]);
    expect(from([], street)).toEqual(["Placement: on the driveway → on the street.", "A street permit is needed now"]);
    expect(from(lot, [])).toEqual(["Placement: on a lot → on the driveway."]);
    expect(from([], ["Keep it. At $25 a day."])).toEqual(["Now chosen: Keep it."]);
    expect(from(["Keep it. At $25 a day."], [])).toEqual(["No longer chosen: Keep it."]);
  });

  it("names no certificate that holds no more", () => {
    const [one, other] = ["85-1", "85-2"].map((exempt) => exemptWords({ exempt } as PricingResult));
    const from = (choices: string[] = [], now: string[] = []) =>
      whatChanged({ ...signed, choices }, { ...signed, choices: now }, { isOthers: true });
    expect(from(one)).toEqual(["Tax: no longer exempt"]);
    expect(from(one, other)).toEqual([
      "Now chosen: Exempt from sales tax by certificate 85-2: no tax is charged on this order.",
    ]);
  });

  it("says which of several dumpsters, and nothing of those that stayed", () => {
    const [general, roof] = [line(15, "General debris", 1, 32900), line(20, "Roofing", 1, 55560)];
    expect(
      whatChanged(
        { ...signed, lines: [general, roof] },
        { ...signed, lines: [general, line(25, "Roofing", 1, 63960)] },
      ),
    ).toEqual(["1 × 20-yard dumpster, Roofing: 20 → 25 yards, Price: $555.60 → $639.60"]);
  });
});

it("is only ours where nothing of the order is another: our words, our number, or what no list names", () => {
  const ours = [
    signed,
    { ...signed, business: { ...signed.business, phone: "2" } },
    { ...signed, sections: [{ id: "weight", heading: "Weight", paragraphs: ["2 tons."] }] },
  ];
  expect(ours.map((now) => isOnlyOurs(signed, now))).toEqual([true, true, true]);
  expect(isOnlyOurs(signed, { ...signed, rentalDays: 8 })).toBe(false);
  expect(isOnlyOurs(signed, { ...signed, accountDays: 30 })).toBe(false);
});

it("does not tell another caller who and where it was", () => {
  const now = {
    ...signed,
    customer: { name: "Bob Tester", email: "bob@example.com", phone: "(407) 555-0177" },
    serviceAddress: ["9 Other Street", "Orlando, FL 32801"],
    rentalDays: 8,
  };
  expect(whatChanged(signed, now, { isOthers: true })).toEqual([
    "Rental days: 7 → 8",
    "Address: 9 Other Street, Orlando, FL 32801",
    "Name: Bob Tester",
    "Email: bob@example.com",
    "Phone: (407) 555-0177",
  ]);
});
