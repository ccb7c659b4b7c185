import { expect, it } from "vitest";
import type { EventAction } from "~/domain/events/happenings";
import { describeEvent } from "./timeline-words";

const told = (action: EventAction, data: Record<string, unknown>, at = Date.UTC(2026, 10, 30, 15)) =>
  describeEvent({
    at,
    action,
    data,
    subject_kind: "booking",
    from_state: null,
    to_state: null,
    actor_kind: "staff",
    actor_label: "Sam Staff",
    why: null,
  });

it("a timeline says the year of a day where it is not the one in which it was said, on New York's clock", () => {
  const moved = { is: { delivery: "2026-12-30", pickup: "2027-01-06" } };
  expect(told("unit_rescheduled", moved)).toBe("Unit: moved to Wed, Dec 30, pickup Wed, Jan 6, 2027");
  const lastEvening = Date.UTC(2027, 0, 1, 4);
  expect(told("driver_off", { from: "2026-12-31", until: "2027-01-02" }, lastEvening)).toBe(
    "Off Thu, Dec 31 to Sat, Jan 2, 2027",
  );
  expect(told("task_snoozed", { task: "lead_call", until: Date.UTC(2027, 0, 4, 14) })).toMatch(
    /, until Jan 4, 2027, 9:00 am$/,
  );
  expect(told("right_granted", { right: "price", ends_at: Date.UTC(2027, 0, 2, 5) })).toMatch(/through Jan 1, 2027$/);
  expect(told("right_granted", { right: "price", ends_at: Date.UTC(2026, 11, 2, 5) })).toMatch(/through Dec 1$/);
  expect(told("day_closed", { day: "2027-01-04" })).toBe("Mon, Jan 4, 2027 closed");
});
