import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import type { TaskRow } from "~/domain/records/task-queue.server";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { CloseDay, type CloseDayView } from "./CloseDay";
import { UnitsPanel, type ClosedDay } from "./RecordOrder";
import { taskLine } from "./task-lines";
import { TaskQueue } from "./TaskQueue";

/** What the office reads of something that stands on a closed day: in its record, and before it presses "Done". */
const row = (kind: TaskRow["kind"]): TaskRow =>
  ({
    ...{ id: `tsk_${kind}`, kind, who: "Ada Tester", detail: "20 yd", phone: null, promised: null, owner: null },
    ...{
      notDone: null,
      due: Date.UTC(2026, 11, 3, 14),
      isOverdue: false,
      snoozed: null,
      at: { kind: "booking", id: "DMP-1" },
    },
  }) as unknown as TaskRow;

it("says what “Done” means before it is pressed, where it means more than that nothing is left to do", async () => {
  const rows = [taskLine(row("closed_day"), "2026"), taskLine(row("no_room"), "2026")];
  const html = await rendered(TaskQueue, {
    ...{
      rows,
      next: null,
      counts: { all: 2, mine: 0, nobody: 2, snoozed: 0 },
      whose: "all" as const,
      view: {} as never,
    },
    tomorrow: day("2026-12-04"),
  });
  const [closed, other] = parse(html).querySelectorAll(".tasks > li");
  const form = closed?.querySelector("details form")?.outerHTML ?? "";
  expect(wordsIn(form)).toContain(
    "Done: a truck goes out all the same, its customer reads so, and cancelling costs as usual. Not reached: put it off.",
  );
  expect(form.indexOf("Done means")).toBeLessThan(form.indexOf('value="done"'));
  // The list is read back from the page, by this class.
  expect(closed?.querySelector(".done-means")?.text).toBe(rows[0]?.done);
  expect(other?.querySelector(".done-means")).toBeNull();
});

it.each([
  ["unpaid", "nobody can sign or pay on that day", "Until then its caller can neither sign nor pay it"],
  ["over", "stands on a day that is over", "or once the board says what was done"],
] as const)("offers no “Done” of what is %s, as it %s, and says what ends it", async (notDone, _why, ends) => {
  const line = taskLine({ ...row("closed_day"), notDone }, "2026");
  const html = await rendered(TaskQueue, {
    ...{ rows: [line], next: null, counts: { all: 1, mine: 0, nobody: 1, snoozed: 0 }, whose: "all" as const },
    ...{ view: {} as never, tomorrow: day("2026-12-04") },
  });
  const list = parse(html).querySelector(".tasks");
  expect(list?.querySelector("[value=done]")).toBeNull();
  expect(list?.querySelector("summary")?.text).toBe("Later…");
  expect(wordsIn(list?.outerHTML ?? "")).toContain(ends);
  expect(list?.querySelector(".done-means")?.text).toBe(line.done);
});

it.each([
  [{ what: "delivery", goesOut: false }, "Delivery on Thu, Dec 10: no truck goes out that day. Agree on another day"],
  [{ what: "pickup", goesOut: true }, "Pickup on Thu, Dec 10: that day is closed, and a truck goes out all the same"],
  [{ what: "order", goesOut: false }, "Delivery on Thu, Dec 10: no truck goes out that day. Agree on another day"],
  [
    { what: "delivery", goesOut: false, closed: "that morning" },
    "Delivery on Thu, Dec 10: no truck goes out that morning. Agree on another day",
  ],
] as const)("the record says whether a truck goes out: %j", async (one, words) => {
  const closedDays: ClosedDay[] = [{ day: day("2026-12-10"), closed: "that day", ...one }];
  const props = { booking: {} as never, items: [], units: [], jobs: [], closedDays };
  const notice = parse(await rendered(UnitsPanel, props)).querySelector(".notice.warn");
  expect(notice?.text.replace(", 2026", "")).toContain(words);
  expect(notice?.querySelector('a[href="#actions"]') === null).toBe(one.goesOut);
});

it("the page that closes a day names what stays on it, as a truck goes out for it all the same", async () => {
  const plan = { closing: { day: day("2026-12-10"), part: "day", reason: "Storm" }, jobs: [], underWay: 0 };
  const view = {
    ...{ day: day("2026-12-10"), today: day("2026-12-03"), minutes: 10, closures: [], isAdmin: true, values: {} },
    ...{ locks: { settings: null, dispatch: null } },
    plan: { ...plan, goesOut: ["DMP-1", "DMP-2"], prepared: [], digest: "" },
  } as unknown as CloseDayView;
  expect(wordsIn(await rendered(CloseDay, { view, problem: undefined }))).toMatch(
    /DMP-1 ?, DMP-2 ?: somebody has said that a truck goes out all the same\. They stay on the day/,
  );
});
