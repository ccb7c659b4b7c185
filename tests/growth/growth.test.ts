import { afterAll, beforeAll, expect, it } from "vitest";
import { listBookings, type BookingFilter } from "~/domain/booking/office/search.server";
import { openWorld, type TestWorld } from "../support/domain";
import { growDatabase, nameOf } from "../support/grow";
import { FULL } from "../support/paths";
import { measureGrowth, questions } from "../support/growth";

// Plans said SEARCH while some of these walked everything: only the clock tells. `npm run test:full` asks 100,000
// bookings, `npm run bench -- growth` 640,000.
const FEW = 1_000;
const MANY = FULL ? 100_000 : 30_000;
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
