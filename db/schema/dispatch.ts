import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EvidenceGap } from "~/domain/dispatch/evidence";
import { LAST_MOVE, type LastMove } from "~/domain/dispatch/last-move-data";
import { DAY_PLAN, type DayPlan } from "~/domain/dispatch/plan-data";
import type { MaterialId } from "~/domain/pricing/types";
import { dayColumn, flagColumn, idColumn, instantColumn, jsonColumn, storedColumn } from "./columns";
import { accounts, drivers } from "./accounts";
import { bookings, units } from "./booking";
import { trucks } from "./fleet";
import { jobs } from "./inventory";

/** What a disposal facility's scale said of a load, in whole pounds. One ticket is one load's: its number counts once. */
export const weightTickets = sqliteTable(
  "weight_tickets",
  {
    id: idColumn("id", "ticket").primaryKey(),
    job_id: idColumn("job_id", "job")
      .notNull()
      .references(() => jobs.id),
    unit_id: idColumn("unit_id", "unit")
      .notNull()
      .references(() => units.id),
    facility: text("facility").notNull(),
    ticket_number: text("ticket_number").notNull(),
    gross_pounds: integer("gross_pounds").notNull(),
    tare_pounds: integer("tare_pounds").notNull(),
    net_pounds: integer("net_pounds").notNull(),
    recorded_at: instantColumn("recorded_at").notNull(),
  },
  (t) => [
    uniqueIndex("weight_tickets_number").on(t.facility, t.ticket_number),
    // For the search, which takes a number as it is said.
    index("weight_tickets_said").on(sql`replace(${t.ticket_number}, ' ', '') collate nocase`),
    index("weight_tickets_job").on(t.job_id),
    index("weight_tickets_unit").on(t.unit_id),
    check("weight_tickets_sum", sql`${t.gross_pounds} - ${t.tare_pounds} = ${t.net_pounds} AND ${t.net_pounds} > 0`),
  ],
);

/**
 * What is different about a driver's day: off, or with another truck. A day without a row is a working one, in the truck
 * of the driver's row.
 */
export const shifts = sqliteTable(
  "shifts",
  {
    driver_id: idColumn("driver_id", "driver")
      .notNull()
      .references(() => drivers.id),
    day: dayColumn("day").notNull(),
    is_off: flagColumn("is_off").notNull().default(false),
    truck_id: idColumn("truck_id", "truck").references(() => trucks.id),
    note: text("note").notNull().default(""),
    /** When it begins and ends, in minutes of the New York day; null: as always. */
    begins: integer("begins"),
    ends: integer("ends"),
  },
  (t) => [primaryKey({ columns: [t.driver_id, t.day] }), index("shifts_day").on(t.day)],
);

/**
 * What a driver found in or about a dumpster: the facts that later charges stand on. Several of one job add up; one that
 * was withdrawn counts no more, and stays.
 */
export const jobReports = sqliteTable(
  "job_reports",
  {
    id: idColumn("id", "report").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    unit_id: idColumn("unit_id", "unit")
      .notNull()
      .references(() => units.id),
    job_id: idColumn("job_id", "job")
      .notNull()
      .references(() => jobs.id),
    driver_id: idColumn("driver_id", "driver").references(() => drivers.id),
    /** The entry of the driver's journal; null for a form. */
    entry_id: text("entry_id").unique(),
    /** What was really in it; null: as ordered, or not looked at. */
    material: text("material").$type<MaterialId>(),
    prohibited: text("prohibited"),
    prohibited_count: integer("prohibited_count"),
    cleaning: flagColumn("cleaning").notNull(),
    moved: flagColumn("moved").notNull(),
    overloaded: flagColumn("overloaded").notNull(),
    second_number: text("second_number"),
    reported_at: instantColumn("reported_at").notNull(),
    withdrawn_at: instantColumn("withdrawn_at"),
  },
  (t) => [
    index("job_reports_job").on(t.job_id),
    index("job_reports_booking").on(t.booking_id),
    check("job_reports_count", sql`(${t.prohibited} is null) = (${t.prohibited_count} is null)`),
  ],
);

/** A job that could not be done: what the fee for the trip stands on. */
export const jobAttempts = sqliteTable(
  "job_attempts",
  {
    job_id: idColumn("job_id", "job")
      .primaryKey()
      .references(() => jobs.id),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    reason: text("reason").notNull(),
    note: text("note").notNull(),
    /** Null: nobody recorded that the truck was there. */
    arrived_at: instantColumn("arrived_at"),
    attempted_at: instantColumn("attempted_at").notNull(),
    latitude: real("latitude"),
    longitude: real("longitude"),
    accuracy: integer("accuracy"),
    /** What the evidence lacks, as it was judged last; empty where it is complete. */
    missing: jsonColumn<EvidenceGap[]>("missing").notNull(),
    /** Until when a photo of then, that its driver's phone may still have, counts; null where none can come any more. */
    photo_until: instantColumn("photo_until"),
  },
  (t) => [
    // Asked each time that a phone has sent everything: only those that wait.
    index("job_attempts_photo_until")
      .on(t.photo_until)
      .where(sql`${t.photo_until} is not null`),
  ],
);

/** The proposal for a day that was made last, until it is accepted, thrown away or made anew. */
export const dayPlans = sqliteTable("day_plans", {
  day: dayColumn("day").primaryKey(),
  made_at: instantColumn("made_at").notNull(),
  made_by: text("made_by").notNull(),
  /** The day as it was made from (`versionOfDay`): another one now, and nothing of it may be accepted. */
  version: text("version").notNull(),
  plan: storedColumn<DayPlan>("plan", DAY_PLAN).notNull(),
});

/** Each dispatcher's last move on the board: what can be undone, and no more than that. */
export const lastMoves = sqliteTable("last_moves", {
  user_id: idColumn("user_id", "account")
    .primaryKey()
    .references(() => accounts.id),
  job_id: idColumn("job_id", "job")
    .notNull()
    .references(() => jobs.id),
  at: instantColumn("at").notNull(),
  move: storedColumn<LastMove>("move", LAST_MOVE).notNull(),
});

/** A job that a driver is asked to take. Open until it is answered, taken back or over. */
export const jobOffers = sqliteTable(
  "job_offers",
  {
    id: idColumn("id", "offer").primaryKey(),
    job_id: idColumn("job_id", "job")
      .notNull()
      .references(() => jobs.id),
    driver_id: idColumn("driver_id", "driver")
      .notNull()
      .references(() => drivers.id),
    state: text("state").$type<"open" | "accepted" | "declined" | "withdrawn" | "expired">().notNull(),
    reason: text("reason"),
    offered_at: instantColumn("offered_at").notNull(),
    expires_at: instantColumn("expires_at").notNull(),
    ended_at: instantColumn("ended_at"),
  },
  (t) => [
    uniqueIndex("job_offers_one_open")
      .on(t.job_id)
      .where(sql`${t.state} = 'open'`),
    index("job_offers_driver")
      .on(t.driver_id)
      .where(sql`${t.state} = 'open'`),
    index("job_offers_expiry")
      .on(t.expires_at)
      .where(sql`${t.state} = 'open'`),
    index("job_offers_job").on(t.job_id),
  ],
);
