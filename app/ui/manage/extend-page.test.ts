import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { ExtendPage, type ExtendView } from "./ExtendPage";

const stays = [{ day: day("2026-12-11"), label: "Fri, Dec 11", days: 1, total: 2_700 }];
async function said(paidUntil: string | null, extraDay: string | null) {
  const dumpster = { unitId: "unit_1", dumpster: "20-yard dumpster", now: "Tuesday, December 8" };
  const offer = {
    ...dumpster,
    paidUntil,
    extraDay,
    perDay: 2_500,
    stays,
    notice: null,
    onAccount: false,
    review: null,
  };
  const page: ExtendView = { number: "DMP-1", others: [], why: null, offer };
  const words = wordsIn(await rendered(ExtendPage, { page, phone: "1", problem: null }));
  return /20-yard dumpster\. [^.]*\./.exec(words)?.[0];
}

it("of a pickup that stands before the last paid day both are said, and to who may keep it without asking the last paid day alone", async () => {
  const [planned, paid] = ["The pickup is planned for", "It is paid for until"].map(
    (words) => `20-yard dumpster. ${words} Tuesday, December 8`,
  );
  expect([await said(null, null), await said(null, "costs $25")]).toEqual([`${planned}.`, `${paid}.`]);
  const both = `${planned}; it is paid for until Thursday, December 10.`;
  const until = "Thursday, December 10";
  expect([await said(until, null), await said(until, "costs $25")]).toEqual([
    both,
    `20-yard dumpster. It is paid for until ${until}.`,
  ]);
});

it("who has an account may call to have it there; everybody else pays by card", async () => {
  const review = { day: day("2026-12-11"), label: "Friday", days: 1, price: { lines: [], total: 2_700 } };
  const words = async (onAccount: boolean) => {
    const dumpster = {
      unitId: "unit_1",
      dumpster: "20-yard dumpster",
      now: "Tuesday",
      paidUntil: null,
      extraDay: null,
    };
    const offer = { ...dumpster, perDay: 2_500, stays, notice: null, onAccount, review };
    const page: ExtendView = { number: "DMP-1", others: [], why: null, offer };
    return wordsIn(await rendered(ExtendPage, { page, phone: "(407) 555-0100", problem: null }));
  };
  const card = "You pay by card on the next page. The new day is yours once it is paid.";
  expect(await words(true)).toContain(`${card} Or call us at (407) 555-0100, and we put it on your account.`);
  expect(await words(false)).toContain(card);
  expect(await words(false)).not.toContain("your account");
});
