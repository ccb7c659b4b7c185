import { index, sqliteTable } from "drizzle-orm/sqlite-core";
// Relative paths: drizzle-kit reads this file and knows no alias.
import { STORED_CHANGE_PRICE } from "../../app/domain/changes/stored-change";
import { bookings } from "./booking";
import { centsColumn, idColumn, instantColumn, storedColumn } from "./columns";
import { jobs } from "./inventory";

/** What a job beyond delivery and pickup will cost the customer, with its facts, as it was said when it was planned. */
export const jobProposals = sqliteTable(
  "job_proposals",
  {
    job_id: idColumn("job_id", "job")
      .primaryKey()
      .references(() => jobs.id),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    /** The priced lines, in context `existing_haul`. */
    price: storedColumn("price", STORED_CHANGE_PRICE).notNull(),
    /** Tax included; the sum of the lines. */
    total: centsColumn("total").notNull(),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [index("job_proposals_booking").on(t.booking_id)],
);
