import Database from "better-sqlite3";
import { join } from "node:path";
import { addDays, type Day } from "~/domain/kernel/days";
import { ASKING_KINDS } from "~/domain/payments/entries";
import { bookingStatus } from "~/domain/states/status-rules";
import type { JobState, UnitState } from "~/domain/states/transitions";

type Sqlite = Database.Database;
type Row = Record<string, string | number | null>;

/**
 * Works out anew, from units, live holds, payments and refunds alone, what the database keeps as counts and states, and
 * returns every difference as one line. An empty list means that the books are right. `dataDir` holds roll-off.sqlite;
 * days before `soldFrom` may be oversold (a test that took dumpsters away from the seeded bookings).
 */
export function checkLedger(dataDir: string, soldFrom = "0000-00-00"): string[] {
  const sqlite = new Database(join(dataDir, "roll-off.sqlite"), { readonly: true });
  try {
    return [...integrity(sqlite), ...ledgerFaults(sqlite, soldFrom)];
  } finally {
    sqlite.close();
  }
}

/** The same of what an open connection sees, also inside its transaction; the file itself is not looked at. */
export function ledgerFaults(sqlite: Sqlite, soldFrom = "0000-00-00"): string[] {
  return [
    ...inventory(sqlite, soldFrom),
    ...windows(sqlite),
    ...holds(sqlite),
    ...paidBookings(sqlite),
    ...unpaidBookings(sqlite),
    ...money(sqlite),
    ...books(sqlite),
    ...numbers(sqlite),
    ...history(sqlite),
  ];
}

function all(sqlite: Sqlite, sql: string, ...values: unknown[]): Row[] {
  return sqlite.prepare(sql).all(...values) as Row[];
}

function integrity(sqlite: Sqlite): string[] {
  const whole = String(sqlite.pragma("integrity_check", { simple: true }));
  const orphans = sqlite.pragma("foreign_key_check") as unknown[];
  return [
    ...(whole === "ok" ? [] : [`integrity_check: ${whole}`]),
    ...(orphans.length === 0 ? [] : [`${orphans.length} rows without their parent`]),
  ];
}

/** Dumpsters spoken for, by size and day. A live hold counts its lines, a unit that is not cancelled counts one. */
function inventory(sqlite: Sqlite, soldFrom: string): string[] {
  const wanted = new Counts();
  for (const unit of all(
    sqlite,
    "SELECT size_yards, delivery_date, occupied_until FROM units WHERE state <> 'cancelled'",
  )) {
    eachDay(unit.delivery_date, unit.occupied_until, (day) => wanted.add(`${unit.size_yards} yd ${day}`, 1));
  }
  for (const hold of all(sqlite, "SELECT lines, delivery_date, occupied_until FROM holds WHERE state = 'live'")) {
    for (const line of linesOf(hold))
      eachDay(hold.delivery_date, hold.occupied_until, (day) => wanted.add(`${line.size} yd ${day}`, line.quantity));
  }
  const kept = new Counts();
  for (const row of all(sqlite, "SELECT size_yards, day, taken FROM inventory_days"))
    kept.add(`${row.size_yards} yd ${row.day}`, Number(row.taken));
  const usable = new Map(
    all(
      sqlite,
      "SELECT size_yards, count(*) AS n FROM dumpsters WHERE condition IN ('ok', 'needs_cleaning') GROUP BY size_yards",
    ).map((row) => [String(row.size_yards), Number(row.n)]),
  );
  const oversold = [...kept.entries()]
    .filter(
      ([key, taken]) => (key.split(" ").at(-1) ?? "") >= soldFrom && taken > (usable.get(key.split(" ")[0] ?? "") ?? 0),
    )
    .map(([key, taken]) => `oversold: ${key} has ${taken}`);
  return [...kept.differencesFrom(wanted, "inventory_days"), ...oversold];
}

function windows(sqlite: Sqlite): string[] {
  const wanted = new Counts();
  for (const unit of all(sqlite, "SELECT delivery_date, delivery_window FROM units WHERE state <> 'cancelled'"))
    wanted.add(`${unit.delivery_date} ${unit.delivery_window}`, 1);
  for (const hold of all(
    sqlite,
    "SELECT lines, delivery_date, delivery_window FROM holds WHERE state = 'live' AND delivery_window IS NOT NULL",
  )) {
    for (const line of linesOf(hold)) wanted.add(`${hold.delivery_date} ${hold.delivery_window}`, line.quantity);
  }
  const kept = new Counts();
  for (const row of all(sqlite, "SELECT day, delivery_window, taken FROM delivery_window_days"))
    kept.add(`${row.day} ${row.delivery_window}`, Number(row.taken));
  return kept.differencesFrom(wanted, "delivery_window_days");
}

