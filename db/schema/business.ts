import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { centsColumn, dayColumn, flagColumn, idColumn, instantColumn, jsonColumn } from "./columns";

/** One row per changed setting; what is missing has its default (app/domain/settings). */
export const settings = sqliteTable("settings", {
  key: text("key").primaryKey(),
  value: jsonColumn<unknown>("value").notNull(),
  updated_at: instantColumn("updated_at").notNull(),
});

/**
 * Values that come into force on a New York day; `field` as app/domain/setup names it. Those that wait renew the content
 * version when they come and go, so that every process knows the next of them.
 */
export const settingPlans = sqliteTable(
  "setting_plans",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    field: text("field").notNull(),
    value: jsonColumn<unknown>("value").notNull(),
    effective_on: dayColumn("effective_on").notNull(),
    why: text("why").notNull(),
    planned_by: text("planned_by").notNull(),
    planned_at: instantColumn("planned_at").notNull(),
    state: text("state").$type<"waiting" | "applied" | "withdrawn" | "replaced" | "refused">().notNull(),
    ended_at: instantColumn("ended_at"),
  },
  (t) => [
    uniqueIndex("setting_plans_waiting")
      .on(t.effective_on, t.field)
      .where(sql`${t.state} = 'waiting'`),
    check("setting_plans_state", sql`${t.state} in ('waiting','applied','withdrawn','replaced','refused')`),
  ],
);

/** Flags that an admin switched; the environment wins over them (app/domain/flags). */
export const featureFlags = sqliteTable("feature_flags", {
  name: text("name").primaryKey(),
  value: flagColumn("value").notNull(),
  updated_by: text("updated_by").notNull(),
  updated_at: instantColumn("updated_at").notNull(),
});

/** What this file is: {"sandbox": "yes"}, its seed, its content version. */
export const meta = sqliteTable("meta", { key: text("key").primaryKey(), value: text("value").notNull() });

export const serviceAreas = sqliteTable("service_areas", {
  id: idColumn("id", "serviceArea").primaryKey(),
  area_name: text("area_name").notNull().unique(),
  delivery_fee: centsColumn("delivery_fee").notNull().default(0),
  minimum_order: centsColumn("minimum_order").notNull().default(0),
  is_active: flagColumn("is_active").notNull().default(true),
  zip_codes: jsonColumn<string[]>("zip_codes").notNull(),
  created_at: instantColumn("created_at").notNull(),
});

/**
 * The areas by ZIP, so that one ZIP is found without reading lists of a hundred. Kept by triggers from each area's
 * `zip_codes` (migration 0096); nothing else writes it.
 */
export const serviceAreaZips = sqliteTable(
  "service_area_zips",
  {
    zip: text("zip").notNull(),
    service_area_id: idColumn("service_area_id", "serviceArea")
      .notNull()
      .references(() => serviceAreas.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.zip, t.service_area_id] })],
);

/** GeoNames, CC BY 4.0. `has_street_addresses` is no for post-office-box ZIPs. */
export const zipCodes = sqliteTable("zip_codes", {
  zip: text("zip").primaryKey(),
  city: text("city").notNull(),
  county: text("county").notNull(),
  latitude: text("latitude").notNull(),
  longitude: text("longitude").notNull(),
  has_street_addresses: flagColumn("has_street_addresses").notNull(),
});

export const dumpsterSizes = sqliteTable("dumpster_sizes", {
  size: integer("size").primaryKey(),
  width_feet: integer("width_feet").notNull(),
  length_feet: integer("length_feet").notNull(),
  height_feet: integer("height_feet").notNull(),
  cubic_yards: integer("cubic_yards").notNull(),
  /** Hundredths of a ton: what fits, not what is included. */
  estimated_tons: integer("estimated_tons").notNull(),
  description: text("description").notNull(),
  base_price: centsColumn("base_price").notNull(),
  extension_rate: centsColumn("extension_rate").notNull(),
  weight_limit_tons: integer("weight_limit_tons").notNull(),
  overage_rate: centsColumn("overage_rate").notNull(),
  image_path: text("image_path").notNull(),
  popular: flagColumn("popular").notNull().default(false),
  recommended_for: jsonColumn<string[]>("recommended_for").notNull(),
});

