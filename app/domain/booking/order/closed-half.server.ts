import type { Orm } from "#db/client.server";
import type { Day } from "../../kernel/days";
import { isOpenDay } from "../../schedule/rules";
import { closedPart } from "../../settings/closings";
import { readSettings } from "../../settings/settings.server";

/** The half of a day that is closed, where it is only that. */
export function closedHalf(orm: Orm, day: Day): "morning" | "afternoon" | null {
  const settings = readSettings(orm);
  const part = closedPart(settings.closings, day);
  return part === "day" || !isOpenDay(day, settings) ? null : part;
}
