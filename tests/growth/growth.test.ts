import { afterAll, beforeAll, expect, it } from "vitest";
import { listBookings, type BookingFilter } from "~/domain/booking/office/search.server";
import { listCustomers } from "~/domain/records/customer-list.server";
import { findCustomerRecord } from "~/domain/records/customer-record.server";
import type { Db } from "#db/client.server";
import { openWorld, TODAY, type TestWorld } from "../support/domain";
import { growDatabase, nameOf } from "../support/grow";
import { FULL } from "../support/paths";
import { measureGrowth, questions } from "../support/growth";

// Plans said SEARCH while some of these walked everything: only the clock tells. `npm run test:full` asks 100,000
// bookings and as many customers, `npm run bench -- growth` 640,000.
const FEW = 1_000;
const MANY = FULL ? 100_000 : 20_000;
const TURNS = 40;
/** Above the bars (bars.md), because other work runs on the machine; what walks everything is beyond it by far. */
const HEADROOM = 1.6;

let small: TestWorld;
let large: TestWorld;

beforeAll(async () => {
  small = await openWorld({ fleet: { 20: 5 } });
  large = await openWorld({ fleet: { 20: 5 } });
  growDatabase(small.db.sqlite, FEW, small.clock.at);
  growDatabase(large.db.sqlite, MANY, large.clock.at);
}, 600_000);
afterAll(() => {
  small.close();
  large.close();
});

it(`no question takes longer with ${MANY.toLocaleString("en-US")} bookings than with ${FEW.toLocaleString("en-US")}`, async () => {
  const growth = await measureGrowth(questions(small.db, small.clock.at), questions(large.db, large.clock.at), TURNS);
  const tooLong = Object.entries(growth).filter(([, { times, most }]) => times > most * HEADROOM);
  expect(
    tooLong.map(
      ([name, { small: few, large: many, times }]) =>
        `${name}: ${few.toFixed(3)} → ${many.toFixed(3)} ms, × ${times.toFixed(1)}`,
    ),
  ).toEqual([]);
}, 300_000);

it("finds what a scan of every row finds", () => {
  const { orm, sqlite } = large.db;
  const scan = (where: string) =>
    sqlite
      .prepare(
        `SELECT booking_number FROM bookings JOIN booking_search_keys k ON k.booking_id = bookings.id WHERE ${where} ORDER BY k.id DESC`,
      )
      .pluck()
      .all();
  const found = (filter: BookingFilter) => {
    const pages = [listBookings(orm, filter)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(listBookings(orm, { ...filter, after: next }));
    return pages.flatMap(({ rows }) => rows.map((row) => row.number));
  };
  expect(found({ search: `${nameOf(70, 2)} kissimmee` })).toEqual(
    scan(
      `(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || address) LIKE '% ${nameOf(70, 2)}%' AND city = 'Kissimmee'`,
    ),
  );
  expect(found({ search: "oviedo", status: "delivery_failed" })).toEqual(
    scan("city = 'Oviedo' AND status = 'delivery_failed'"),
  );
});

/** An index is a little deeper with more rows, and other work runs on the machine; a walk over all is × 20 and more. */
const MOST = 5;
const MOST_MS = 100;
/** Below it a ratio says how many rows fit, not how many were walked over: a walk over all takes longer. */
const NOTICED_MS = 5;

function customerQuestions({ orm, sqlite }: Db) {
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
    "a record": () => findCustomerRecord(orm, phone?.id ?? "", TODAY),
  };
}

it(`finds customers among ${MANY.toLocaleString("en-US")} as among ${FEW.toLocaleString("en-US")}, in under ${MOST_MS} ms`, async () => {
  const few = customerQuestions(small.db);
  const many = customerQuestions(large.db);
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
