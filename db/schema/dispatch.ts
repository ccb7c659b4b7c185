import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn, instantColumn } from "./columns";
import { units } from "./booking";
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
