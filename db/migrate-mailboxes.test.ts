import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mailboxOf } from "~/domain/limits/mailbox";
import { openDatabase } from "./client.server";
import { migrate } from "./migrate.server";

const FOLDER = new URL("./migrations/", import.meta.url);
const EMAILS = [
  "ada@example.com",
  "ada+1@example.com",
  "ada+1+2@example.com",
  "+1@example.com",
  "a.d.a@example.com",
  "a.d.a+x@gmail.com",
  "ada@googlemail.com",
  "ada@example.com.",
];

it("reads the mailbox of every address that was there as `mailboxOf` does, and counts every contact as confirmed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrate-"));
  const db = openDatabase(join(folder, "roll-off.sqlite"));
  const before = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql") && name < "0106")
    .sort()
    .map((name) => ({ name: name.slice(0, -4), sql: readFileSync(new URL(name, FOLDER), "utf8") }));
  await migrate(db, before);
  db.sqlite.exec("insert into customers (id, first_name, last_name, created_at) values ('cus_a', 'Ada', 'A', 1)");
  const add = db.sqlite.prepare(
    "insert into customer_contacts (id, customer_id, kind, value, added_at) values (?, 'cus_a', ?, ?, 1)",
  );
  EMAILS.forEach((email, i) => add.run(`cct_${i}`, "email", email));
  add.run("cct_phone", "phone", "+14075550133");
  await migrate(db);
  const read = db.sqlite.prepare("select value, mailbox, unconfirmed_at from customer_contacts").raw().all();
  expect(read).toEqual([...EMAILS.map((email) => [email, mailboxOf(email), null]), ["+14075550133", null, null]]);
  db.close();
  rmSync(folder, { recursive: true, force: true });
});
