import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { agreementSections } from "./terms";
import { termsFacts } from "./terms-facts";

it("has the days of an account for orders that go on one, and for these only", () => {
  const words = (days?: number) =>
    JSON.stringify(agreementSections(termsFacts(DEFAULT_SETTINGS, { accountDays: days ?? null })));
  expect(words()).not.toContain("on your account with us");
  expect(words(30)).toContain("within 30 days of the invoice");
  expect(words(14)).toContain("within 14 days of the invoice");
  expect(words()).not.toContain("on your account with us");
});

it("an order without sales tax has none in its terms either: they name its certificate instead", () => {
  const words = (exempt: string | null) =>
    JSON.stringify(agreementSections(termsFacts(DEFAULT_SETTINGS, { accountDays: 30, exempt })));
  expect(words(null)).toMatch(/plus tax.*Tax is 8% on rental/);
  expect(words("85-1")).not.toMatch(/plus tax|Tax is/);
  expect(words("85-1")).toContain("exempt from sales tax by certificate 85-1: no tax is charged on it");
});
