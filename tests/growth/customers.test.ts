import { afterAll, beforeAll, expect, it } from "vitest";
import { listCustomers } from "~/domain/records/customer-list.server";
import { findCustomerRecord } from "~/domain/records/customer-record.server";
import type { Db } from "#db/client.server";
import { openWorld, type TestWorld } from "../support/domain";
import { growDatabase, nameOf } from "../support/grow";
import { FULL } from "../support/paths";

const FEW = 1_000;
const MANY = FULL ? 50_000 : 20_000;
const TURNS = 30;
/** An index is a little deeper with more rows, and other work runs on the machine; a walk over all is × 20 and more. */
const MOST = 5;
const MOST_MS = 100;
/** Below it a ratio says how many rows fit, not how many were walked over: a walk over all takes longer. */
const NOTICED_MS = 5;

let small: TestWorld;
let large: TestWorld;
beforeAll(async () => {
  small = await openWorld();
  large = await openWorld();
  growDatabase(small.db.sqlite, FEW, small.clock.at);
  growDatabase(large.db.sqlite, MANY, large.clock.at);
}, 600_000);
afterAll(() => {
  small.close();
  large.close();
});

function questions({ orm, sqlite }: Db) {
  const one = sqlite.prepare(
    "SELECT customer_id AS id, value FROM customer_contacts WHERE kind = ? LIMIT 1 OFFSET 500",
  );
  const [phone, email] = ["phone", "email"].map((kind) => one.get(kind) as { id: string; value: string });
  const [middle] = sqlite
    .prepare("SELECT created_at AS at, id FROM customers ORDER BY created_at LIMIT 1 OFFSET 600")
    .all() as { at: number; id: string }[];
  const ask = (search: string) => () => listCustomers(orm, { search });
  return {
    list: () => listCustomers(orm, {}),
    "a later page": () => listCustomers(orm, { after: `${middle?.at}~${middle?.id}` }),
    "by a common name": ask(nameOf(0, 1)),
    "by a rare name": ask(nameOf(70, 2)),
    "by name and town": ask(`${nameOf(0, 1)} orlando`),
    "by phone": ask(`(${phone?.value.slice(2, 5)}) ${phone?.value.slice(5, 8)}-${phone?.value.slice(8)}`),
    "by email": ask(email?.value ?? ""),
    "by nobody's words": ask("xylophone zebra"),
    "a record": () => findCustomerRecord(orm, phone?.id ?? ""),
  };
}

it(`finds customers among ${MANY.toLocaleString("en-US")} as among ${FEW.toLocaleString("en-US")}, in under ${MOST_MS} ms`, async () => {
  const few = questions(small.db);
  const many = questions(large.db);
  for (const [name, ask] of Object.entries(many)) expect(Object.keys(ask() ?? {}), name).not.toHaveLength(0);
  expect(many["by phone"]().rows).toHaveLength(1);
  const times = (asked: Record<string, () => unknown>) =>
    Object.fromEntries(
      Object.entries(asked).map(([name, ask]) => {
        const took = Array.from({ length: TURNS }, () => {
          const begun = performance.now();
          ask();
          return performance.now() - begun;
        }).sort((a, b) => a - b);
        return [name, took[Math.floor(TURNS / 2)] ?? 0];
      }),
    );
  const [before, after] = [times(few), times(many)];
  // Among few, a rare name finds next to nobody: what is shown costs too, so a search is held against a full page.
  const fullPage = before["by a common name"] ?? 0;
  const slow = Object.entries(after)
    .map(([name, ms]) => ({
      name,
      ms,
      ratio: ms / Math.max(before[name] ?? 0, /^by /.test(name) ? fullPage : 0, 0.05),
    }))
    .filter(({ ms, ratio }) => ms > MOST_MS || (ratio > MOST && ms > NOTICED_MS));
  expect(slow).toEqual([]);
}, 300_000);