/** A live hold, but a quote's, belongs to exactly one checkout that has not ended, and the other way round. */
function holds(sqlite: Sqlite): string[] {
  return [
    ...all(
      sqlite,
      "SELECT id, booking_id FROM holds h WHERE state = 'live' AND for_quote = 0 AND (SELECT count(*) FROM checkouts c WHERE c.hold_id = h.id AND c.state IN ('creating', 'open')) <> 1",
    ).map((row) => `hold ${row.id} is live without an open checkout`),
    ...all(
      sqlite,
      "SELECT c.id FROM checkouts c LEFT JOIN holds h ON h.id = c.hold_id WHERE c.state IN ('creating', 'open') AND coalesce(h.state, 'none') <> 'live' AND coalesce((SELECT kind FROM changes g WHERE g.id = c.change_id), '') <> 'balance'",
    ).map((row) => `checkout ${row.id} is open without a live hold`),
    ...all(
      sqlite,
      "SELECT id FROM holds h WHERE state = 'used' AND NOT EXISTS (SELECT 1 FROM units u WHERE u.booking_id = h.booking_id)",
    ).map((row) => `hold ${row.id} is used, but its booking has no units`),
  ];
}

function paidBookings(sqlite: Sqlite): string[] {
  return all(sqlite, "SELECT * FROM bookings WHERE paid_at IS NOT NULL").flatMap((booking) => {
    const problems: string[] = [];
    const id = booking.id;
    const say = (what: string) => problems.push(`${booking.booking_number}: ${what}`);
    const one = (sql: string) => Number(sqlite.prepare(sql).pluck().get({ id }) ?? 0);
    const onAccount = booking.account_days !== null;
    const units = all(sqlite, "SELECT id, state, share FROM units WHERE booking_id = ?", id);

    expectEqual(say, "units", units.length, Number(booking.total_units));
    expectEqual(
      say,
      "sum of the units' shares",
      units.reduce((sum, unit) => sum + Number(unit.share), 0),
      Number(booking.total_amount),
    );
    expectEqual(
      say,
      "rental charges",
      one("SELECT count(*) FROM charges WHERE booking_id = @id AND kind = 'rental' AND unit_id IS NULL"),
      1,
    );
    expectEqual(
      say,
      "rental charge",
      one("SELECT sum(amount + tax) FROM charges WHERE booking_id = @id AND kind = 'rental' AND unit_id IS NULL"),
      Number(booking.total_amount),
    );
    expectEqual(
      say,
      "payments that count",
      one(
        "SELECT count(*) FROM payments p JOIN charges c ON c.payment_id = p.id WHERE c.booking_id = @id AND c.kind = 'rental' AND c.unit_id IS NULL",
      ),
      Number(booking.total_amount) > 0 && !onAccount ? 1 : 0,
    );
    expectEqual(
      say,
      "money that counts",
      one(
        "SELECT coalesce(sum(p.amount), 0) FROM payments p JOIN charges c ON c.payment_id = p.id WHERE c.booking_id = @id AND c.kind = 'rental' AND c.unit_id IS NULL",
      ),
      onAccount ? 0 : Number(booking.total_amount),
    );
    expectEqual(
      say,
      "confirmed checkouts",
      one(
        "SELECT count(*) FROM checkouts WHERE booking_id = @id AND change_id IS NULL AND only_card = 0 AND outcome = 'confirmed'",
      ),
      onAccount ? 0 : 1,
    );
    expectEqual(
      say,
      "invoices",
      one("SELECT count(*) FROM invoices WHERE booking_id = @id AND invoice_type = 'booking'"),
      1,
    );
    expectEqual(
      say,
      "invoice total",
      one("SELECT total FROM invoices WHERE booking_id = @id AND invoice_type = 'booking'"),
      Number(booking.total_amount),
    );
    for (const kind of ["delivery", "pickup"])
      expectEqual(
        say,
        `first ${kind} jobs`,
        one(`SELECT count(*) FROM jobs WHERE booking_id = @id AND kind = '${kind}' AND attempt = 1`),
        units.length,
      );
    expectEqual(say, "status", String(booking.status), statusOf(sqlite, id, units));
    return problems;
  });
}

