import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { listBookings } from "~/domain/booking/office/search.server";
import { formatPhone, readPhone } from "~/domain/kernel/phone";
import { openDatabase, type Db } from "./client.server";
import { migrate } from "./migrate.server";

const THIS = "0012_phones_and_messages";
/** Customers had their number in a column of their own until then. */
const UNTIL = "0018_customers";
const folder = new URL("./migrations/", import.meta.url);
const all = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => ({ name: name.replace(/\.sql$/, ""), sql: readFileSync(new URL(name, folder), "utf8") }));

/** As it was stored, what becomes of it, the extension. Null: it stays as it was. */
const PHONES: [stored: string, e164: string | null, extension?: string][] = [
  ["(407) 555-0133", "+14075550133"],
  ["(407) 555-0134 ext. 12", "+14075550134", "12"],
  ["4075550135", "+14075550135"],
  ["407-555-0136", "+14075550136"],
  ["407.555.0137", "+14075550137"],
  ["1 407 555 0138", "+14075550138"],
  ["+1 407 555 0139", "+14075550139"],
  ["+14075550140", "+14075550140"],
  ["(407)\u00a0555\u20130141", "+14075550141"],
  // Not to be read for sure, or not at all.
  ["+44 20 7946 0018", null],
  ["+44 (0)20 7946 0018", null],
  ["+407 555 0142", null],
  ["020 7946 0018", null],
  ["407 555 0143 x12", null],
  ["(407) 555-0144 ext. ", null],
  ["(407) 555-0145 ext. 1234567", null],
  [" ext. 12", null],
  ["555-0146", null],
  ["+", null],
  ["+1407+5550147", null],
  ["ask for Bo: 407 555 0148", null],
  ["Robert'); DROP TABLE bookings;--", null],
  ["", null],
];

let db: Db;
beforeEach(async () => {
  const path = mkdtempSync(join(tmpdir(), "migrate-"));
  db = openDatabase(join(path, "roll-off.sqlite"));
  await migrate(
    db,
    all.filter(({ name }) => name < THIS),
  );
  onTestFinished(() => {
    db.close();
    rmSync(path, { recursive: true, force: true });
  });
});

const withColumns = () => all.filter(({ name }) => name < UNTIL);