/** What is charged: domain.md 4.6. */
export const pricingMatrix = sqliteTable("pricing_matrix", {
  size_yards: integer("size_yards").primaryKey(),
  base_price: centsColumn("base_price").notNull(),
  updated_at: instantColumn("updated_at").notNull(),
});

/** Numbers without gaps, taken inside the transaction that uses them. */
export const counters = sqliteTable(
  "counters",
  { name: text("name").notNull(), year: integer("year").notNull(), value: integer("value").notNull() },
  (t) => [primaryKey({ columns: [t.name, t.year] })],
);

export const systemLogs = sqliteTable(
  "system_logs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    created_at: instantColumn("created_at").notNull(),
    log_level: text("log_level").$type<"ERROR" | "WARN" | "INFO">().notNull(),
    module: text("module").notNull(),
    action: text("action").notNull(),
    user_id: text("user_id"),
    booking_id: text("booking_id"),
    customer_id: text("customer_id"),
    error_message: text("error_message"),
    error_details: jsonColumn<unknown>("error_details"),
    request_id: text("request_id"),
    ip_address: text("ip_address"),
    user_agent: text("user_agent"),
  },
  (t) => [
    index("system_logs_created").on(t.created_at),
    index("system_logs_level").on(t.log_level, t.id),
    index("system_logs_module").on(t.module, t.id),
    index("system_logs_booking").on(t.booking_id, t.id),
    check("system_logs_level", sql`${t.log_level} in ('ERROR','WARN','INFO')`),
  ],
);

/** Limits are rows so that several processes share them. Wall time. */
export const rateLimits = sqliteTable(
  "rate_limits",
  { key: text("key").notNull(), window_start: integer("window_start").notNull(), hits: integer("hits").notNull() },
  (t) => [primaryKey({ columns: [t.key, t.window_start] }), index("rate_limits_window").on(t.window_start)],
);

/** The append-only history of every change of state: who, when, from, to, why. */
export const events = sqliteTable(
  "events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: instantColumn("at").notNull(),
    subject_kind: text("subject_kind").notNull(),
    subject_id: text("subject_id").notNull(),
    booking_id: idColumn("booking_id", "booking"),
    action: text("action").notNull(),
    from_state: text("from_state"),
    to_state: text("to_state"),
    actor_kind: text("actor_kind").notNull(),
    actor_id: text("actor_id"),
    actor_label: text("actor_label").notNull(),
    why: text("why"),
    request_id: text("request_id").notNull(),
    data: jsonColumn<Record<string, unknown>>("data"),
  },
  (t) => [
    index("events_booking").on(t.booking_id, t.id),
    index("events_subject").on(t.subject_kind, t.subject_id, t.id),
  ],
);

/** Follow-up work. Claimed by UPDATE … RETURNING with a lease and an attempt token. Wall time. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: idColumn("id", "outbox").primaryKey(),
    kind: text("kind").notNull(),
    /** One row per cause: a second request for the same cause is ignored. */
    cause: text("cause").notNull(),
    booking_id: idColumn("booking_id", "booking"),
    payload: jsonColumn<Record<string, unknown>>("payload").notNull(),
    state: text("state").$type<"waiting" | "done" | "dead">().notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    run_at: integer("run_at").notNull(),
    lease_token: text("lease_token"),
    leased_until: integer("leased_until"),
    last_error: text("last_error"),
    created_at: integer("created_at").notNull(),
    done_at: integer("done_at"),
  },
  (t) => [
    uniqueIndex("outbox_cause").on(t.cause),
    index("outbox_due")
      .on(t.run_at)
      .where(sql`${t.state} = 'waiting'`),
    index("outbox_booking").on(t.booking_id),
    index("outbox_done")
      .on(t.done_at)
      .where(sql`${t.state} = 'done'`),
  ],
);

export const webhookInbox = sqliteTable(
  "webhook_inbox",
  {
    id: text("id").primaryKey(),
    source: text("source").notNull(),
    type: text("type").notNull(),
    object_id: text("object_id"),
    outcome: text("outcome").notNull(),
    received_at: instantColumn("received_at").notNull(),
  },
  (t) => [index("webhook_inbox_received").on(t.received_at)],
);

/** The sandbox clock: domain time = wall time + offset. One row, id 1. */
export const sandboxClock = sqliteTable("sandbox_clock", {
  id: integer("id").primaryKey(),
  offset_ms: integer("offset_ms").notNull(),
});
