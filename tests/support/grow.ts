import type Database from "better-sqlite3";
import { keepReports } from "../../db/report-facts.server";

const DAY_MS = 86_400_000;
const ROUND = 50_000;
const PIECE_BYTES = 256 * 2 ** 20;
/** FTS5's own default. */
const USUAL_PIECE_BYTES = 2 ** 20;
/** Nobody's name begins with another's, and the first ones are the most common: the eighth part has the first. */
const SYLLABLES = ["ma", "ri", "el", "jo", "na", "pe", "tra", "so", "fi", "ka", "du", "ben", "ro", "vi", "cha", "lu"];
const CITIES = ["Orlando", "Orlando", "Orlando", "Kissimmee", "Winter Park", "Sanford", "Apopka", "Oviedo"];
const KINDS = ["Street", "Street", "Avenue", "Boulevard", "Drive"];
/**
 * Most of a company's bookings are long done; what is being worked on is a small part, scattered here over all its
 * years.
 */
const STATUSES: [status: string, upTo: number][] = [
  ["completed", 0.7],
  ["expired", 0.8],
  ["cancelled", 0.9],
  ["confirmed", 0.94],
  ["on_site", 0.97],
  ["pending_payment", 0.98],
  ["paid_pending_scheduling", 0.99],
  ["delivery_failed", 0.996],
  ["balance_due", 1],
];
const PRICE = JSON.stringify({
  subtotal: 37900,
  discount: 0,
  deliveryFee: 0,
  disposal_fees: 0,
  recycling_credits: 0,
  special_handling_fees: 0,
  haulFee: 0,
  estimatedHaulFees: 9500,
  extension: 0,
  tax: 3032,
  total: 40932,
  totalUnits: 1,
  items: [{ size: 20, quantity: 1, material: "general", unit_price: 37900, line_total: 37900, discount_amount: 0 }],
});

/**
 * For tests and benchmarks: fills a migrated database with `count` bookings from number `from` on, and with all that
 * hangs on them, by plain SQL. Rows come in random order of time and id, five years back from `now`; a file that grew
 * in the order of its rows would be kinder than life. Names, towns and states have few common values and many rare
 * ones.
 */
export function growDatabase(sqlite: Database.Database, count: number, now: number, from = 0): void {
  sqlite.function("rnd", { deterministic: true }, (i, salt) => random(Number(i), Number(salt)));
  sqlite.function("pick", { deterministic: true }, (list, i, salt) =>
    pick(String(list), random(Number(i), Number(salt))),
  );
  sqlite.pragma("synchronous = OFF");
  sqlite.pragma("foreign_keys = OFF");
  sqlite.pragma("temp_store = MEMORY");
  const indexes = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE '%USING fts5%'")
    .pluck()
    .all() as string[];
  // The full-text indexes are written in a few large pieces instead of many small ones, which takes half as long.
  for (const index of indexes) sqlite.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('hashsize', ${PIECE_BYTES})`);
  for (let first = from + 1; first <= from + count; first += ROUND) {
    sqlite.exec("DROP TABLE IF EXISTS temp.n");
    sqlite.prepare(SOURCE).run({ first, last: Math.min(first + ROUND - 1, from + count), now });
    sqlite.transaction(() => {
      ROWS.forEach((sql) => sqlite.prepare(sql).run({ now, price: PRICE }));
      keepReports(sqlite)();
    })();
  }
  for (const index of indexes)
    sqlite.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('hashsize', ${USUAL_PIECE_BYTES})`);
  // why: no ANALYZE. Our own files have no statistics either, and with them other plans are made.
  sqlite.exec("DROP TABLE temp.n");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  sqlite.pragma("synchronous = FULL");
}

