import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ClosedPart } from "~/domain/settings/closings";
import type { JobState } from "~/domain/states/transitions";
import { dayColumn, flagColumn, idColumn, instantColumn } from "./columns";
import { accounts, drivers } from "./accounts";
import { bookings, units } from "./booking";
import { jobs } from "./inventory";

/**
 * A day, or half of one, on which no truck goes out (a storm; domain.md, 4.32), closed by the office with everything that
 * stood on it moved in one batch. It holds until it is undone (all goes back) or opened again (all stays where it is).
 */
export const closures = sqliteTable(
  "closures",
  {
    id: idColumn("id", "closure").primaryKey(),
    day: dayColumn("day").notNull(),
    part: text("part").$type<ClosedPart>().notNull(),
    /** As customers read it. */
    reason: text("reason").notNull(),
    closed_by: idColumn("closed_by", "account")
      .notNull()
      .references(() => accounts.id),
    closed_at: instantColumn("closed_at").notNull(),
    /** Wall time, as the outbox has it: when the messages leave, and undoing ends. */
    told_at: integer("told_at").notNull(),
    undone_at: instantColumn("undone_at"),
    reopened_at: instantColumn("reopened_at"),
  },
  (t) => [
    index("closures_day").on(t.day),
    // What holds today, read with the settings.
    index("closures_open")
      .on(t.day)
      .where(sql`${t.undone_at} is null and ${t.reopened_at} is null`),
  ],
);

/** A dumpster that a closure moved, or (`is_delivery` null) found no room for: its dates before and after. */
export const closureUnits = sqliteTable(
  "closure_units",
  {
    closure_id: idColumn("closure_id", "closure")
      .notNull()
      .references(() => closures.id),
    unit_id: idColumn("unit_id", "unit")
      .notNull()
      .references(() => units.id),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    was_delivery: dayColumn("was_delivery").notNull(),
    was_window: text("was_window").notNull(),
    was_pickup: dayColumn("was_pickup").notNull(),
    /** Another closure that had moved it before. */
    was_closure_id: idColumn("was_closure_id", "closure"),
    is_delivery: dayColumn("is_delivery"),
    is_window: text("is_window"),
    is_pickup: dayColumn("is_pickup"),
  },
  (t) => [primaryKey({ columns: [t.closure_id, t.unit_id] }), index("closure_units_unit").on(t.unit_id)],
);

/** Where each open job of such a dumpster stood before. */
export const closureJobs = sqliteTable(
  "closure_jobs",
  {
    closure_id: idColumn("closure_id", "closure")
      .notNull()
      .references(() => closures.id),
    job_id: idColumn("job_id", "job")
      .notNull()
      .references(() => jobs.id),
    unit_id: idColumn("unit_id", "unit").notNull(),
    state: text("state").$type<JobState>().notNull(),
    day: dayColumn("day").notNull(),
    delivery_window: text("delivery_window").notNull(),
    driver_id: idColumn("driver_id", "driver").references(() => drivers.id),
    position: integer("position"),
    is_fixed: flagColumn("is_fixed").notNull(),
  },
  (t) => [primaryKey({ columns: [t.closure_id, t.job_id] })],
);
