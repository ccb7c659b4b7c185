import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { countRows, type Db, type Orm } from "#db/client.server";
import { bookings, outbox, tasks } from "#db/schema/index";
import type { Slices } from "#db/slices.server";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { dayAt, minuteOfDay } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import { MAILED_TASKS, TASK_KINDS } from "../tasks/kinds";
import { FROM_HOUR, UNTIL_HOUR } from "./quiet-hours.server";
import type { WaitingKind } from "./templates-office";

// Written out, so that SQLite uses the partial index.
const IS_OPEN = sql`${tasks.state} = 'open'`;
const causeOf = (day: Day) => `mail.office-digest:${day}`;
const NUMBERS_SHOWN = 5;
const NOTHING: Slices = { handled: 0, longest: 0, finished: true };

/**
 * Has the office written to when something of `MAILED_TASKS` waits: by day, once a New York day at most, however often
 * this is called. The first thing of a day is told when it happens, what comes after it on the next morning.
 */
export async function askForDigest(db: Db, deed: Deed): Promise<Slices> {
  const hour = minuteOfDay(deed.now) / 60;
  if (hour < UNTIL_HOUR || hour >= FROM_HOUR || !hasWaiting(db.orm)) return NOTHING;
  const day = dayAt(deed.now);
  const cause = causeOf(day);
  if (countRows(db.orm, outbox, eq(outbox.cause, cause)) > 0) return NOTHING;
  await db.write((tx) => enqueue(tx, { kind: "mail.office-digest", cause, payload: { day } }));
  return { ...NOTHING, handled: 1 };
}

function hasWaiting(orm: Orm): boolean {
  const open = and(IS_OPEN, inArray(tasks.kind, MAILED_TASKS));
  return orm.select({ id: tasks.id }).from(tasks).where(open).limit(1).get() !== undefined;
}

/** What waits now, by kind, the oldest bookings of each; none where nothing does. */
export function listWaiting(orm: Orm): WaitingKind[] {
  return MAILED_TASKS.flatMap((kind) => {
    const open = and(IS_OPEN, eq(tasks.kind, kind));
    const count = countRows(orm, tasks, open);
    if (count === 0) return [];
    const numbers = orm
      .selectDistinct({ number: bookings.booking_number, made: tasks.made_at })
      .from(tasks)
      .innerJoin(bookings, eq(bookings.id, tasks.booking_id))
      .where(open)
      .orderBy(asc(tasks.made_at))
      .limit(NUMBERS_SHOWN)
      .all()
      .map(({ number }) => number);
    return [{ label: TASK_KINDS[kind].label, count, numbers: [...new Set(numbers)] }];
  });
}
