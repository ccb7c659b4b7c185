import { wire } from "../../tests/support/wire";
import { inTurn, loadPage } from "./load.mjs";
import { megabytes, quantile, timed } from "./machine.mjs";
import { colleague, customer, visitorAt } from "./people.mjs";
import { during, startBare, startRemixServe, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

/** @typedef {import("./processes.mjs").Running} Running */

const PUBLIC = ["/", "/about", "/services/residential", "/privacy-policy"];
const OF_BARE = 55;
const PUBLIC_P99_MS = 5;
const PERSONAL = { ofRemixServe: 2.5, p99: 200, firstByteMs: 3, megabytes: 250 };
const OFFICE = { ...PERSONAL, ofRemixServe: 2 };
const FIRST_BYTES = 300;
/** V8 has made its best of a page after some 3,000 of them; whoever is slower gets longer before either is measured. */
const WARM_PAGES = 3_000;
export const WARM_SECONDS = 6;
const MOST_ROUNDS = 6;

/** @param {Running} server @param {import("./load.mjs").Wanted} place */
async function warm(server, place) {
  for (let made = 0, round = 0; made < WARM_PAGES && round < MOST_ROUNDS; round++)
    made += (await loadPage(server, place, { seconds: WARM_SECONDS })).perSecond * WARM_SECONDS;
}

/** Pages with nobody's data in them. @param {Running} ours */
export async function publicPages(ours) {
  /** @type {Record<string, import("./table.mjs").Row>} */
  const rows = {};
  for (const path of PUBLIC) {
    const length = await bodyLength(ours.url, { path });
    const { load, bare, query } = await beside(ours, path, length);
    rows[path] = {
      bytes: length,
      "per second": Math.round(load.perSecond),
      "of bare %": { value: (100 * load.perSecond) / bare.perSecond, least: OF_BARE },
      "p99 ms": { value: load.p99, most: PUBLIC_P99_MS },
      "core ms": load.core,
      "of bare by core %": (100 * bare.core) / load.core,
      "bare/s": Math.round(bare.perSecond),
      "bare + query/s": Math.round(query.perSecond),
    };
  }
  show("Pages with nobody's data", rows);
}

/** Pages of one person. @param {Running} ours */
export async function personalPages(ours) {
  const places = {
    "a prefilled booking": { path: "/book?dumpsterSize=20&projectType=renovation&zip=32801", headers: {} },
    schedule: await visitorAt(ours.url, "schedule"),
    agreement: await visitorAt(ours.url, "agreement"),
    payment: await visitorAt(ours.url, "payment"),
    "a look-up's result": await customer(ours.url),
    "the office's list": await colleague(ours.url, "/crm/bookings"),
  };
  /** @type {Record<string, import("./table.mjs").Row>} */
  const rows = {};
  for (const [what, place] of Object.entries(places)) {
    const bars = what.startsWith("the office") ? OFFICE : PERSONAL;
    const { load, stock, lengths } = await during(startRemixServe(ours), async (serve) => ({
      lengths: { ours: await bodyLength(ours.url, place), serve: await bodyLength(serve.url, place) },
      warm: [await warm(ours, place), await warm(serve, place)],
      ...(await inTurn({ load: () => loadPage(ours, place), stock: () => loadPage(serve, place) })),
    }));
    rows[what] = {
      bytes: lengths.ours,
      "remix-serve's": lengths.serve,
      "per second": Math.round(load.perSecond),
      "remix-serve/s": Math.round(stock.perSecond),
      "× remix-serve": { value: load.perSecond / stock.perSecond, least: bars.ofRemixServe },
      "× by core": stock.core / load.core,
      "p99 ms": { value: load.p99, most: bars.p99 },
      "remix-serve's p99": stock.p99,
      "first byte ms": { value: await firstByte(ours.url, place), most: bars.firstByteMs },
      "memory MB": { value: megabytes(ours.pid), most: bars.megabytes },
    };
  }
  show("Pages of one person", rows);
}

/**
 * Ours, bare node:http with as many bytes, and the same with one SQLite query.
 * @param {Running} ours
 * @param {string} path
 * @param {number} length
 */
function beside(ours, path, length) {
  return withDataDir((dataDir) =>
    during(startBare("bytes", length, dataDir), (bare) =>
      during(startBare("query", length, dataDir), (query) =>
        inTurn({
          load: () => loadPage(ours, { path }),
          bare: () => loadPage(bare, { path }),
          query: () => loadPage(query, { path }),
        }),
      ),
    ),
  );
}

/** @param {string} base @param {import("./load.mjs").Wanted} wanted */
async function bodyLength(base, { path, headers }) {
  const answer = await wire(base, path, { headers });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
  return Number(answer.headers.find(([name]) => name === "content-length")?.[1] ?? answer.bytes);
}

/** The median of requests one by one, in ms. @param {string} base @param {import("./load.mjs").Wanted} wanted */
export async function firstByte(base, { path, headers }) {
  const times = [];
  for (let i = 0; i < FIRST_BYTES; i++) {
    const { ms, result } = await timed(() => fetch(base + path, { headers: { ...headers, "Accept-Encoding": "br" } }));
    times.push(ms);
    await result.arrayBuffer();
  }
  return quantile(times);
}
