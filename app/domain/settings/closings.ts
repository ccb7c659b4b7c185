import type { Day } from "../kernel/days";

/** What of a day can be closed: all of it, or a half. What is promised for "anytime" can still come in the other half. */
export const CLOSED_PARTS = ["day", "morning", "afternoon"] as const;
export type ClosedPart = (typeof CLOSED_PARTS)[number];

/** A day, or half of one, on which no truck goes out; `reason` as customers read it. */
export interface Closing {
  day: Day;
  part: ClosedPart;
  reason: string;
}

/** The calendar with what was closed: a whole day counts like a holiday. Two closed halves are a closed day. Pure. */
export function withClosings<S extends { holidays: Day[]; closings: readonly Closing[] }>(
  settings: S,
  closings: readonly Closing[],
): S {
  if (closings.length === 0) return settings;
  const all = [...settings.closings, ...closings];
  const shut = all.map(({ day }) => day).filter((day) => closedPart(all, day) === "day");
  return { ...settings, closings: all, holidays: [...new Set([...settings.holidays, ...shut])] };
}

/** What of a day is closed; null: nothing. */
export function closedPart(closings: readonly Pick<Closing, "day" | "part">[], on: Day): ClosedPart | null {
  const parts = new Set(closings.filter(({ day }) => day === on).map(({ part }) => part));
  if (parts.has("day") || (parts.has("morning") && parts.has("afternoon"))) return "day";
  return parts.has("morning") ? "morning" : parts.has("afternoon") ? "afternoon" : null;
}
