import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { CHARGE_KINDS } from "~/domain/states/labels";
import { describeEvent } from "~/ui/office/timeline-words";
import { openDatabase, type Db } from "./client.server";
import { migrate } from "./migrate.server";

const FOLDER = new URL("./migrations/", import.meta.url);
/** Every migration by name, with its statements. */
const ALL = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => ({ name: name.slice(0, -4), sql: readFileSync(new URL(name, FOLDER), "utf8") }));
const WORDS = "0009_typed_charges_and_events";

let db: Db;
/** A database as it was before the words were identifiers. */
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrate-"));
  db = openDatabase(join(folder, "roll-off.sqlite"));
  await migrate(
    db,
    ALL.filter(({ name }) => name < WORDS),
  );
  db.sqlite.pragma("foreign_keys = OFF");
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

interface Old {
  on: string;
  action: string;
  from?: string;
  to?: string;
  why?: string;
  data?: object;
}
const add = ({ on, action, from, to, why, data }: Old) =>
  db.sqlite
    .prepare(
      "INSERT INTO events (at, subject_kind, subject_id, booking_id, action, from_state, to_state, actor_kind, actor_label, why, request_id, data) VALUES (7, ?, 'x', 'b', ?, ?, ?, 'staff', 'Sam', ?, 'r', ?)",
    )
    .run(on, action, from ?? null, to ?? null, why ?? null, data ? JSON.stringify(data) : null);