/** A row with something in every column that must have it. */
function insert(table: string, values: Record<string, unknown>): void {
  const needed = (db.sqlite.pragma(`table_info(${table})`) as { name: string; type: string; notnull: number }[])
    .filter(({ notnull }) => notnull === 1)
    .map(({ name, type }) => [name, type.toLowerCase() === "integer" ? 1 : `${name} of ${String(values["id"])}`]);
  const row = { ...Object.fromEntries(needed), ...values } as Record<string, unknown>;
  const names = Object.keys(row);
  db.sqlite
    .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((name) => `@${name}`).join(", ")})`)
    .run(row);
}
const rows = (sql: string) => db.sqlite.prepare(sql).all() as Record<string, unknown>[];
const column = (sql: string) => db.sqlite.prepare(sql).pluck().all();

it("makes every number that is certain E.164, with its extension, and leaves the others as they were typed", async () => {
  db.sqlite.pragma("foreign_keys = OFF");
  PHONES.forEach(([phone], i) => {
    insert("customers", { id: `c${i}`, email: `${i}@example.com`, phone });
    insert("bookings", {
      id: `b${i}`,
      booking_number: `DMP-2026-${String(i + 1).padStart(6, "0")}`,
      customer_id: `c${i}`,
      phone,
      price: "{}",
      waste_types: "[]",
      created_at: i,
    });
    insert("leads", { id: `l${i}`, phone, data: "{}" });
    insert("accounts", { id: `a${i}`, phone });
    insert("drivers", { id: `d${i}`, user_id: `a${i}`, phone });
    insert("profiles", { id: `p${i}`, user_id: `a${i}`, phone });
  });
  insert("accounts", { id: "none", phone: null });
  insert("drivers", { id: "none", user_id: "none", phone: null });
  db.sqlite.pragma("foreign_keys = ON");
  await migrate(db, withColumns());
  for (const table of ["customers", "bookings", "leads"])
    expect(rows(`SELECT phone, phone_extension FROM ${table} ORDER BY rowid`), table).toEqual(
      PHONES.map(([stored, e164, extension]) => ({ phone: e164 ?? stored, phone_extension: extension ?? null })),
    );
  // Nowhere to put an extension: the number stays whole.
  const whole = PHONES.map(([stored, e164, extension]) => (extension ? stored : (e164 ?? stored)));
  expect(column("SELECT phone FROM accounts ORDER BY rowid")).toEqual([...whole, null]);
  expect(column("SELECT phone FROM profiles ORDER BY rowid")).toEqual(whole);
  expect(column("SELECT phone FROM drivers ORDER BY rowid")).toEqual([...whole, null]);
  expect(column("SELECT name FROM sqlite_schema WHERE name LIKE '%phones_read%'")).toEqual([]);
  // SQL and the forms read alike, and what a page shows is what it showed.
  for (const [stored, e164, extension] of PHONES.filter(([, read]) => read !== null)) {
    expect(readPhone(stored), stored).toEqual({ e164, extension: extension ?? null });
    if (stored.startsWith("(407) ")) expect(formatPhone(e164 ?? "", extension)).toBe(stored);
  }
});

it("finds old and new rows by every spelling, with a status and without", async () => {
  db.sqlite.pragma("foreign_keys = OFF");
  insert("customers", { id: "c1", email: "c@example.com", phone: "" });
  const put = (i: number, phone: string, phone_extension?: string) => {
    const rest = phone_extension === undefined ? {} : { phone_extension };
    insert("bookings", {
      id: `b${i}`,
      booking_number: `DMP-2026-${String(i).padStart(6, "0")}`,
      status: "confirmed",
      customer_id: "c1",
      first_name: "Zoe",
      phone,
      price: "{}",
      waste_types: "[]",
      created_at: i,
      ...rest,
    });
  };
  put(1, "(321) 555-0199");
  put(2, "(321) 555-0198 ext. 77");
  put(3, "+44 20 7946 0018");
  await migrate(db, withColumns());
  // The list of today names a booking's company.
  for (const name of ["company_name", "merged_into"]) db.sqlite.exec(`alter table customers add ${name} text`);
  put(11, "+13215550199");
  put(12, "+13215550198", "77");
  put(13, "+442079460018");
  db.sqlite.exec("UPDATE bookings SET phone = '+13215550197', phone_extension = '5' WHERE id = 'b2'");
  db.sqlite.exec("UPDATE bookings SET phone = '+13215550198', phone_extension = '77' WHERE id = 'b2'");
  const found = (search: string) =>
    [null, "confirmed" as const].map((status) =>
      listBookings(db.orm, { search, status }).rows.map(({ id }) => String(id).slice(1)),
    );
  const both = (numbers: string[]) => [numbers, numbers];
  const american = [
    ...["(321) 555-0199", "321-555-0199", "321.555.0199", "3215550199", "13215550199", "+13215550199"],
    ...["+1 321 555 0199", "1 (321) 555-0199", "321\u2011555\u20110199", "tel:+13215550199", "5550199", "555-0199"],
    ...["0199", "zoe +1 321 555 0199", "+1 (321) 555-0199 zoe", "zoe 321 555 0199", "zoe (321) 555-0199"],
  ];
  for (const search of american) expect(found(search), search).toEqual(both(["11", "1"]));
  for (const search of ["321 555", "(321) 555", "+1 321 555", "1-321-555", "321-555-01"])
    expect(found(search), search).toEqual(both(["12", "11", "2", "1"]));
  for (const search of ["(321) 555-0198 ext. 77", "321 555 0198 x77", "3215550198", "0198 x77", "0198 ext 77"])
    expect(found(search), search).toEqual(both(["12", "2"]));
  expect(found("3215550197")).toEqual(both([]));
  expect(found("321 555 0198 x78")).toEqual(both([]));
  for (const search of [
    "+44 20 7946 0018",
    "+442079460018",
    "011 44 20 7946 0018",
    "+44 (0)20 7946 0018",
    "zoe +44 20 7946 0018",
  ])
    expect(found(search), search).toEqual(both(["13", "3"]));
  for (const search of ["020 7946 0018", "20 7946 0018"]) expect(found(search), search).toEqual(both(["13"]));
  expect(found("dmp 2026 11")).toEqual(both(["11"]));
  expect(found("2026-000011")).toEqual(both(["11"]));
  // A number is one stretch of an index.
  for (const table of ["bookings", "customers"])
    expect(
      rows(`EXPLAIN QUERY PLAN SELECT id FROM ${table} WHERE phone = '+13215550199'`).map(({ detail }) => detail),
    ).toEqual([expect.stringContaining(`${table}_phone`)]);
});

it("keeps every message, with its customer, as sent; a text's beginning of a link is cut off", async () => {
  db.sqlite.pragma("foreign_keys = OFF");
  insert("customers", { id: "c1", email: "c@example.com", phone: "(407) 555-0133" });
  insert("bookings", { id: "b1", customer_id: "c1", phone: "(407) 555-0133", price: "{}", waste_types: "[]" });
  insert("bookings", { id: "b2", customer_id: "gone", phone: "", price: "{}", waste_types: "[]" });
  const message = (id: string, values: Record<string, unknown>) =>
    insert("messages", { id, cause: id, channel: "email", recipient: "c@example.com", sent_at: 7, ...values });
  message("m1", { booking_id: "b1", subject: "Booking DMP-2026-000001", template: "mail.booking-confirmed" });
  message("m2", { subject: "A lead: see http", template: "mail.lead" });
  message("m3", {
    booking_id: "b1",
    channel: "sms",
    recipient: "(407) 555-0133",
    subject: "Sunline: sign and pay here: https://sunline.example/sign-agreement/Zb",
  });
  message("m4", { booking_id: "b2", channel: "sms", recipient: "+44 20 7946 0018", subject: "Sunline: hello" });
  db.sqlite.exec("DELETE FROM bookings WHERE id = 'b2'");
  db.sqlite.pragma("foreign_keys = ON");
  await migrate(db, withColumns());
  const kept = { direction: "out", state: "sent", body: "", sender: null, provider_id: null, error: null, sent_at: 7 };
  expect(rows("SELECT * FROM messages ORDER BY id")).toMatchObject([
    { ...kept, id: "m1", cause: "m1", booking_id: "b1", customer_id: "c1", subject: "Booking DMP-2026-000001" },
    {
      ...kept,
      id: "m2",
      booking_id: null,
      customer_id: null,
      subject: "A lead: see http",
      created_at: 7,
      updated_at: 7,
    },
    { ...kept, id: "m3", recipient: "+14075550133", customer_id: "c1", subject: "Sunline: sign and pay here: " },
    { ...kept, id: "m4", recipient: "+44 20 7946 0018", customer_id: null, subject: "Sunline: hello" },
  ]);
  expect(column("SELECT template FROM messages ORDER BY id").slice(0, 2)).toEqual([
    "mail.booking-confirmed",
    "mail.lead",
  ]);
  const plan = (where: string) =>
    rows(`EXPLAIN QUERY PLAN SELECT id FROM messages WHERE ${where} ORDER BY created_at`).map(({ detail }) => detail);
  expect(plan("customer_id = 'c1'")).toEqual([expect.stringContaining("INDEX messages_customer")]);
  expect(plan("recipient = '+14075550133'")).toEqual([expect.stringContaining("INDEX messages_recipient")]);
});
