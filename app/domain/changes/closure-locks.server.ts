import type { Orm } from "#db/client.server";
import type { Day } from "../kernel/days";
import { isOpenDay } from "../schedule/rules";
import { closedPart, type ClosedPart } from "../settings/closings";
import { listClosings, readStoredSettings } from "../settings/settings.server";

/** What holds a day closed. There are two places that close days, and each opens only what it has closed itself. */
export interface Locks {
  /** The calendar of the settings: the day is on its list, or no truck goes out on this weekday. */
  settings: "listed" | "weekday" | null;
  /** What Dispatch has closed of it for a while, with its reason. */
  dispatch: { part: ClosedPart; reason: string } | null;
}

/** Both locks of a day, as they are now. */
export function readLocks(orm: Orm, day: Day): Locks {
  const stored = readStoredSettings(orm);
  const closings = listClosings(orm);
  const part = closedPart(closings, day);
  const reason = closings.find((one) => one.day === day)?.reason ?? "";
  return {
    settings: stored.holidays.includes(day) ? "listed" : isOpenDay(day, stored) ? null : "weekday",
    dispatch: part && { part, reason },
  };
}
