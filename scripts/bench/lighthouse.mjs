import lighthouse from "lighthouse";
import { withChrome } from "./browser.mjs";
import { quantile } from "./machine.mjs";
import { customerLater, visitorAt } from "./people.mjs";
import { during, startBare, startOurs, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

const RUNS = Number(process.env.LH_RUNS ?? 5);
/** Part of a page's address, to measure fewer: LH_PAGES=about,book. */
const ONLY = (process.env.LH_PAGES ?? "").split(",").filter(Boolean);
const TRIES = 4;
const FLOOR_BYTES = 1_000;
const METHODS = /** @type {const} */ (["simulate", "devtools"]);
const NAMES = { simulate: "simulated", devtools: "applied" };

/**
 * @typedef {{ performance: number, accessibility: number, "best-practices": number, seo: number | null, lcp: number,
 * tbt: number, cls: number, requests: number, bytes: number }} Look
 */

/** The ten most used pages on a slow phone and slow 4G, by both of Lighthouse's models; medians. */
export async function run() {
  console.log(`${RUNS} runs a page and model; medians, the lowest performance beside them.`);
  await withDataDir((dataDir) =>
    during(startOurs(dataDir), ({ url }) =>
      withChrome(async (port) => {
        const places = await tenPages(url);
        for (const method of METHODS) {
          /** @type {Record<string, import("./table.mjs").Row>} */
          const rows = {};
          for (const [name, place] of Object.entries(places)) {
            /** @type {Look[]} */
            const looks = [];
            for (let i = 0; i < RUNS; i++) looks.push(await look(port, url, place, method));
            rows[name] = row(looks, method === "devtools" || name.startsWith("/book") ? 1_000 : 800);
          }
          rows[`bare page of ${FLOOR_BYTES} B, the floor`] = await floor(port, method);
          show(`Lighthouse, mobile, slow 4G ${NAMES[method]}`, rows);
        }
      }),
    ),
  );
}

/**
 * What this browser needs for a page of nothing but text, in the same run.
 * @param {number} port
 * @param {"simulate" | "devtools"} method
 * @returns {Promise<import("./table.mjs").Row>}
 */
function floor(port, method) {
  return withDataDir((dataDir) =>
    during(startBare("bytes", FLOOR_BYTES, dataDir), async ({ url }) => {
      /** @type {Look[]} */
      const looks = [];
      for (let i = 0; i < RUNS; i++) looks.push(await look(port, url, { path: "/", headers: {} }, method));
      const median = (/** @type {"lcp" | "tbt" | "cls"} */ name) => quantile(looks.map((one) => one[name]));
      return { "LCP ms": Math.round(median("lcp")), "TBT ms": Math.round(median("tbt")), CLS: median("cls") };
    }),
  );
}

/** @param {string} url @returns {Promise<Record<string, import("./people.mjs").Place>>} */
async function tenPages(url) {
  const open = (/** @type {string} */ path) => ({ path, headers: {} });
  const all = {
    "/": open("/"),
    "/book": open("/book"),
    "/book/schedule": await visitorAt(url, "schedule"),
    "/book/agreement": await visitorAt(url, "agreement"),
    "/book/payment": await visitorAt(url, "payment"),
    "/manage-booking": open("/manage-booking"),
    "a look-up's result": await customerLater(url),
    "/services/residential": open("/services/residential"),
    "/about": open("/about"),
    "/privacy-policy": open("/privacy-policy"),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => ONLY.length === 0 || ONLY.some((part) => name.includes(part))),
  );
}

/**
 * @param {number} port
 * @param {string} base
 * @param {import("./people.mjs").Place} place
 * @param {"simulate" | "devtools"} throttlingMethod
 * @returns {Promise<Look>}
 */
async function look(port, base, { path, headers }, throttlingMethod) {
  const run = await oneRun(base + path, {
    port,
    output: "json",
    logLevel: "silent",
    extraHeaders: headers,
    throttlingMethod,
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
  });
  const { categories, audits } = run.lhr;
  const score = (/** @type {string} */ id) => Math.round((categories[id]?.score ?? 0) * 100);
  const figure = (/** @type {string} */ id) => audits[id]?.numericValue ?? NaN;
  const requests =
    /** @type {{ items: { transferSize: number }[] } | undefined} */ (
      /** @type {unknown} */ (audits["network-requests"]?.details)
    )?.items ?? [];
  // Pages of one person ask search engines to stay away, which Lighthouse counts against them.
  const seo = audits["is-crawlable"]?.score === 0 ? null : score("seo");
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo,
    lcp: figure("largest-contentful-paint"),
    tbt: figure("total-blocking-time"),
    cls: figure("cumulative-layout-shift"),
    requests: requests.length,
    bytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/**
 * A busy machine sometimes loses the trace of a page; that says nothing of the page.
 * @param {string} url
 * @param {import("lighthouse").Flags} flags
 */
async function oneRun(url, flags) {
  let failure = "";
  for (let i = 0; i < TRIES; i++) {
    const run = await lighthouse(url, flags);
    if (run && !run.lhr.runtimeError) return run;
    failure = run?.lhr.runtimeError?.message ?? "no result";
  }
  throw new Error(`Lighthouse could not see ${url}: ${failure}`);
}

/** @param {Look[]} looks @param {number} mostLcp in ms @returns {import("./table.mjs").Row} */
function row(looks, mostLcp) {
  const median = (/** @type {keyof Look} */ name) => quantile(looks.map((one) => Number(one[name])));
  const worst = (/** @type {keyof Look} */ name) => Math.min(...looks.map((one) => Number(one[name])));
  return {
    performance: median("performance"),
    lowest: { value: worst("performance"), least: 99 },
    accessibility: { value: worst("accessibility"), least: 100 },
    "best practices": { value: worst("best-practices"), least: 100 },
    SEO: looks.some(({ seo }) => seo === null) ? "noindex" : { value: worst("seo"), least: 100 },
    "LCP ms": { value: Math.round(median("lcp")), most: mostLcp },
    "TBT ms": { value: Math.round(median("tbt")), most: 20 },
    CLS: { value: median("cls"), most: 0.001 },
    requests: median("requests"),
    bytes: median("bytes"),
  };
}