/** The pure rule, over what the units and jobs are. */
function statusOf(sqlite: Sqlite, bookingId: string | number | null | undefined, units: Row[]): string {
  const job = sqlite
    .prepare("SELECT state FROM jobs WHERE unit_id = ? AND kind = 'delivery' ORDER BY attempt DESC LIMIT 1")
    .pluck();
  const owed = sqlite
    .prepare("SELECT count(*) FROM charges WHERE booking_id = ? AND state IN ('requires_action', 'failed')")
    .pluck()
    .get(bookingId);
  const placed = (unitId: unknown) =>
    !["unscheduled", "cancelled", "attempted"].includes((job.get(unitId) as JobState | undefined) ?? "unscheduled");
  return bookingStatus(
    units.map((unit) => ({ state: unit.state as UnitState, deliveryScheduled: placed(unit.id) })),
    { balanceDue: Number(owed) > 0 },
  );
}

/** Nobody is charged without a booking, and nothing is taken by a booking that nobody paid. */
function unpaidBookings(sqlite: Sqlite): string[] {
  const unpaid = "booking_id IN (SELECT id FROM bookings WHERE paid_at IS NULL)";
  return ["units", "jobs", "invoices", "charges"].flatMap((table) =>
    all(sqlite, `SELECT booking_id FROM ${table} WHERE ${unpaid}`).map(
      (row) => `unpaid booking ${row.booking_id} has a row in ${table}`,
    ),
  );
}

/** What came in either pays for its booking or goes back whole; no refund exceeds its payment. */
function money(sqlite: Sqlite): string[] {
  const refunded =
    "(SELECT coalesce(sum(amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state NOT IN ('failed', 'canceled'))";
  return [
    ...all(
      sqlite,
      `SELECT p.id, p.amount, ${refunded} AS back FROM payments p WHERE NOT EXISTS (SELECT 1 FROM charges c WHERE c.payment_id = p.id)`,
    )
      .filter((row) => row.amount !== row.back)
      .map((row) => `payment ${row.id} of ${row.amount} pays for nothing, but ${row.back} goes back`),
    ...all(sqlite, `SELECT p.id, p.amount, ${refunded} AS back FROM payments p`)
      .filter((row) => Number(row.back) > Number(row.amount))
      .map((row) => `payment ${row.id}: ${row.back} of ${row.amount} goes back`),
    ...all(sqlite, "SELECT id FROM checkouts WHERE (outcome IS NULL) <> (state <> 'complete')").map(
      (row) => `checkout ${row.id}: outcome and state disagree`,
    ),
    ...all(
      sqlite,
      `SELECT b.booking_number AS number, c.refund_amount AS wanted, (SELECT coalesce(sum(amount), 0) FROM refunds r WHERE r.booking_id = b.id AND r.reason = 'cancellation' AND NOT EXISTS (SELECT 1 FROM refunds f WHERE f.replaced_by = r.id)) AS given
      FROM bookings b JOIN (SELECT booking_id, sum(refund_amount) AS refund_amount FROM cancellations GROUP BY booking_id) c ON c.booking_id = b.id`,
    )
      .filter((row) => row.wanted !== row.given)
      .map((row) => `${row.number}: cancelled for ${row.wanted}, ${row.given} goes back`),
  ];
}

