import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { dayColumn, flagColumn, idColumn, instantColumn, storedColumn } from "./columns";
import { LAST_MOVE, type LastMove } from "~/domain/dispatch/last-move-data";
import { DAY_PLAN, type DayPlan } from "~/domain/dispatch/plan-data";
import { accounts, drivers } from "./accounts";
import { units } from "./booking";
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