/** What the version before wrote, and what it is told as. */
const ROWS: [Old, string, string | null][] = [
  [
    { on: "booking", action: "created", to: "pending_payment", data: { booking_number: "DMP-1" } },
    "booking_made",
    "Booking DMP-1 made: Waiting for payment",
  ],
  [
    { on: "booking", action: "quoted", to: "quoted", data: { booking_number: "DMP-1" } },
    "booking_quoted",
    "Booking DMP-1 prepared: Quote ready",
  ],
  [{ on: "booking", action: "quoted", from: "expired", to: "quoted" }, "booking_moved", "Booking: Quote ready"],
  [
    { on: "booking", action: "cancelled", from: "confirmed", to: "cancelled", why: "The dog is out" },
    "booking_moved",
    "Booking: Cancelled",
  ],
  [{ on: "booking", action: "status", from: "confirmed", to: "on_site" }, "booking_moved", "Booking: At the site"],
  [{ on: "booking", action: "card consent given" }, "card_consent_given", null],
  [{ on: "booking", action: "put on hold", why: "Rain" }, "put_on_hold", null],
  [{ on: "booking", action: "taken off hold" }, "taken_off_hold", null],
  [
    { on: "booking", action: "additional dumpster asked for", data: { booking_number: "DMP-2" } },
    "additional_asked",
    "Another dumpster asked for: booking DMP-2",
  ],
  [
    {
      on: "booking",
      action: "test booking deleted",
      from: "confirmed",
      data: { booking_number: "DMP-3", invoice_numbers: [] },
    },
    "test_booking_deleted",
    "Test booking DMP-3 deleted",
  ],
  [
    { on: "booking", action: "links ended", why: "signed out of the booking" },
    "links_ended",
    "Links and cookies ended: signed out of the booking",
  ],
  [
    { on: "draft", action: "links ended", why: "another email address was typed" },
    "links_ended",
    "Links and cookies ended: another email address was typed",
  ],
  [{ on: "draft", action: "links ended", why: "for some other reason" }, "links_ended", "Links and cookies ended"],
  [{ on: "draft", action: "granted", to: "price" }, "right_granted", "Prepared by the office: the price holds"],
  [
    { on: "draft", action: "grant ended", from: "price", why: "another order was signed" },
    "right_ended",
    "Ended: a fixed price, another order was signed",
  ],
  [{ on: "unit", action: "reserved", to: "reserved" }, "unit_reserved", "Unit: Reserved"],
  [{ on: "unit", action: "unit 12", from: "reserved", to: "delivering" }, "unit_moved", "Unit 12: On its way"],
  [{ on: "job", action: "pickup_planned", to: "unscheduled" }, "job_planned", "Pickup: planned"],
  [
    { on: "job", action: "delivery", from: "scheduled", to: "assigned", why: "for Dana O'Hara" },
    "job_moved",
    "Delivery: Assigned to Dana O'Hara",
  ],
  [
    { on: "job", action: "delivery", from: "arrived", to: "attempted", why: "for a car blocks the drive" },
    "job_moved",
    "Delivery: Attempted, not possible",
  ],
  [
    { on: "job", action: "reassigned", from: "assigned", to: "assigned", why: "for Dee" },
    "job_reassigned",
    "Job: given to another driver, Dee",
  ],
  [
    { on: "dumpster", action: "dumpster 20-07", from: "yard, empty", to: "truck, full" },
    "dumpster_moved",
    "Dumpster 20-07: on a truck, full",
  ],
  [
    { on: "dumpster", action: "dumpster 7", from: "site, full", to: "yard, empty", why: "test booking deleted" },
    "dumpster_moved",
    "Dumpster 7: in the yard, empty, test booking deleted",
  ],
  [{ on: "hold", action: "held", to: "live" }, "hold_made", null],
  [
    { on: "hold", action: "released", from: "live", to: "released", why: "the time to pay ran out" },
    "hold_ended",
    "Hold released",
  ],
  [{ on: "hold", action: "used", from: "live", to: "used", why: "paid" }, "hold_ended", "Hold used by the payment"],
  [{ on: "checkout", action: "checkout opened", to: "creating" }, "checkout_opened", null],
  [
    { on: "checkout", action: "checkout expired", from: "open", to: "expired", why: "x" },
    "checkout_ended",
    "Payment page expired",
  ],
  [
    { on: "checkout", action: "checkout abandoned", from: "open", to: "abandoned" },
    "checkout_ended",
    "Payment page ended",
  ],
  [
    { on: "checkout", action: "payment refunded duplicate", from: "open", to: "complete" },
    "payment_refunded_duplicate",
    null,
  ],
  [{ on: "checkout", action: "payment confirmed", from: "open", to: "complete" }, "payment_confirmed", null],
  [{ on: "checkout", action: "payment nothing left", from: "open", to: "complete" }, "payment_nothing_left", null],
  [
    { on: "charge", action: "charged", to: "succeeded", data: { amount: 40931 } },
    "charge_made",
    "Charge, $409.31: Paid",
  ],
  [
    { on: "charge", action: "noticed", to: "noticed", data: { amount: 1 } },
    "charge_noticed",
    "Charge, $0.01: Notice sent",
  ],
  [{ on: "payment", action: "paid", data: { amount: 40931 } }, "payment_received", "Payment received, $409.31"],
  [
    { on: "refund", action: "approved", to: "approved", why: "cancellation", data: { amount: 5 } },
    "refund_approved",
    "Refund approved, $0.05",
  ],
  [{ on: "refund", action: "submitted", from: "approved", to: "submitted" }, "refund_moved", "Refund sent to the bank"],
  [
    { on: "refund", action: "succeeded", from: "pending", to: "succeeded", data: { amount: 5 } },
    "refund_moved",
    "Refunded, $0.05",
  ],
  [
    { on: "cancellation", action: "cancelled", data: { percent: 10, fee: 1, refund: 2 } },
    "order_cancelled",
    "Cancelled: fee $0.01, refund $0.02",
  ],
  [{ on: "invoice", action: "issued", data: { invoice_number: "INV-1" } }, "invoice_issued", "Invoice INV-1 issued"],
  [{ on: "invoice", action: "PDF made", data: { sha256: "a" } }, "pdf_made", "Invoice: PDF made"],
  [{ on: "agreement", action: "PDF made", data: { sha256: "a" } }, "pdf_made", "Agreement: PDF made"],
  [
    { on: "agreement", action: "signed", to: "version 3", data: { content_sha256: "a", terms_version: "1" } },
    "agreement_signed",
    "Agreement signed, version 3",
  ],
  [
    { on: "file", action: "PDF made again", why: "the stored file was missing", data: { before: "a", sha256: "b" } },
    "pdf_made_again",
    "PDF made again: the stored file was missing",
  ],
  [{ on: "lead", action: "asked", to: "new" }, "lead_made", null],
  [{ on: "lead", action: "lead", from: "new", to: "closed" }, "lead_moved", "Request: closed"],
  [{ on: "account", action: "signed_up" }, "signed_up", null],
  [{ on: "ufo", action: "came by", to: "left" }, "came by", "Ufo: came by, left"],
];