/** Every row of money is booked once, by its own amount; what is owed is nothing, but for what could not be given back, and on accounts. */
function books(sqlite: Sqlite): string[] {
  const unbooked = [
    [
      "charges",
      "charge",
      "amount = e.amount AND t.tax = e.tax",
      "WHERE t.state IN ('processing', 'requires_action', 'failed', 'succeeded', 'billed')",
    ],
    ["payments", "payment", "amount = e.amount", ""],
    ["refunds", "refund", "amount = e.amount", ""],
  ].flatMap(([table, kind, same, where]) =>
    all(
      sqlite,
      `SELECT t.id FROM ${table} t LEFT JOIN ledger_entries e ON e.cause = '${kind}:' || t.id AND t.${same} ${where} GROUP BY t.id HAVING count(e.id) <> 1`,
    ).map((row) => `${kind} ${row.id} is not booked`),
  );
  const asking = ASKING_KINDS.map((kind) => `'${kind}'`).join(", ");
  const sign = `CASE WHEN kind IN (${asking}) THEN 1 ELSE -1 END`;
  return [
    ...unbooked,
    ...all(
      sqlite,
      `SELECT booking_id, sum(${sign} * (amount + tax)) - (SELECT coalesce(sum(amount + tax), 0) FROM charges c WHERE c.booking_id = e.booking_id AND c.state IN ('processing', 'requires_action', 'failed')) AS owed FROM ledger_entries e WHERE NOT EXISTS (SELECT 1 FROM ledger_entries f WHERE f.booking_id = e.booking_id AND f.kind = 'refund_failed') AND booking_id NOT IN (SELECT id FROM bookings WHERE account_days IS NOT NULL) GROUP BY booking_id HAVING owed <> 0`,
    ).map((row) => `${row.booking_id} owes ${row.owed}`),
    ...all(
      sqlite,
      `SELECT e.cause, e.amount + e.tax AS worth, sum(a.amount) AS used FROM ledger_entries e JOIN ledger_allocations a ON e.id IN (a.from_entry, a.to_entry) GROUP BY e.id HAVING used > worth`,
    ).map((row) => `${row.cause}: ${row.used} of ${row.worth} is allocated`),
    ...all(
      sqlite,
      `SELECT b.booking_number AS number, (SELECT coalesce(sum(base_amount), 0) FROM cancellations WHERE booking_id = b.id) AS wanted, (SELECT coalesce(sum(amount + tax), 0) FROM ledger_entries WHERE booking_id = b.id AND kind = 'credit' AND cause LIKE 'credit:can_%') AS given FROM bookings b`,
    )
      .filter((row) => row.wanted !== row.given)
      .map((row) => `${row.number}: cancelled ${row.wanted}, ${row.given} credited`),
  ];
}

/**
 * Booking and invoice numbers have no gap and no double; the counter stands at the last one. What the test booking took
 * with it is told by one event.
 */
function numbers(sqlite: Sqlite): string[] {
  return [
    ["booking", "SELECT booking_number AS n FROM bookings"],
    ["invoice", "SELECT invoice_number AS n FROM invoices WHERE invoice_number LIKE 'INV-%'"],
  ].flatMap(([name, sql]) => {
    const used = new Map<string, number[]>();
    const deleted = all(sqlite, "SELECT data FROM events WHERE action = 'test_booking_deleted'")
      .map((row) => JSON.parse(String(row.data)) as { booking_number: string; invoice_numbers: string[] })
      .flatMap((told) => (name === "booking" ? [told.booking_number] : told.invoice_numbers));
    for (const n of [...all(sqlite, sql ?? "").map((row) => row.n), ...deleted]) {
      const [, year = "", value = ""] = String(n).split("-");
      used.set(year, [...(used.get(year) ?? []), Number(value)]);
    }
    return [...used].flatMap(([year, values]) => {
      const last = Number(
        sqlite.prepare("SELECT value FROM counters WHERE name = ? AND year = ?").pluck().get(name, Number(year)) ?? 0,
      );
      const sorted = values.sort((a, b) => a - b);
      return sorted.length === last && sorted.every((value, index) => value === index + 1)
        ? []
        : [`${name} numbers of ${year}: ${sorted.length} used, the counter stands at ${last}`];
    });
  });
}

/** The last event that moved a booking says what the booking says. */
function history(sqlite: Sqlite): string[] {
  return all(
    sqlite,
    `SELECT b.booking_number AS number, b.status, (SELECT e.to_state FROM events e WHERE e.subject_kind = 'booking' AND e.subject_id = b.id AND e.to_state IS NOT NULL ORDER BY e.id DESC LIMIT 1) AS told FROM bookings b`,
  )
    .filter((row) => row.told !== row.status)
    .map((row) => `${row.number} is ${row.status}, its history says ${row.told}`);
}

function linesOf(hold: Row): { size: number; quantity: number }[] {
  return JSON.parse(String(hold.lines)) as { size: number; quantity: number }[];
}

function eachDay(from: unknown, until: unknown, visit: (day: Day) => void): void {
  for (let day = from as Day; day < (until as Day); day = addDays(day, 1)) visit(day);
}

function expectEqual<T extends string | number>(say: (what: string) => void, what: string, is: T, wanted: T): void {
  if (is !== wanted) say(`${what}: ${is}, should be ${wanted}`);
}

class Counts extends Map<string, number> {
  add(key: string, count: number): void {
    this.set(key, (this.get(key) ?? 0) + count);
  }
  differencesFrom(wanted: Counts, table: string): string[] {
    return [...new Set([...this.keys(), ...wanted.keys()])]
      .filter((key) => (this.get(key) ?? 0) !== (wanted.get(key) ?? 0))
      .map((key) => `${table}: ${key} has ${this.get(key) ?? 0}, should be ${wanted.get(key) ?? 0}`);
  }
}
