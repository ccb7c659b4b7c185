import { wire } from "../../tests/support/wire";
import { inTurn, loadPage } from "./load.mjs";
import { megabytes, quantile, timed } from "./machine.mjs";
import { customer, visitorAt } from "./people.mjs";
import { during, startBare, startRemixServe, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

/** @typedef {import("./processes.mjs").Running} Running */

const PUBLIC = ["/", "/about", "/services/residential", "/privacy-policy"];
const OF_BARE = 55;
const PUBLIC_P99_MS = 5;
const PERSONAL = { perSecond: 1_000, ofRemixServe: 1.5, firstByteMs: 3, megabytes: 250 };
const FIRST_BYTES = 300;

/** Pages with nobody's data in them. @param {Running} ours */
export async function publicPages(ours) {
  /** @type {Record<string, import("./table.mjs").Row>} */
  const rows = {};
  for (const path of PUBLIC) {
    const length = await bodyLength(ours.url, { path });
    const { load, bare, query } = await beside(ours, path, length);
    rows[path] = {
      bytes: length, "per second": Math.round(load.perSecond), "of bare %": { value: (100 * load.perSecond) / bare.perSecond, least: OF_BARE }, "p99 ms": { value: load.p99, most: PUBLIC_P99_MS },
      "core ms": load.core, "of bare by core %": (100 * bare.core) / load.core, "bare/s": Math.round(bare.perSecond), "bare + query/s": Math.round(query.perSecond),
    };
  }
  show("Pages with nobody's data", rows);
}

/** Pages of one person. @param {Running} ours */
export async function personalPages(ours) {
  const places = { "an empty booking": { path: "/book", headers: {} }, schedule: await visitorAt(ours.url, "schedule"), agreement: await visitorAt(ours.url, "agreement"), payment: await visitorAt(ours.url, "payment"), "a look-up's result": await customer(ours.url) };
  /** @type {Record<string, import("./table.mjs").Row>} */
  const rows = {};
  for (const [what, place] of Object.entries(places)) {
    const length = await bodyLength(ours.url, place);
    // Remix-serve opens the very same database, so that the same cookies hold and the same pages are shown.
    const { load, stock } = await during(startRemixServe(ours.dataDir), (serve) => inTurn({ load: () => loadPage(ours, place), stock: () => loadPage(serve, place) }));
    rows[what] = {
      bytes: length, "per second": { value: Math.round(load.perSecond), least: PERSONAL.perSecond }, "× remix-serve": { value: load.perSecond / stock.perSecond, least: PERSONAL.ofRemixServe },
      "first byte ms": { value: await firstByte(ours.url, place), most: PERSONAL.firstByteMs }, "p99 ms": load.p99, "core ms": load.core, "remix-serve/s": Math.round(stock.perSecond),
      "memory MB": { value: megabytes(ours.pid), most: PERSONAL.megabytes },
    };
  }
  show("Pages of one person", rows);
}

/** Ours, bare node:http with as many bytes, and the same with one SQLite query. @param {Running} ours @param {string} path @param {number} length */
function beside(ours, path, length) {
  return withDataDir((dataDir) => during(startBare("bytes", length, dataDir), (bare) => during(startBare("query", length, dataDir), (query) =>
    inTurn({ load: () => loadPage(ours, { path }), bare: () => loadPage(bare, { path }), query: () => loadPage(query, { path }) }))));
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
