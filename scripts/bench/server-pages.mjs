import { wire } from "../../tests/support/wire";
import { inTurn, loadPage } from "./load.mjs";
import { megabytes, quantile, timed } from "./machine.mjs";
import { colleague, customer, visitorAt } from "./people.mjs";
import { during, startBare, startOurs, startRemixServe, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

/** @typedef {import("./processes.mjs").Running} Running */

const PUBLIC = ["/", "/about", "/services/residential", "/privacy-policy"];
const OF_BARE = 55;
const PUBLIC_P99_MS = 5;
const PERSONAL = { ofRemixServe: 2.5, p99: 200, firstByteMs: 3, megabytes: 250 };
const OFFICE = { ...PERSONAL, ofRemixServe: 2 };
const FIRST_BYTES = 300;
/**
 * Of each page, before any is measured: V8 then has made its best of them all, in both servers, which gives whoever is
 * slower longer. A server of one page only is faster than one of many can ever be, ours as well (a third of the time).
 */
const WARM_PAGES = 1_500;
export const WARM_SECONDS = 3;
const MOST_ROUNDS = 4;
const PAIRS = 3;

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

/**
 * Pages of one person, in three pairs of servers: how well V8 makes a page of its own differs by a fifth from one process
 * to the next. The median of each figure.
 */
export async function personalPages() {
  /** @type {Record<string, PersonalFigures>[]} */
  const pairs = [];
  for (let i = 0; i < PAIRS; i++)
    pairs.push(
      await withDataDir((dataDir) =>
        during(startOurs(dataDir), (ours) => during(startRemixServe(ours), (serve) => measurePersonal(ours, serve))),
      ),
    );
  /** @type {Record<string, import("./table.mjs").Row>} */
  const rows = {};
  for (const what of Object.keys(pairs[0] ?? {})) {
    const bars = what.startsWith("the office") ? OFFICE : PERSONAL;
    const figures = pairs.flatMap((pair) => pair[what] ?? []);
    const of = (/** @type {keyof PersonalFigures} */ figure) => quantile(figures.map((one) => one[figure]));
    const ratios = figures.map(({ ratio }) => ratio);
    rows[what] = {
      bytes: of("bytes"),
      "remix-serve's": of("serveBytes"),
      "per second": Math.round(of("perSecond")),
      "remix-serve/s": Math.round(of("servePerSecond")),
      "× remix-serve": { value: of("ratio"), least: bars.ofRemixServe },
      "least and most": `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
      "p99 ms": { value: of("p99"), most: bars.p99 },
      "remix-serve's p99": of("serveP99"),
      "first byte ms": { value: of("firstByte"), most: bars.firstByteMs },
      "memory MB": { value: of("memory"), most: bars.megabytes },
    };
  }
  show("Pages of one person", rows);
}

/**
 * @typedef {{ bytes: number, serveBytes: number, perSecond: number, servePerSecond: number, ratio: number, p99: number,
 * serveP99: number, firstByte: number, memory: number }} PersonalFigures
 */

/** @param {Running} ours @param {Running} serve @returns {Promise<Record<string, PersonalFigures>>} */
async function measurePersonal(ours, serve) {
  /** @type {Record<string, import("./load.mjs").Wanted>} */
  const places = {
    "a prefilled booking": { path: "/book?dumpsterSize=20&projectType=renovation&zip=32801", headers: {} },
    schedule: await visitorAt(ours.url, "schedule"),
    agreement: await visitorAt(ours.url, "agreement"),
    payment: await visitorAt(ours.url, "payment"),
    "a look-up's result": await customer(ours.url),
    "the office's list": await colleague(ours.url, "/crm/bookings"),
  };
  for (const server of [ours, serve]) for (const place of Object.values(places)) await warm(server, place);
  /** @type {Record<string, PersonalFigures>} */
  const figures = {};
  for (const [what, place] of Object.entries(places)) {
    const { load, stock } = await inTurn({ load: () => loadPage(ours, place), stock: () => loadPage(serve, place) });
    figures[what] = {
      bytes: await bodyLength(ours.url, place),
      serveBytes: await bodyLength(serve.url, place),
      perSecond: load.perSecond,
      servePerSecond: stock.perSecond,
      ratio: load.perSecond / stock.perSecond,
      p99: load.p99,
      serveP99: stock.p99,
      firstByte: await firstByte(ours.url, place),
      memory: megabytes(ours.pid),
    };
  }
  return figures;
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
