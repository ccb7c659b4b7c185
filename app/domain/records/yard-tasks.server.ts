import { eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { dumpsters } from "#db/schema/index";
import { findShortageOf } from "../inventory/shortage.server";
import { LOCATION } from "../inventory/yard";
import { listed } from "../kernel/text";
import { formatDay } from "../kernel/days";
import { dayAt, type Instant } from "../kernel/time.server";
import type { Task } from "../tasks/tasks.server";
import type { AboutTask } from "./task-about";

const dumpsterOf = prepared((orm) =>
  orm
    .select()
    .from(dumpsters)
    .where(eq(dumpsters.id, sql.placeholder("id")))
    .prepare(),
);

type About = (orm: Orm, id: string | null) => AboutTask;

/** What a task of the yard is about. `booking` reads the one that it belongs to. */
export const YARD_READERS = (booking: About) => ({
  dumpster: (orm: Orm, { subject_id, booking_id }: Task): AboutTask => {
    const dumpster = dumpsterOf(orm).get({ id: subject_id });
    const about = booking(orm, booking_id);
    return dumpster
      ? {
          ...about,
          who: `Dumpster ${dumpster.number}`,
          detail: `by our list: ${LOCATION[dumpster.location].toLowerCase()}`,
          at: { kind: "dumpster", id: dumpster.number },
        }
      : about;
  },
  size: (orm: Orm, { subject_id }: Task, now: Instant): AboutTask => {
    const short = findShortageOf(orm, Number(subject_id), dayAt(now));
    return {
      who: `${subject_id} yards`,
      detail: short
        ? [
            [`${short.missing} missing on ${formatDay(short.day, { short: true })}`, listed(short.bookings)]
              .filter(Boolean)
              .join(": "),
            ...(short.later
              ? [`too few until ${formatDay(short.later.until, { short: true })}: ${listed(short.later.bookings)}`]
              : []),
          ].join("; ")
        : "enough by now",
      phone: null,
      at: { kind: "size", id: subject_id },
    };
  },
  /** A number that differed: its page shows both dumpsters. */
  job: (orm: Orm, { id, booking_id }: Task): AboutTask => ({
    ...booking(orm, booking_id),
    at: { kind: "reconcile", id },
  }),
});
