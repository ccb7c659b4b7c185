import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { JobKind, JobState } from "~/domain/states/transitions";
import { dayColumn, flagColumn, idColumn, instantColumn, jsonColumn } from "./columns";
import { drivers } from "./accounts";
import { bookings, units } from "./booking";
import { changes } from "./changes";

/** One numbered container: three columns for where it is, what is in it and how it is. */
export const dumpsters = sqliteTable(
  "dumpsters",
  {
    id: idColumn("id", "dumpster").primaryKey(),
    number: text("number").notNull().unique(),
    size_yards: integer("size_yards").notNull(),
    location: text("location").$type<"yard" | "truck" | "site" | "disposal" | "shop" | "unknown">().notNull(),
    load: text("load").$type<"empty" | "full" | "unknown">().notNull(),
    condition: text("condition").$type<"ok" | "needs_cleaning" | "damaged" | "out_of_service" | "retired">().notNull(),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [index("dumpsters_size").on(t.size_yards, t.condition), index("dumpsters_location").on(t.location)],
);

/**
 * How many dumpsters of a size are spoken for on a day (units and live holds), kept in the same transaction as both.
 */
export const inventoryDays = sqliteTable(
  "inventory_days",
  { size_yards: integer("size_yards").notNull(), day: dayColumn("day").notNull(), taken: integer("taken").notNull() },
  (t) => [primaryKey({ columns: [t.size_yards, t.day] }), check("inventory_days_taken", sql`${t.taken} >= 0`)],
);

/** How many deliveries a window of a day already has. */
export const deliveryWindowDays = sqliteTable(
  "delivery_window_days",
  {
    day: dayColumn("day").notNull(),
    delivery_window: text("delivery_window").notNull(),
    taken: integer("taken").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.delivery_window] }),
    check("delivery_window_days_taken", sql`${t.taken} >= 0`),
  ],
);

/** Dumpsters reserved while a checkout is open. Ends by a verb, never by the clock alone: Stripe is asked first. */
export const holds = sqliteTable(
  "holds",
  {
    id: idColumn("id", "hold").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    /** What it is held for: a change, or (null) the first order. */
    change_id: idColumn("change_id", "change").references(() => changes.id),
    /** Of a price that the office made: it lasts until that ends, paying or not (domain.md, 4.25). */
    for_quote: flagColumn("for_quote").notNull().default(false),
    email: text("email").notNull(),
    /** For counting: whose mailbox the address is (limits/mailbox.ts), and who asked (`Deed.asker`) while it is live. */
    mailbox: text("mailbox"),
    asker: text("asker"),
    state: text("state").$type<"live" | "used" | "released">().notNull(),
    /** [{ size, quantity }] */
    lines: jsonColumn<{ size: number; quantity: number }[]>("lines").notNull(),
    /** The first day that is held, which for an order is its delivery's. */
    delivery_date: dayColumn("delivery_date").notNull(),
    /** Null where nothing is delivered: more days of a dumpster that stands already. */
    delivery_window: text("delivery_window"),
    occupied_until: dayColumn("occupied_until").notNull(),
    expires_at: instantColumn("expires_at").notNull(),
    created_at: instantColumn("created_at").notNull(),
    ended_at: instantColumn("ended_at"),
    end_reason: text("end_reason"),
  },
  (t) => [
    // The law "one live hold for each owner", held by the database itself.
    uniqueIndex("holds_one_live")
      .on(t.booking_id)
      .where(sql`${t.change_id} is null and ${t.state} = 'live'`),
    uniqueIndex("holds_one_live_of_change")
      .on(t.change_id)
      .where(sql`${t.state} = 'live'`),
    index("holds_live_mailbox")
      .on(t.mailbox)
      .where(sql`${t.state} = 'live'`),
    index("holds_live_quotes")
      .on(t.expires_at)
      .where(sql`${t.state} = 'live' and ${t.for_quote} = 1`),
    index("holds_live_expiry")
      .on(t.expires_at)
      .where(sql`${t.state} = 'live'`),
  ],
);

/** One truck task at a site. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: idColumn("id", "job").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    unit_id: idColumn("unit_id", "unit")
      .notNull()
      .references(() => units.id),
    kind: text("kind").$type<JobKind>().notNull(),
    state: text("state").$type<JobState>().notNull(),
    attempt: integer("attempt").notNull().default(1),
    priority: text("priority").$type<"normal" | "same_day" | "emergency">().notNull().default("normal"),
    reason: text("reason").$type<"due" | "early" | "customer" | "overdue">().notNull().default("due"),
    day: dayColumn("day").notNull(),
    delivery_window: text("delivery_window").notNull(),
    driver_id: idColumn("driver_id", "driver").references(() => drivers.id),
    /** The driver's stop of that day, from 1; null while nobody has it. Ties and gaps do no harm: the board sorts. */
    position: integer("position"),
    /** A person gave it to its driver: no proposal for the day moves it. */
    is_fixed: flagColumn("is_fixed").notNull().default(false),
    /** Which dumpster is to be loaded, where the office chose one; the number confirmed at loading wins. */
    planned_dumpster_id: idColumn("planned_dumpster_id", "dumpster").references(() => dumpsters.id),
    /** The disposal facility that it is at, or was. */
    facility: text("facility"),
    /** Of a swap: the unit that it brings. */
    brings_unit_id: idColumn("brings_unit_id", "unit").references(() => units.id),
    /** Of a swap, or of a pickup that was asked for early: how long the one that it takes would have stayed. */
    was_pickup: dayColumn("was_pickup"),
    was_until: dayColumn("was_until"),
    /** What was bought with it after the payment; null for what is the order's own, and for what the office plans. */
    change_id: idColumn("change_id", "change").references(() => changes.id),
    /** What the office says about it to the driver: where to move it, what to mind. */
    note: text("note").notNull().default(""),
    failure_reason: text("failure_reason"),
    done_at: instantColumn("done_at"),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [
    index("jobs_day").on(t.day, t.state),
    index("jobs_driver").on(t.driver_id, t.day),
    index("jobs_booking").on(t.booking_id),
    index("jobs_unit").on(t.unit_id),
    index("jobs_brings")
      .on(t.brings_unit_id)
      .where(sql`${t.brings_unit_id} is not null`),
    index("jobs_change")
      .on(t.change_id)
      .where(sql`${t.change_id} is not null`),
    index("jobs_open")
      .on(t.day)
      .where(sql`${t.state} in ('unscheduled','scheduled','assigned','en_route','arrived')`),
    index("jobs_not_done")
      .on(t.day)
      .where(
        sql`${t.state} in ('unscheduled','scheduled','assigned','en_route','arrived','serviced','to_disposal','at_disposal','ticketed','returned')`,
      ),
  ],
);
