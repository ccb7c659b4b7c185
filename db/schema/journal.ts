import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { JOURNAL_SAID, type EntryState } from "~/domain/driver/entries";
import { drivers } from "./accounts";
import { flagColumn, idColumn, instantColumn, storedColumn } from "./columns";

/**
 * What drivers' phones have sent: a row for each step that was pressed, never changed but in its state. A job that is no
 * more leaves them as they are.
 */
export const journalEntries = sqliteTable(
  "journal_entries",
  {
    /** Made by the phone; it counts once. */
    id: text("id").primaryKey(),
    driver_id: idColumn("driver_id", "driver")
      .notNull()
      .references(() => drivers.id),
    job_id: idColumn("job_id", "job").notNull(),
    /** The phone's own count of a job's steps. */
    seq: integer("seq").notNull(),
    step: text("step").notNull(),
    device: text("device").notNull(),
    /** When it was pressed by the phone's clock, wall time; nothing is worked out from it. */
    device_at: integer("device_at").notNull(),
    /** When it was done, in domain time. */
    done_at: instantColumn("done_at").notNull(),
    /** The phone's clock, or the order of things, made it another time by more than five minutes. */
    is_corrected: flagColumn("is_corrected").notNull(),
    received_at: instantColumn("received_at").notNull(),
    state: text("state").$type<EntryState>().notNull(),
    /** Why it is a conflict; a code of `CONFLICTS`. */
    why: text("why"),
    /** What the step brings. */
    said: storedColumn("said", JOURNAL_SAID).notNull(),
  },
  (t) => [
    index("journal_entries_job").on(t.job_id, t.driver_id, t.seq),
    index("journal_entries_open")
      .on(t.received_at)
      .where(sql`${t.state} in ('conflict','waiting','quarantined')`),
  ],
);

/** When a driver's phone was heard last, and what it then still had to send. */
export const driverPhones = sqliteTable("driver_phones", {
  driver_id: idColumn("driver_id", "driver")
    .primaryKey()
    .references(() => drivers.id),
  device: text("device").notNull(),
  heard_at: instantColumn("heard_at").notNull(),
  /** Steps and pictures, as the phone counted them then. */
  unsent: integer("unsent").notNull().default(0),
});
