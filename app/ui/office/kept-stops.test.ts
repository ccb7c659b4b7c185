import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { rendered } from "../../../tests/support/rendered";
import type { BoardView } from "./board";
import { DayColumns } from "./BoardColumns";
import { boardLine, type ShownJob } from "./board-lines";

const DAY = "2026-12-10";
const job = (n: number, more: object = {}) =>
  boardLine({
    ...{ id: `job_${n}`, kind: "pickup", state: "scheduled", window: "anytime", day: DAY, size: 20, attempt: 1 },
    ...{ address: `${n} Oak Street`, city: "Orlando", zip: "32801", name: "Ada Tester", booking: "DMP-2026-000001" },
    ...{ warnings: [], isKept: true, isLate: true, driverId: null, priority: "normal", ...more },
  } as unknown as ShownJob);
async function board(kept: number, waiting: number) {
  const many = (count: number, more?: object) => Array.from({ length: count }, (_, n) => job(n, more));
  const view = {
    ...{ day: DAY, drivers: [], phones: [], byHand: true },
    kept: many(kept),
    waiting: many(waiting, { isKept: false }),
  } as unknown as BoardView;
  return parse(await rendered(DayColumns, { view }));
}

it("what is kept until asked stands apart, open while it is few, each one press from being given all the same", async () => {
  for (const [count, open] of [
    [1, true],
    [3, true],
    [4, false],
    [60, false],
  ] as const) {
    const apart = (await board(count, 0)).querySelector("details.kept");
    expect([count, apart?.hasAttribute("open")]).toEqual([count, open]);
    expect(apart?.querySelector("summary")?.text).toBe(`Kept until they ask ${count}`);
    const links = apart?.querySelectorAll(".stop .row a") ?? [];
    // None of them is left out, and none is late or waits for anybody.
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      Array.from({ length: count }, (_, n) => `?day=${DAY}&job=job_${n}#move`),
    );
    expect(links[0]?.text).toBe("Give or move");
    expect(apart?.querySelectorAll(".late, .wait, [draggable]")).toEqual([]);
  }
});

it("a day on which all is kept says that no driver is needed; without any, that there are no jobs", async () => {
  const words = async (kept: number, waiting: number) =>
    (await board(kept, waiting)).querySelector(".nobody .empty")?.text;
  expect(await words(2, 0)).toBe("No job of this day needs a driver.");
  expect(await words(0, 0)).toBe("There are no jobs on this day.");
  expect(await words(2, 1)).toBeUndefined();
  expect((await board(0, 1)).querySelector(".kept")).toBeNull();
  expect((await board(2, 1)).querySelector("#nobody .count")?.text).toBe("1");
});
