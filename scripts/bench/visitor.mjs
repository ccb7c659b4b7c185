import { brotliCompressSync, constants } from "node:zlib";
import { linkedFiles, scriptBytes } from "../../tests/support/fetched";
import { PUBLIC_PAGES } from "../../tests/support/public-pages";
import { wire } from "../../tests/support/wire";
import { phone, withBrowser } from "./browser.mjs";
import { customerLater, visitorAt } from "./people.mjs";
import { during, startOurs, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

const ONE_FLIGHT = 14_000;
const AFTER_INTENT = 100_000;
const REQUESTS = 3;
/** What the toasts of a page that is taken over at once weigh besides: tests/browser/js/weight.test.ts. */
const TOASTS = 9_000;
const FIELD =
  "main :is(input:not([type=hidden]):not([type=submit]):not([data-plain]), select, textarea, [data-hydrate])";
const QUIET_MS = 300;

/** What a newcomer's phone fetches for each page, before and after the first tap into a field. */
export async function run() {
  await withDataDir((dataDir) =>
    during(startOurs(dataDir), ({ url }) =>
      withBrowser(async (browser) => {
        const strangers = PUBLIC_PAGES.map(({ path, hydratesAtOnce }) => ({ path, headers: {}, hydratesAtOnce }));
        /** @type {{ path: string, headers: Record<string, string>, hydratesAtOnce?: boolean }[]} */
        const places = [
          ...strangers,
          await visitorAt(url, "schedule"),
          await visitorAt(url, "agreement"),
          await visitorAt(url, "payment"),
          await customerLater(url),
        ];
        /** @type {Record<string, import("./table.mjs").Row>} */
        const rows = {};
        for (const { path, headers, hydratesAtOnce = false } of places) {
          const name = path.replace(/([?&]\w+=[^&]{3})[^&]{8,}/g, "$1…");
          rows[name] = {
            ...(await bytes(url, path, headers)),
            ...(await fetched(browser, url, path, headers, hydratesAtOnce)),
          };
        }
        show("Bytes and requests of a page (brotli, status line and headers counted)", rows);
      }),
    ),
  );
}

/**
 * @param {string} base
 * @param {string} path
 * @param {Record<string, string>} headers
 * @returns {Promise<import("./table.mjs").Row>}
 */
async function bytes(base, path, headers) {
  const answer = await wire(base, path, { headers });
  const html = answer.body.toString();
  const styles = html.match(/<style\b[^]*?<\/style>/g)?.join("") ?? "";
  const without = html.replaceAll(/<style\b[^]*?<\/style>/g, "");
  return {
    status: answer.status,
    "on the wire": { value: answer.bytes, most: ONE_FLIGHT },
    "raw HTML": answer.body.length,
    "raw CSS": Buffer.byteLength(styles),
    "CSS share": compressed(html) - compressed(without),
    headers: answer.bytes - Number(answer.headers.find(([name]) => name === "content-length")?.[1] ?? 0),
  };
}

/** @param {string} text */
function compressed(text) {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} base
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {boolean} hydratesAtOnce
 * @returns {Promise<import("./table.mjs").Row>}
 */
async function fetched(browser, base, path, headers, hydratesAtOnce) {
  const { context, page } = await phone(browser, base, { cookie: headers.Cookie });
  /** @type {import("playwright-core").Request[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request));
  await page.goto(path);
  const painted = await page.evaluate(() => performance.getEntriesByType("paint")[0]?.startTime ?? Infinity);
  const before = await page.evaluate(
    (until) =>
      1 +
      performance
        .getEntriesByType("resource")
        .filter(
          (entry) =>
            entry.startTime < until && /** @type {PerformanceResourceTiming} */ (entry).initiatorType !== "other",
        ).length,
    painted,
  );
  await page.waitForTimeout(QUIET_MS);
  const all = new Set([...requests.map((request) => request.url()), ...(await linkedFiles(page))]).size;
  const early = await scriptBytes(requests);
  const field = page.locator(FIELD).locator("visible=true").first();
  const asks = (await field.count()) > 0;
  if (asks) {
    await field.focus();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    await page.waitForLoadState("networkidle");
  }
  const late = await scriptBytes(requests);
  await context.close();
  return {
    "requests before paint": { value: before, most: 1 },
    "in all": hydratesAtOnce ? all : { value: all, most: REQUESTS },
    "script before": { value: early.body, most: hydratesAtOnce ? AFTER_INTENT + TOASTS : 0 },
    "script after intent": asks ? { value: late.body, most: AFTER_INTENT } : null,
    "its headers": asks ? late.headers : null,
    files: asks ? late.lines.length : null,
  };
}
