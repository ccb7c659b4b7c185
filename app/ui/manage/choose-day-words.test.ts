import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { CancelPage, type CancelPlan } from "./CancelPage";
import { ChooseDay, type ChooseDayPage } from "./ChooseDay";

/** Why another day costs nothing, as its page says it: whatever moved the day before, ours comes first. */
type Offer = NonNullable<ChooseDayPage["offer"]>;
async function said(changes: Partial<Offer> = {}) {
  const offer: Offer = {
    ...{
      unitId: "unt_1",
      seen: "x",
      what: "delivery",
      dumpster: "20-yard dumpster",
      when: "It is planned.",
      why: "asked",
    },
    ...{ fee: null, photos: [], floor: 0, isMissed: false, isClosed: false, notBefore: null, window: "morning" },
    ...{ days: [{ day: day("2026-12-11"), label: "Friday", windows: [] }], windows: [], others: [], ...changes },
  };
  const html = await rendered(ChooseDay, { page: { number: "DMP-1", offer }, phone: "1", problem: null });
  const notice = /<div[^>]*class="notice[^"]*".*?<\/div>/s.exec(html)?.[0] ?? "";
  return [/notice (\w+)/.exec(notice)?.[1], wordsIn(notice).trim()];
}
const CLOSED =
  "Changing the day costs nothing. We are closed on that day after all, and we are sorry: cancelling is free, too.";
const MISSED =
  "Changing the day costs nothing. We have not come in your time, and we are sorry: cancelling is free, too.";

it("that we are closed that day, or have not come, is said with what it costs; closed where both are so", async () => {
  expect(await said({ isClosed: true })).toEqual(["good", CLOSED]);
  expect(await said({ isClosed: true, closedHalf: "morning" })).toEqual([
    "good",
    CLOSED.replace("day after", "morning after"),
  ]);
  expect(await said({ isMissed: true })).toEqual(["good", MISSED]);
  expect(await said({ isClosed: true, isMissed: true })).toEqual(["good", CLOSED]);
});

it("a day that we moved before and cannot keep either needs another one: nobody reads that the planned one may stay", async () => {
  const moved = (changes?: Partial<Offer>) => said({ why: "moved", ...changes });
  expect(await moved({ isClosed: true })).toEqual(["good", CLOSED]);
  expect(await moved({ isMissed: true })).toEqual(["good", MISSED]);
  expect((await moved())[1]).toBe(
    "We moved your day, so another one is free, and so is cancelling. If the planned one suits you, you need do nothing.",
  );
  // Of a pickup nothing was missed, and there is nothing to cancel.
  expect((await moved({ what: "pickup", isMissed: true }))[1]).toBe(
    "We moved your day, so another one is free. If the planned one suits you, you need do nothing.",
  );
});

it("a day that is theirs to change says what cancelling costs from then on, and nothing where that is nothing", async () => {
  expect(await said()).toEqual(["good", "Changing the day costs nothing."]);
  expect(await said({ floor: 10 })).toEqual([
    "warn",
    "Changing the day costs nothing. Cancelling costs 10% now, and that stays the least it costs after the move, also with more notice.",
  ]);
});

it.each([
  [{ isClosed: true }, "We cannot come at your time after all, so cancelling is free."],
  [{ isMoved: true }, "We moved your day, so cancelling is free."],
  [{ isMoved: true, isClosed: true }, "We moved your day, so cancelling is free."],
  [{ isClosed: true, trip: 15_000 }, "We cannot come at your time after all, so cancelling is free, but for our visit"],
])("the page of cancelling says why it is free: %j", async (changes, words) => {
  const plan: CancelPlan = {
    ...{
      what: "20-yard",
      already: 0,
      isRest: false,
      isUnit: false,
      isPaid: true,
      offAccount: null,
      by: ["card"],
      waits: { cents: 0, by: [] },
      isMoved: false,
      isClosed: false,
    },
    ...{
      isPartlyMoved: false,
      percent: 0,
      trip: 0,
      paid: 40_932,
      fee: 0,
      refund: 40_932,
      first: null,
      floors: { least: 0, most: 0 },
    },
    ...{ freeUntil: "Tuesday", lateUntil: "Wednesday", latePercent: 10, lastPercent: 20, ...changes },
  };
  const read = wordsIn(await rendered(CancelPage, { number: "DMP-1", refused: null, phone: "1", plan }));
  expect(read).toContain(words);
  expect(read).not.toContain("10%");
});
