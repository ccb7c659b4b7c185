import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import type { BoardView } from "./board";
import { copiedWords, movedWords, undoWords } from "./BoardTools";
import { BoardTop, weekWords } from "./BoardTop";

it("the button that takes a move back says of how many dumpsters of the order it was", () => {
  const undo = {
    seen: "1",
    kind: "delivery" as const,
    name: "Dan Brooks",
    day: null,
    what: null,
    moved: null,
    noticeMinutes: 10,
  };
  expect(undoWords({ ...undo, count: 1 })).toBe("Undo: delivery for Dan Brooks");
  expect(undoWords({ ...undo, count: 2 })).toBe("Undo: delivery for Dan Brooks, 2 dumpsters");
  expect(undoWords({ ...undo, what: "given_out", count: 2 })).toBe("Undo: 2 jobs given out");
});

it("a move says what it came to, and when its customer hears of it", () => {
  const undo = { kind: "delivery" as const, name: "Dan Brooks", count: 1, noticeMinutes: 10 };
  const [from, to] = [
    { day: day("2026-12-01"), window: "anytime" },
    { day: day("2026-12-04"), window: "morning" },
  ];
  const moved = { from, to, pickup: day("2026-12-11"), isTold: true };
  expect(movedWords(undo, moved)).toMatch(
    /^The delivery for Dan Brooks is now on Friday, December 4, Morning.*; it was on Tuesday, December 1, Anytime.*\. The pickup moved along, to Friday, December 11\. The customer is told 10 minutes after the move, unless it is taken back before\.$/,
  );
  expect(movedWords({ ...undo, count: 2, noticeMinutes: 0 }, { ...moved, pickup: null })).toMatch(
    /^The delivery for Dan Brooks, 2 dumpsters, is now.*(?<!along.*)The customer is told at once\.$/,
  );
  expect(movedWords({ ...undo, noticeMinutes: 1 }, moved)).toContain("told 1 minute after");
  expect(movedWords(undo, { ...moved, isTold: false })).toContain("nobody writes to them");
});

it("a copied day says apart where nobody went and what something speaks against", () => {
  expect(copiedWords({ given: 2, elsewhere: 0, against: 0 })).toBe("2 jobs were given as on that day.");
  expect(copiedWords({ given: 1, elsewhere: 1, against: 3 })).toBe(
    "1 job was given as on that day; 1 still waits, because nobody went to its ZIP code; 3 still wait, because something speaks against it: give them by hand.",
  );
  expect(copiedWords({ given: 0, elsewhere: 2, against: 1 })).toBe(
    "No job was given as on that day; 2 still wait, because nobody went to their ZIP codes; 1 still waits, because something speaks against it: give it by hand.",
  );
});

it("a closed day of the week strip says so, also with a job left on it", () => {
  const said = [0, 1, 2].flatMap((jobs) => [true, false].map((isOpen) => weekWords({ jobs, isOpen })));
  expect(said).toEqual(["No jobs", "Closed", "1 job", "Closed, 1 job", "2 jobs", "Closed, 2 jobs"]);
});

const boardTop = (more: object): Promise<string> => {
  const nothing = { closed: null, shortages: [], outstanding: [], outstandingCount: 0, differing: 0, inVain: [] };
  const rest = { byHand: true, smart: true, capacity: 4, late: { count: 0, first: [] }, week: [] };
  const on = day("2026-12-03");
  return rendered(BoardTop, { view: { day: on, today: on, ...nothing, ...rest, ...more } as unknown as BoardView });
};

it("the board says what still gives jobs out where they are not given by hand, and where nothing does", async () => {
  const said = async (smart: boolean) => wordsIn(await boardTop({ byHand: false, smart }));
  expect(await said(true)).toContain("“Propose the day” gives deliveries and pickups out");
  expect(await said(false)).toContain("an admin turns one of them on under Settings, Flags");
  expect(wordsIn(await boardTop({ smart: false }))).not.toContain("by hand");
});

it("the board's week strip has the words of each day, closed ones too", async () => {
  const windows = { morning: 0, afternoon: 0, anytime: 0 };
  const one = { windows, shut: [], open: 0 };
  const [today, tomorrow] = [day("2026-12-03"), day("2026-12-04")];
  const week = [
    { ...one, day: today, jobs: 2, isOpen: true },
    { ...one, day: tomorrow, jobs: 1, isOpen: false },
  ];
  const strip = /<nav class="week".*?<\/nav>/s.exec(await boardTop({ week }))?.[0] ?? "";
  expect(
    strip
      .split("<li")
      .slice(1)
      .map((html) => wordsIn(`<li${html}`).trim()),
  ).toEqual([expect.stringMatching(/^Thu, Dec 3 2 jobs /), "Fri, Dec 4 Closed, 1 job"]);
});

it("the board asks for another day only for what is to be moved: not where a truck goes out all the same", async () => {
  const windows = { morning: 0, afternoon: 0, anytime: 0 };
  const today = { day: day("2026-12-03"), windows, shut: [], open: 0, jobs: 2, isOpen: false };
  const said = async (toMove: number) => wordsIn(await boardTop({ week: [{ ...today, toMove }] }));
  expect(await said(0)).not.toContain("No truck goes out on this day");
  expect(await said(1)).toContain("No truck goes out on this day, and 1 job stands on it. Move all of it");
});
