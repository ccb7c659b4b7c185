import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Figure } from "~/domain/reports/figures";
import { idColumn, instantColumn } from "./columns";

/** What of the reports' sources is to be counted anew: noted by triggers, done before the transaction ends. */
export const reportDue = sqliteTable(
  "report_due",
  { source: text("source").notNull(), subject: text("subject").notNull() },
  (t) => [primaryKey({ columns: [t.source, t.subject] })],
);

/**
 * What the reports count: one row for each thing that happened, kept as the views of migration 0065 say it
 * (db/report-facts.server.ts), never written by hand. `subject` is the source's id; what `key`, `amount` and `extra` are is the figure's
 * (app/domain/reports/figures.ts).
 */
export const reportFacts = sqliteTable(
  "report_facts",
  {
    figure: text("figure").$type<Figure>().notNull(),
    subject: text("subject").notNull(),
    key: text("key").notNull(),
    at: instantColumn("at").notNull(),
    amount: integer("amount").notNull().default(0),
    extra: integer("extra").notNull().default(0),
    booking_id: idColumn("booking_id", "booking"),
  },
  (t) => [
    primaryKey({ columns: [t.figure, t.subject] }),
    index("report_facts_rows").on(t.figure, t.at, t.subject),
    index("report_facts_key").on(t.figure, t.key, t.at, t.subject),
  ],
);

const sums = {
  key: text("key").notNull(),
  n: integer("n").notNull().default(0),
  amount: integer("amount").notNull().default(0),
  extra: integer("extra").notNull().default(0),
};

/**
 * The facts' sums by piece of a day, of which every New York day is a run (app/domain/reports/pieces.ts), kept by
 * triggers on the facts.
 */
export const reportPieces = sqliteTable(
  "report_pieces",
  { figure: text("figure").$type<Figure>().notNull(), piece: integer("piece").notNull(), ...sums },
  (t) => [primaryKey({ columns: [t.figure, t.piece, t.key] })],
);

/** The pieces' sums by month, kept by triggers on the pieces: months since the year 0. */
export const reportMonths = sqliteTable(
  "report_months",
  { figure: text("figure").$type<Figure>().notNull(), month: integer("month").notNull(), ...sums },
  (t) => [primaryKey({ columns: [t.figure, t.month, t.key] })],
);