it("tells every event of before by its identifier, in order, and keeps who, when and what was typed", async () => {
  for (const [old] of ROWS) add(old);
  await migrate(db, ALL);
  const rows = db.sqlite.prepare("SELECT * FROM events ORDER BY id").all() as {
    id: number;
    at: number;
    subject_kind: string;
    action: string;
    from_state: string | null;
    to_state: string | null;
    actor_kind: string;
    actor_label: string;
    why: string | null;
    data: string | null;
  }[];
  expect(rows).toHaveLength(ROWS.length);
  for (const [i, [old, action, words]] of ROWS.entries()) {
    const row = rows[i]!;
    expect(row).toMatchObject({ id: i + 1, at: 7, subject_kind: old.on, actor_label: "Sam", action });
    const data = row.data === null ? null : (JSON.parse(row.data) as Record<string, unknown>);
    if (words !== null) expect(describeEvent({ ...row, data })).toBe(words);
    for (const key of Object.keys(old.data ?? {})) expect(data).toHaveProperty(key);
  }
  const kept = rows.flatMap(({ why }) => (why === null ? [] : [why]));
  expect(kept).toEqual(
    expect.arrayContaining([
      "The dog is out",
      "Rain",
      "for a car blocks the drive",
      "for some other reason",
      "the time to pay ran out",
    ]),
  );
});

const charge = (kind: string, id = kind) =>
  db.sqlite
    .prepare(
      "INSERT INTO charges (id, booking_id, unit_id, kind, state, amount, tax, description, payment_id, created_at) VALUES (?, 'b', 'u', ?, 'noticed', 5, 1, 'd', 'p', 9)",
    )
    .run(id, kind);

/** A row of which only its identifiers matter. */
function addRow(table: string, ids: Record<string, string>): void {
  const columns = db.sqlite.pragma(`table_info(${table})`) as { name: string; type: string }[];
  const values = columns.map(({ name, type }) => ids[name] ?? (type.toLowerCase() === "integer" ? 1 : name));
  db.sqlite.prepare(`INSERT INTO ${table} VALUES (${values.map(() => "?").join(", ")})`).run(...values);
}

it("keeps every charge as it is, and takes no other kind from then on", async () => {
  addRow("customers", { id: "c" });
  addRow("bookings", { id: "b", customer_id: "c" });
  for (const kind of CHARGE_KINDS) charge(kind);
  const all = () => db.sqlite.prepare("SELECT * FROM charges ORDER BY rowid").all();
  const before = all();
  expect(before).toHaveLength(13);
  await migrate(db, ALL);
  expect(all()).toMatchObject(before as object[]);
  expect(db.sqlite.pragma("foreign_key_check")).toEqual([]);
  for (const kind of CHARGE_KINDS) charge(kind, `again ${kind}`);
  expect(() => charge("bribe")).toThrow(/CHECK constraint failed: charges_kind/);
  expect(db.sqlite.prepare("EXPLAIN QUERY PLAN SELECT * FROM charges WHERE booking_id = 'b'").all()).toMatchObject([
    { detail: expect.stringContaining("charges_booking") as string },
  ]);
});

it("refuses rather than loses a charge of a kind that nobody knows", async () => {
  addRow("customers", { id: "c" });
  addRow("bookings", { id: "b", customer_id: "c" });
  charge("bribe");
  await expect(migrate(db, ALL)).rejects.toThrow(/charges_kind/);
  expect(db.sqlite.prepare("SELECT kind FROM charges").pluck().all()).toEqual(["bribe"]);
});
