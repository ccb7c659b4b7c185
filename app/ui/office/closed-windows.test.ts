import { expect, it } from "vitest";
import type { BoardDay } from "~/domain/dispatch/board.server";
import { day } from "~/domain/kernel/days";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import type { BoardView, ChosenJob } from "./board";
import { MovePanel } from "./BoardMove";
import { BoardTop } from "./BoardTop";

const one = (on: string, shut: BoardDay["shut"], morning = 0): BoardDay => ({
  ...{ day: day(on), isOpen: true, jobs: 0, open: 0, toMove: 0, shut },
  windows: { morning, afternoon: 6, anytime: 0 },
});
const view = {
  ...{ day: day("2026-12-03"), today: day("2026-12-02"), capacity: 6, closed: null, shortages: [], byHand: false },
  ...{ outstanding: [], outstandingCount: 0, inVain: [], differing: 0, late: { count: 0, first: [] }, drivers: [] },
  week: [one("2026-12-01", ["morning"]), one("2026-12-03", ["morning"], 6), one("2026-12-04", [])],
} as unknown as BoardView;
const job = {
  ...{ id: "j", kind: "delivery", state: "scheduled", day: day("2026-12-03"), window: "afternoon", size: 20 },
  ...{ brings: null, name: "Pat Lee", address: "1 A Street", city: "Orlando", zip: "32801", warnings: [], seen: "" },
  ...{ driverId: null, offer: null, untaken: null, inOneForm: true, dumpsters: null, mayTryAgain: false },
} as unknown as ChosenJob;

it("the strip says of a closed half that it is closed, not how full it is", async () => {
  const days = (await rendered(BoardTop, { view })).split("<li").slice(1).map(wordsIn);
  expect(days.map((words) => /AM.*?(?= PM)/.exec(words)?.[0].trim())).toEqual(["AM closed", "AM closed", "AM 0 of 6"]);
  expect(days[0]).toContain("PM 6 of 6");
});

it.each(["delivery", "pickup"] as const)("who moves a %s reads it beside the window, before", async (kind) => {
  const html = await rendered(MovePanel, { view, job: { ...job, kind }, problem: undefined });
  // What has passed is nobody's choice.
  expect(wordsIn(html)).toContain("Closed: Thu, Dec 3 morning.");
  expect(html).toMatch(/<select[^>]*name="window"[^>]*aria-describedby="window-hint"/);
  if (kind === "delivery")
    expect(wordsIn(html)).toContain("Full this week: Thu, Dec 3 afternoon; Fri, Dec 4 afternoon.");
});

it("says nothing of it where nothing is closed", async () => {
  const open = { ...view, week: [one("2026-12-04", [])] };
  expect(wordsIn(await rendered(MovePanel, { view: open, job, problem: undefined }))).not.toContain("Closed:");
});
