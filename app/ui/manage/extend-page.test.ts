import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { ExtendPage, type ExtendView } from "./ExtendPage";

const stays = [{ day: day("2026-12-11"), label: "Fri, Dec 11", days: 1, total: 2_700, isPastClosed: false }];
const words = async (offer: Partial<NonNullable<ExtendView["offer"]>>) => {
  const dumpster = { unitId: "unit_1", dumpster: "20-yard dumpster", now: "Tuesday, December 8", onAccount: false };
  const shown = { ...dumpster, paidUntil: null, extraDay: null, perDay: 2_500, stays, notice: null, review: null };
  const page: ExtendView = { number: "DMP-1", others: [], why: null, offer: { ...shown, ...offer } };
  return wordsIn(await rendered(ExtendPage, { page, phone: "(407) 555-0100", problem: null }));
};
async function said(paidUntil: string | null, extraDay: string | null) {
  return /20-yard dumpster\. [^.]*\./.exec(await words({ paidUntil, extraDay }))?.[0];
}

it("of a pickup that stands before the last paid day both are said, and to who may keep it without asking the last paid day alone", async () => {
  const [planned, paid] = ["The pickup is planned for", "It is paid for until"].map(
    (start) => `20-yard dumpster. ${start} Tuesday, December 8`,
  );
  expect([await said(null, null), await said(null, "costs $25")]).toEqual([`${planned}.`, `${paid}.`]);
  const both = `${planned}; it is paid for until Thursday, December 10.`;
  const until = "Thursday, December 10";
  expect([await said(until, null), await said(until, "costs $25")]).toEqual([
    both,
    `20-yard dumpster. It is paid for until ${until}.`,
  ]);
});

it("says why a day behind a closed one costs less than those after it, where there is one", async () => {
  const monday = { day: day("2026-12-14"), label: "Mon, Dec 14", days: 2, total: 5_400, isPastClosed: true };
  expect(await words({ stays: [monday] })).toContain("For Mon, Dec 14 you pay only until the closed day before.");
  expect(await words({})).not.toContain("closed");
});

it("names their account to whom it is on one", async () => {
  const price = { lines: [], total: 2_700 };
  const review = { day: day("2026-12-11"), label: "Friday, December 11", days: 1, price };
  expect(await words({ review, onAccount: true })).toContain(
    "Or call us at (407) 555-0100, and we put it on your account.",
  );
  expect(await words({ review })).not.toContain("account");
});
