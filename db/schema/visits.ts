import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { JobState } from "~/domain/states/transitions";
import { idColumn, instantColumn } from "./columns";
import { bookings } from "./booking";
import { jobs } from "./inventory";

/**
 * A driver stands there and cannot get in (domain.md, 4.8): what is in the way, until when they wait, what the customer
 * answered. Open while `ended_at` is null and the job stands at `arrived`; a job has one open at a time.
 */
export const blockedVisits = sqliteTable(
  "blocked_visits",
  {
    id: idColumn("id", "visit").primaryKey(),
    job_id: idColumn("job_id", "job")
      .notNull()
      .references(() => jobs.id),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    /** One of the driver's reasons, and their own words for the office. */
    reason: text("reason").notNull(),
    note: text("note").notNull().default(""),
    asked_at: instantColumn("asked_at").notNull(),
    waits_until: instantColumn("waits_until").notNull(),
    answer: text("answer").$type<"clearing" | "another_day">(),
    answered_at: instantColumn("answered_at"),
    /** How long clearing takes, as the customer says. */
    minutes: integer("minutes"),
    ended_at: instantColumn("ended_at"),
    /** The state that the job went on to: with `attempted` before `waits_until` the evidence for a fee is thin. */
    ended_as: text("ended_as").$type<JobState>(),
  },
  (t) => [
    index("blocked_visits_booking").on(t.booking_id),
    uniqueIndex("blocked_visits_open")
      .on(t.job_id)
      .where(sql`${t.ended_at} is null`),
  ],
);
