import type { Orm } from "#db/client.server";
import { settings as settingsTable } from "#db/schema/index";
import { DEFAULT_SETTINGS } from "./defaults";
import { readSettings as fromRows, type Settings } from "./schema";

/** The business facts as they stand now. Rows that are not valid keep their default (and are logged at start). */
export function readSettings(orm: Orm): Settings {
  return fromRows(
    orm.select({ key: settingsTable.key, value: settingsTable.value }).from(settingsTable).all(),
    DEFAULT_SETTINGS,
  ).settings;
}

/** What is wrong with the stored settings, for the log at start. */
export function listSettingProblems(orm: Orm): string[] {
  return fromRows(
    orm.select({ key: settingsTable.key, value: settingsTable.value }).from(settingsTable).all(),
    DEFAULT_SETTINGS,
  ).problems;
}
