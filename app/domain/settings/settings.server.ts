import { and, isNull } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { closures, settings as settingsTable } from "#db/schema/index";
import { withClosings, type Closing } from "./closings";
import { DEFAULT_SETTINGS } from "./defaults";
import { readSettings as fromRows, type Settings } from "./schema";

/**
 * The business facts as they stand now, with the closed days in the calendar: what every page and every order goes by.
 * Rows that are not valid keep their default (and are logged at start).
 */
export function readSettings(orm: Orm): Settings {
  return withClosings(readStoredSettings(orm), listClosings(orm));
}

/** What the office closed and has not opened again, days that are over too: they are few. */
export function listClosings(orm: Orm): Closing[] {
  return closingsNow(orm).all();
}

const closingsNow = prepared((orm) =>
  orm
    .select({ day: closures.day, part: closures.part, reason: closures.reason })
    .from(closures)
    .where(and(isNull(closures.undone_at), isNull(closures.reopened_at)))
    .prepare(),
);
const rowsNow = prepared((orm) =>
  orm.select({ key: settingsTable.key, value: settingsTable.value }).from(settingsTable).prepare(),
);

/** The same without what was closed for a while: what an admin reads and changes. */
export function readStoredSettings(orm: Orm): Settings {
  return fromRows(rowsNow(orm).all(), DEFAULT_SETTINGS).settings;
}

/** What is wrong with the stored settings, for the log at start. */
export function listSettingProblems(orm: Orm): string[] {
  return fromRows(rowsNow(orm).all(), DEFAULT_SETTINGS).problems;
}
