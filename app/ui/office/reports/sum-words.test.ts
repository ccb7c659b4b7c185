import { expect, it } from "vitest";
import { FIGURES, wordsOf, type Figure } from "~/domain/reports/figures";
import { sumWords } from "./FactTable";

// "97 rows." under "7.0 days at a site" leads nowhere.
it("says of the rows of an average what they come to, and what that is for each", () => {
  expect(sumWords("collected", { n: 97, amount: 97 * 168, extra: 0 })).toBe(
    "97 rows; days at the site 679.0, 7.0 each.",
  );
  expect(sumWords("late", { n: 2, amount: 150, extra: 0 })).toBe("2 rows; late by 2 h 30 min, 1 h 15 min each.");
  expect(sumWords("order", { n: 3, amount: 100_00, extra: 4 })).toBe(
    "3 rows; total $100.00, $33.33 each, dumpsters 4.",
  );
  expect(sumWords("revenue", { n: 2, amount: 120_00, extra: 9_60 })).toBe("2 rows; before tax $120.00, tax $9.60.");
  expect(sumWords("lead", { n: 2, amount: 1, extra: 0 })).toBe("2 rows; booked 1.");
  expect(sumWords("late", { n: 0, amount: 0, extra: 0 })).toBe("0 rows; late by 0 min.");
});

it("no figure has two columns of one name", () => {
  for (const figure of Object.keys(FIGURES) as Figure[]) {
    const { keyHead, amount, extra } = wordsOf(figure);
    expect([amount?.head, extra?.head]).not.toContain(keyHead);
  }
});
