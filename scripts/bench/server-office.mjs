import Database from "better-sqlite3";
import { join } from "node:path";
import { openDatabase } from "../../db/client.server";
import { findBooking } from "../../app/domain/booking/order/bookings.server";
import { listBookings } from "../../app/domain/booking/office/search.server";
import { loadPage } from "./load.mjs";
import { quantile } from "./machine.mjs";
import { colleague } from "./people.mjs";
import { during, startOurs } from "./processes.mjs";
import { firstByte, WARM_SECONDS } from "./server-pages.mjs";
import { show } from "./table.mjs";

const FEW = 1_000;
const MANY = 100_000;
/** BENCH_BOOKINGS=1000000 takes some minutes more. */
const MOST = Number(process.env.BENCH_BOOKINGS ?? MANY);
const LOOKS = 300;

/** The office's list of bookings, and what growth does to it. @param {string} dataDir */
export async function office(dataDir) {
  await (await startOurs(dataDir)).stop();
  fill(dataDir, FEW);
  const few = await looks(dataDir);
  fill(dataDir, MOST);
  const many = await looks(dataDir);
  const list = `SQL at ${MOST.toLocaleString("en-US")} ms`;
  const growth = "× of 1,000 bookings";
  show("The office's questions", {
    "newest 50": {
      [list]: { value: many.newest, most: 0.25 },
      [growth]: { value: many.newest / few.newest, most: 1.3 },
    },
    "50 from the middle": { [list]: many.middle, [growth]: { value: many.middle / few.middle, most: 1.3 } },
    "one by its number": { [list]: many.one, [growth]: { value: many.one / few.one, most: 1.3 } },
    "words of a name": { [list]: many.search, [growth]: { value: many.search / few.search, most: 2.5 } },
  });
  await during(startOurs(dataDir), async (ours) => {
    const place = await colleague(ours.url, "/crm/bookings");
    const html = (await (await fetch(ours.url + place.path, { headers: place.headers })).arrayBuffer()).byteLength;
    const first = await firstByte(ours.url, place);
    // As the other pages of one person are measured: when V8 has made its best of it.
    await loadPage(ours, place, { seconds: WARM_SECONDS });
    const load = await loadPage(ours, place);
    show(`The list of ${MOST.toLocaleString("en-US")} bookings`, {
      "/crm/bookings": {
        "HTML bytes": { value: html, most: 25_000 },
        "per second": { value: load.perSecond, least: 300 },
        "first byte ms": { value: first, most: 6 },
        "p99 ms": load.p99,
        "core ms": load.core,
      },
    });
  });
}

/**
 * Copies of the seeded bookings, each with an own number, name and time, until there are `count`.
 * @param {string} dataDir
 * @param {number} count
 */
function fill(dataDir, count) {
  const db = new Database(join(dataDir, "roll-off.sqlite"));
  db.pragma("synchronous = OFF");
  const columns = /** @type {string[]} */ (db.prepare("SELECT name FROM pragma_table_info('bookings')").pluck().all());
  const present = Number(db.prepare("SELECT count(*) FROM bookings").pluck().get());
  /** @type {Record<string, string>} */
  const own = {
    id: "'bkg_copy' || n.i",
    booking_number: "printf('DMP-%d-%06d', 2000 + n.i / 900000, n.i % 900000)",
    signing_key: "'key' || n.i",
    capability: "'cap' || n.i",
    first_name: "b.first_name || char(97 + n.i % 26, 97 + (n.i / 26) % 26)",
    email: "'copy' || n.i || '@example.com'",
    created_at: "b.created_at - n.i * 1000",
    draft_id: "NULL",
  };
  db.exec(
    `CREATE TEMP TABLE seeded AS SELECT *, row_number() OVER (ORDER BY id) AS place FROM bookings WHERE id NOT LIKE 'bkg_copy%'`,
  );
  const seeded = Number(db.prepare("SELECT count(*) FROM seeded").pluck().get());
  db.prepare(
    `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO bookings (${columns.join(", ")}) SELECT ${columns.map((name) => own[name] ?? `b.${name}`).join(", ")} FROM n JOIN seeded b ON b.place = 1 + n.i % ${seeded}`,
  ).run(present, count);
  db.close();
}

/** The median time of each question, in ms, by the product's own code. @param {string} dataDir */
async function looks(dataDir) {
  const db = openDatabase(join(dataDir, "roll-off.sqlite"));
  const number = /** @type {string} */ (
    db.sqlite
      .prepare(
        "SELECT booking_number FROM bookings ORDER BY created_at LIMIT 1 OFFSET (SELECT count(*) / 2 FROM bookings)",
      )
      .pluck()
      .get()
  );
  const [at, id] = /** @type {[number, string]} */ (
    db.sqlite.prepare("SELECT created_at, id FROM bookings WHERE booking_number = ?").raw().get(number)
  );
  const result = {
    newest: median(() => listBookings(db.orm, {})),
    middle: median(() => listBookings(db.orm, { after: `${at}~${id}` })),
    one: median(() => findBooking(db.orm, { number })),
    search: median(() => listBookings(db.orm, { search: "gonz" })),
  };
  db.close();
  return result;
}

/** @param {() => unknown} look */
function median(look) {
  const times = [];
  for (let i = 0; i < LOOKS; i++) {
    const begun = performance.now();
    look();
    if (i > LOOKS / 10) times.push(performance.now() - begun);
  }
  return quantile(times);
}
