import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  agreementSections,
  canonicalAgreement,
  TERMS_VERSION,
  cardConsentText,
  type CanonicalFacts,
  type TermsFacts,
} from "./terms";
import { day } from "../kernel/days";
import { pickupDay } from "../schedule/rules";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { sampleAgreement, sampleTerms } from "../../../tests/support/papers";

const words = (facts: TermsFacts) => JSON.stringify(agreementSections(facts));

describe("the terms", () => {
  it("cover what the agreement must cover, each once", () => {
    const ids = agreementSections(sampleTerms).map((section) => section.id);
    expect(ids).toEqual([
      "rental",
      "weight",
      "contents",
      "access",
      "moving",
      "days",
      "cancelling",
      "permits",
      "payment",
      "liability",
      "law",
      "signature",
    ]);
  });

  it("have another version with each change of their words, on account and at the card's consent too", () => {
    const written = [sampleTerms, { ...sampleTerms, accountDays: 30 }].map((facts) => [
      words(facts),
      cardConsentText(facts),
    ]);
    const hash = createHash("sha256").update(JSON.stringify(written)).digest("hex").slice(0, 16);
    expect([TERMS_VERSION, hash], "raise TERMS_VERSION, then write both here").toEqual([
      "2026-11-29.1",
      "b5b860f22a282edc",
    ]);
  });

  it("count the days as the pickup does: the first is the one after the delivery", () => {
    expect(words(sampleTerms)).toContain("The day after delivery is the first of them.");
    // On Thursday, for 7 days.
    expect(pickupDay(day("2026-12-03"), 7, DEFAULT_SETTINGS)).toBe("2026-12-10");
  });

  it("quote the figures of the specification", () => {
    const text = words(sampleTerms);
    for (const figure of [
      "1 ton",
      "3 tons",
      "$70 per ton",
      "$35 per ton",
      "$105",
      "2 tons × $105 = $210",
      "$25",
      "$150",
      "$95",
      "$1,000",
      "48 hours or more",
      "10%",
      "20%",
      "24 hours before",
      "8%",
      "wire mesh",
      "CRT monitors",
      "Orange County",
      "Florida",
    ]) {
      expect(text).toContain(figure);
    }
    expect(text).not.toContain("General waste: no");
    const roof = { ...sampleTerms.materials[0]!, label: "Roofing", prohibited: ["Asbestos shingles", "CRT_monitors"] };
    expect(words({ ...sampleTerms, materials: [roof] })).toContain("Roofing: no asbestos shingles or CRT monitors");
  });

  it("take every figure from the facts", () => {
    const before = words(sampleTerms);
    for (const key of Object.keys(sampleTerms) as (keyof TermsFacts)[]) {
      const value = sampleTerms[key];
      const changed = {
        ...sampleTerms,
        [key]: typeof value === "number" ? value + 100 : typeof value === "string" ? `${value}!` : [],
      };
      expect(words(changed), key).not.toBe(before);
    }
  });

  it("have short sentences: about a reading age of 12", () => {
    const sentences = agreementSections(sampleTerms)
      .flatMap((section) => section.paragraphs)
      .join(" ")
      .split(/(?<=[.:])\s+/);
    const lengths = sentences.map((sentence) => sentence.split(/\s+/).length);
    expect(lengths.reduce((a, b) => a + b) / lengths.length).toBeLessThan(18);
    expect(Math.max(...lengths)).toBeLessThan(45);
  });

  it("name every later charge in the card consent", () => {
    const text = cardConsentText(sampleTerms);
    for (const figure of ["$70", "$35", "$25", "$150", "$95", "$1,000", "24 hours"]) expect(text).toContain(figure);
  });
});

describe("the canonical agreement", () => {
  const { signature: _signature, contentSha256: _hash, ...facts } = sampleAgreement;

  it("is the same for the same facts, whatever the order of keys and whatever else is known", () => {
    const shuffled = Object.fromEntries(Object.entries(structuredClone(facts)).reverse()) as unknown as CanonicalFacts;
    expect(canonicalAgreement(shuffled)).toBe(canonicalAgreement(facts));
    expect(canonicalAgreement(sampleAgreement)).toBe(canonicalAgreement(facts));
    expect(canonicalAgreement(facts)).toMatch(/^rental-agreement\/1\n/);
  });

  it("is its facts as JSON, one space for each level, their keys in order, also with terms that are kept", () => {
    const sections = Object.freeze(structuredClone(facts.sections));
    const ordered = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(ordered)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toSorted()
                .map(([key, part]) => [key, ordered(part)]),
            )
          : value;
    const expected = `rental-agreement/1\n${JSON.stringify(ordered(facts), null, 1)}\n`;
    for (let i = 0; i < 2; i++) expect(canonicalAgreement({ ...facts, sections })).toBe(expected);
    const posing = { ...facts, bookingNumber: '\n "sections": null,\n' };
    expect(canonicalAgreement(posing)).toBe(`rental-agreement/1\n${JSON.stringify(ordered(posing), null, 1)}\n`);
  });

  it("changes with every single value in it", () => {
    const before = canonicalAgreement(facts);
    let leaves = 0;
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== "object") return;
      const record = node as Record<string, unknown>;
      for (const [key, value] of Object.entries(record)) {
        if (typeof value === "object") {
          visit(value);
          continue;
        }
        record[key] = typeof value === "number" ? value + 1 : `${String(value)}!`;
        expect(canonicalAgreement(copy), key).not.toBe(before);
        record[key] = value;
        leaves += 1;
      }
    };
    const copy = structuredClone(facts);
    visit(copy);
    expect(leaves).toBeGreaterThan(60);
    expect(canonicalAgreement(copy)).toBe(before);
  });

  it("cannot be forged by text that looks like structure", () => {
    const a = canonicalAgreement({ ...facts, serviceAddress: ["a", "b"] });
    const b = canonicalAgreement({ ...facts, serviceAddress: ['a",\n  "b'] });
    expect(a).not.toBe(b);
  });
});
