import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { dayColumn, flagColumn, idColumn, instantColumn } from "./columns";
import { drivers } from "./accounts";
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
