import { expect, it } from "vitest";
import { failureWords, whyNotBack } from "./refund-failure";

it.each([
  [null, null],
  ["charge_disputed", "the customer’s bank has the payment"],
  ["expired_or_canceled_card", "expired or canceled card"],
  ["gone_by_card", "the card has it already"],
  ["refused_by_card_company", "refused by the card company"],
  // As it was kept before there were codes.
  ["Charge ch_3J2 has been charged back; cannot issue a refund.", "refused by the card company"],
])("of %s the office reads: %s", (reason, words) => expect(failureWords(reason)).toBe(words));

it("a customer is told what is true of all that failed", () => {
  const why = (...reasons: (string | null)[]) => whyNotBack(reasons.map((failure_reason) => ({ failure_reason })));
  expect([why("charge_disputed"), why("lost_or_stolen_card", "expired_or_canceled_card")]).toEqual([
    "disputed",
    "card",
  ]);
  expect([why("charge_disputed", "lost_or_stolen_card"), why("unknown"), why(null), why()]).toEqual(
    Array(4).fill(null),
  );
});
