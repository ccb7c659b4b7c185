import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flagColumn, idColumn, instantColumn } from "./columns";

/** A truck carries one dumpster at a time. Whoever drives it on a day stands in the shift, else in the driver's row. */
export const trucks = sqliteTable("trucks", {
  id: idColumn("id", "truck").primaryKey(),
  name: text("name").notNull().unique(),
  plate: text("plate"),
  is_active: flagColumn("is_active").notNull().default(true),
  notes: text("notes").notNull().default(""),
  created_at: instantColumn("created_at").notNull(),
});

/** Where loads are weighed and dumped (domain.md, 4.28). */
export const facilities = sqliteTable("facilities", {
  id: idColumn("id", "facility").primaryKey(),
  name: text("name").notNull().unique(),
  address: text("address").notNull().default(""),
  /** Its place for distances: the ZIP's centre. */
  zip: text("zip").notNull(),
  /** What it takes, in words for a driver; empty: everything that we haul. */
  materials: text("materials").notNull().default(""),
  hours: text("hours").notNull().default(""),
  is_active: flagColumn("is_active").notNull().default(true),
  created_at: instantColumn("created_at").notNull(),
});
