import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { agreementSections } from "./terms";
import { termsFacts } from "./terms-facts";

it("has the days of an account for orders that go on one, and for these only", () => {
  const words = (days?: number) => JSON.stringify(agreementSections(termsFacts(DEFAULT_SETTINGS, days)));
  expect(words()).not.toContain("on your account with us");
  expect(words(30)).toContain("within 30 days of the invoice");
  expect(words(14)).toContain("within 14 days of the invoice");
  expect(words()).not.toContain("on your account with us");
});
