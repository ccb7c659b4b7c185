import { describe, expect, it } from "vitest";
import { DUMPSTER_SIZES } from "~/domain/pricing/waste-types";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { figuresOf } from "../frame/figures";
import { faq } from "./faq";

const CATALOGUE = { prices: DEFAULT_SETTINGS.prices, sizes: [...DUMPSTER_SIZES] };

const questions = faq(figuresOf(DEFAULT_SETTINGS, CATALOGUE), { zipClaim: 197, counties: ["Orange"] });
const answer = (part: string) => questions.find(({ question }) => question.includes(part))?.answer ?? "";

describe("the home page's questions", () => {
  it("are 15, each asked once", () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(15);
  });

  it("quote the settings", () => {
    expect(answer("heavy")).toContain("$210 more");
    expect(answer("deliver")).toContain("197+ ZIP codes");
    const dearer = faq(figuresOf({ ...DEFAULT_SETTINGS, dryRunFee: 17550 }, CATALOGUE), { zipClaim: 1, counties: [] });
    expect(dearer.some((entry) => entry.answer.includes("$175.50"))).toBe(true);
  });
});