const INSERT: [table: string, values: Record<string, string>][] = [
  ["customers", { id: "'cus_' || id", first_name: "first", last_name: "last", created_at: "at" }],
  [
    "customer_contacts",
    { id: "'ccm_' || id", customer_id: "'cus_' || id", kind: "'email'", value: "mail", added_at: "at" },
  ],
  [
    "customer_contacts",
    { id: "'ccp_' || id", customer_id: "'cus_' || id", kind: "'phone'", value: "phone", added_at: "at" },
  ],
  [
    "bookings",
    {
      id: "'bkg_' || id",
      booking_number: "printf('DMP-%d-%06d', 2000 + i / 900000, i % 900000)",
      status: "status",
      items_summary: "'1 x 20-yard dumpster (General waste)'",
      total_units: "1",
      dumpster_size: "20",
      scheduled_delivery_date: "date(at / 1000, 'unixepoch', '+3 days')",
      scheduled_pickup_date: "date(at / 1000, 'unixepoch', '+10 days')",
      rental_duration_days: "7",
      delivery_time_window: "'morning'",
      waste_types: "'[\"flooring\"]'",
      project_type: "'renovation'",
      business_type: "'residential'",
      total_amount: "40932",
      price: "@price",
      customer_id: "'cus_' || id",
      first_name: "first",
      last_name: "last",
      email: "mail",
      phone: "phone",
      address: "address",
      city: "city",
      county: "'Orange'",
      zip: "zip",
      source: "'web'",
      draft_id: "'drf_' || id",
      signing_key: "'sig' || id",
      capability: "'cap' || id",
      paid_at: "CASE WHEN status NOT IN ('expired', 'pending_payment') THEN at END",
      created_at: "at",
      updated_at: "CASE status WHEN 'pending_payment' THEN @now ELSE at END",
    },
  ],
  [
    "booking_drafts",
    {
      id: "'drf_' || id",
      data: '\'{"zip":"32801"}\'',
      resume_key: "'key' || id",
      booking_id: "'bkg_' || id",
      steps_done: "'[]'",
      created_at: "at",
      updated_at: "at",
      expires_at: `at + ${14 * DAY_MS}`,
    },
  ],
  [
    "booking_items",
    {
      id: "'itm_' || id",
      booking_id: "'bkg_' || id",
      line_number: "1",
      quantity: "1",
      size_yards: "20",
      material_category: "'general'",
      unit_price: "37900",
      line_total: "37900",
    },
  ],
  [
    "units",
    {
      id: "'unt_' || id",
      booking_id: "'bkg_' || id",
      booking_item_id: "'itm_' || id",
      unit_number: "1",
      state: "CASE WHEN status = 'on_site' AND i % 1000 = 0 THEN 'on_site' ELSE 'settled' END",
      size_yards: "20",
      material_category: "'general'",
      delivery_date: "date(at / 1000, 'unixepoch', '+3 days')",
      delivery_window: "'morning'",
      pickup_date: "date(at / 1000, 'unixepoch', '+10 days')",
      occupied_until: "date(at / 1000, 'unixepoch', '+11 days')",
      share: "40932",
      created_at: "at",
    },
  ],
  [
    "jobs",
    {
      id: "'job_' || id",
      booking_id: "'bkg_' || id",
      unit_id: "'unt_' || id",
      kind: "'delivery'",
      state: "'completed'",
      day: "date(at / 1000, 'unixepoch', '+3 days')",
      delivery_window: "'morning'",
      done_at: "at",
      created_at: "at",
    },
  ],
  // A few still stand somewhere: their trucks are planned, most of them for days that have passed.
  [
    "jobs",
    {
      id: "'jop_' || id",
      booking_id: "'bkg_' || id",
      unit_id: "'unt_' || id",
      kind: "'pickup'",
      state: "CASE WHEN status = 'on_site' AND i % 1000 = 0 THEN 'scheduled' ELSE 'completed' END",
      day: "date(at / 1000, 'unixepoch', '+10 days')",
      delivery_window: "'anytime'",
      done_at: "at",
      created_at: "at",
    },
  ],
  [
    "holds",
    {
      id: "'hld_' || id",
      booking_id: "'bkg_' || id",
      email: "mail",
      state: "'used'",
      lines: "'[]'",
      delivery_date: "date(at / 1000, 'unixepoch')",
      delivery_window: "'morning'",
      occupied_until: "date(at / 1000, 'unixepoch')",
      expires_at: "at",
      created_at: "at",
    },
  ],
  [
    "checkouts",
    {
      id: "'chk_' || id",
      booking_id: "'bkg_' || id",
      hold_id: "'hld_' || id",
      state: "'complete'",
      amount: "40932",
      request: `'${JSON.stringify({ idempotencyKey: "k", lines: [], expiresAt: 0 })}'`,
      session_id: "'cs_' || id",
      outcome: "'confirmed'",
      expires_at: "at",
      created_at: "at",
    },
  ],
  [
    "outbox",
    {
      id: "'out_' || id",
      kind: "'mail.confirmation'",
      cause: "'cause ' || id",
      booking_id: "'bkg_' || id",
      payload: "'{}'",
      state: "'done'",
      run_at: "at",
      created_at: "at",
      done_at: "@now",
    },
  ],
  [
    "outbox",
    {
      id: "'ou2_' || id",
      kind: "'documents'",
      cause: "'papers ' || id",
      booking_id: "'bkg_' || id",
      payload: "'{}'",
      state: "'done'",
      run_at: "at",
      created_at: "at",
      done_at: "@now",
    },
  ],
  [
    "events",
    {
      at: "at",
      subject_kind: "'booking'",
      subject_id: "'bkg_' || id",
      booking_id: "'bkg_' || id",
      action: "'booking_made'",
      actor_kind: "'customer'",
      actor_label: "'Customer'",
      request_id: "id",
    },
  ],
  ["payments", { id: "'pay_' || id", booking_id: "'bkg_' || id", amount: "40932", paid_at: "at" }],
  [
    "ledger_entries",
    {
      booking_id: "'bkg_' || id",
      kind: "'payment'",
      amount: "40932",
      payment_id: "'pay_' || id",
      cause: "'payment:pay_' || id",
      at: "at",
    },
  ],
  // Every order was scheduled once; a few of the paid ones wait for it.
  [
    "tasks",
    {
      id: "'tsk_' || id",
      kind: "'to_schedule'",
      cause: "'to_schedule:bkg_' || id",
      state: "CASE status WHEN 'paid_pending_scheduling' THEN 'open' ELSE 'closed' END",
      subject_kind: "'booking'",
      subject_id: "'bkg_' || id",
      booking_id: "'bkg_' || id",
      due_at: "at",
      made_at: "at",
      ended_at: "CASE status WHEN 'paid_pending_scheduling' THEN NULL ELSE @now END",
    },
  ],
  [
    "webhook_inbox",
    {
      id: "'evt_' || id",
      source: "'stripe'",
      type: "'checkout.session.completed'",
      outcome: "'seen'",
      received_at: "@now",
    },
  ],
  ["rate_limits", { key: "'ip ' || id", window_start: "@now", hits: "1" }],
];
const STATUS = "pick('status', i, 9)";
const SOURCE = `CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT @first UNION ALL SELECT i + 1 FROM c WHERE i < @last),
  some AS MATERIALIZED (SELECT i, pick('first', i, 10) AS first, pick('last', i, 11) AS last FROM c)
  SELECT i, first, last, lower(first) || '.' || i || '@example.com' AS mail, printf('+1407%03d%04d', 200 + rnd(i, 12) * 799, rnd(i, 13) * 9999) AS phone, ${STATUS} AS status,
    CAST(rnd(i, 4) * 9999 AS INTEGER) || ' ' || pick('street', i, 5) || ' ' || pick('kind', i, 6) AS address, pick('city', i, 7) AS city, 32801 + CAST(rnd(i, 8) * 40 AS INTEGER) AS zip,
    printf('%08x%08x%07d', rnd(i, 1) * 4294967295, rnd(i, 2) * 4294967295, i) AS id, @now - CAST(rnd(i, 3) * ${5 * 365 * DAY_MS} AS INTEGER) AS at FROM some`;
