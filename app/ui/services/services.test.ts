import { describe, expect, it } from "vitest";
import { DUMPSTER_SIZES } from "~/domain/pricing/waste-types";
import { publicData } from "../../../tests/support/public-data";
import type { PublicData } from "../frame/public-data";
import { faq } from "../home/faq";
import { SERVICES } from "./index";
import { SERVICE_KINDS, type ServiceKind } from "./service";

const wordsOf = (kind: ServiceKind, known: PublicData) => {
  const service = SERVICES[kind];
  const { title, note } = service.example(known);
  return [
    service.lead,
    service.description(known),
    ...service.jobs,
    ...service.mistakes(known),
    title,
    note,
    ...service.advice(known).flatMap(({ heading, text = "", list = [] }) => [heading, text, ...list]),
  ];
};
const questions = (known: PublicData) =>
  faq(known.figures, { ...known.facts, counties: known.counties }).flatMap(({ question, answer }) => [
    question,
    answer,
  ]);
const numbers = (texts: string[]) =>
  texts.flatMap((text) => [...text.matchAll(/\d[\d,.]*/g)].map(([found]) => found.replace(/[,.]+$/, "")));

/** Every figure another one. The sizes themselves are the product's and stay. */
const other = publicData(
  {
    zipClaim: 55,
    prices: { 15: 11100, 20: 22200, 25: 33300 },
    discountPercent: 11,
    taxRate: 0.11,
    deliveryFee: 1300,
    haulFees: { 15: 1100, 20: 1200, 25: 1300 },
    extensionPerDay: 1700,
    includedDays: 12,
    includedTons: 1.6,
    maxTons: 4.6,
    overagePerTon: 1900,
    landfillPerTon: 2300,
    dryRunFee: 2900,
    prohibitedItemFee: 3100,
    lightCleaningFee: 3700,
    tamperFee: 4100,
    noticeHours: 43,
    cancellation: { freeHours: 61, lateHours: 33, latePercent: 6, lastPercent: 8 },
    maxUnitsPerBooking: 13,
    sameDayCutoffMinute: 9 * 60,
    deliveryWeekdays: [2],
  },
  DUMPSTER_SIZES.map((row) => ({ ...row, length_feet: 18, width_feet: 9 })),
);
/** A credit above the price leaves $0 at any price. */
const SAME_ANYWAY = ["15", "20", "25", "0"];

describe.each([...SERVICE_KINDS, "faq"] as const)("%s", (kind) => {
  const words = (known: PublicData) => (kind === "faq" ? questions(known) : wordsOf(kind, known));

  it("takes every figure and day from the settings and the database", () => {
    const [mine, changed] = [words(publicData()), words(other)];
    const kept = mine.flatMap((text, i) =>
      numbers([text]).filter((number) => !SAME_ANYWAY.includes(number) && numbers([changed[i] ?? ""]).includes(number)),
    );
    expect(kept).toEqual([]);
    expect(numbers(mine).length).toBeGreaterThan(8);
    expect(changed.join(" ")).not.toMatch(/Monday|Saturday/);
  });

  it("uses no long dash, and straight apostrophes nowhere", () => {
    expect(words(publicData()).filter((text) => /[—']/.test(text))).toEqual([]);
  });
});

it("tells each audience something of its own", () => {
  const known = publicData();
  const texts = SERVICE_KINDS.flatMap((kind) => [
    ...SERVICES[kind].advice(known).map(({ text }) => text),
    ...SERVICES[kind].mistakes(known),
  ]);
  expect(new Set(texts).size).toBe(texts.length);
  for (const kind of SERVICE_KINDS) expect(SERVICES[kind].description(known).length, kind).toBeLessThanOrEqual(155);
});
