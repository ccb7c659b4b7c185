import { expect, it } from "vitest";
import { day, type Day } from "~/domain/kernel/days";
import type { TaskRow } from "~/domain/records/task-queue.server";
import { taskLine } from "./task-lines";

const [FRIDAY, SATURDAY, MONDAY, TUESDAY] = ["2026-12-04", "2026-12-05", "2026-12-07", "2026-12-08"].map(day) as [
  Day,
  Day,
  Day,
  Day,
];
const row = (tooLateOn: Day | null) =>
  ({
    ...{ id: "tsk_1", kind: "closed_day", name: "Ada", detail: "", at: null, booking: null, phone: null },
    ...{ due: 0, isOverdue: false, owner: null, snoozed: null, promised: null, tooLateOn, notDone: null },
  }) as unknown as TaskRow;

// The office is closed on Saturday and on Sunday: what is put off comes back on Monday.
it.each([
  [null, MONDAY, "to the next day on which somebody works"],
  [TUESDAY, MONDAY, "before it is too late"],
  [MONDAY, day("2026-12-06"), "to the day before, where that day itself is too late"],
  [SATURDAY, "", "not at all, where tomorrow is too late"],
  [FRIDAY, "", "not at all on the day itself"],
])("what is too late on %s is proposed to be put off to “%s”: %s", (tooLateOn, until, _where) => {
  expect(taskLine(row(tooLateOn), "2026", { tomorrow: SATURDAY, later: MONDAY }).until).toBe(until);
});

it("is not marked as due while it is put off", () => {
  const due = { ...row(null), isOverdue: true };
  expect(taskLine(due, "2026").isOverdue).toBe(true);
  expect(taskLine({ ...due, snoozed: { until: due.due, why: "No answer" } }, "2026").isOverdue).toBe(false);
});