const ROWS = INSERT.map(
  ([table, values]) =>
    `INSERT INTO ${table} (${Object.keys(values).join(", ")}) SELECT ${Object.values(values).join(", ")} FROM n WHERE @now > 0 AND @price <> ''`,
);

/** A number from 0 to 1 that depends on nothing but its seed. */
function random(i: number, salt: number): number {
  let x = Math.imul(i ^ (salt * 0x9e3779b1), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 16), 0x27d4eb2f);
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
}

/** A value of a list, the first ones most often. */
function pick(list: string, share: number): string {
  const at = (count: number) => Math.floor(share ** 3 * count);
  if (list === "city") return CITIES[Math.floor(share * CITIES.length)] ?? "";
  if (list === "kind") return KINDS[Math.floor(share * KINDS.length)] ?? "";
  if (list === "status") return STATUSES.find(([, upTo]) => share < upTo)?.[0] ?? "completed";
  return list === "first" ? nameOf(at(400), 2) : list === "last" ? nameOf(at(4000), 3) : nameOf(at(1000), 4);
}

/** The n-th name of some syllables: "Mamari". */
export function nameOf(n: number, syllables: number): string {
  const name = Array.from(
    { length: syllables },
    (_, place) => SYLLABLES[(n >> (4 * (syllables - 1 - place))) & 15] ?? "",
  ).join("");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
