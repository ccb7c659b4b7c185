import { GOOD_CARD, openDay, scheduleFields } from "../../tests/support/booking";
import { phone, withBrowser } from "./browser.mjs";
import { during, startOurs, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

/** @typedef {import("playwright-core").Page} Page @typedef {Record<string, import("./table.mjs").Row>} Rows */

// bars.md: 400 kbit/s both ways, 400 ms until the first byte.
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const USABLE_MS = 2_500;
const LOOKING_MS = 4_000;

/**
 * Each step: what is typed, the tap, and the words that show that the next page can be used.
 * @type {{ name: string, fill: Record<string, string | string[]>, press: RegExp, next: string, control: string,
 * isOurs?: boolean }[]}
 */
const STEPS = [
  { name: "home → booking", fill: {}, press: /^Book Online/i, next: "/book", control: "[name=dumpsterSize]" },
  {
    name: "project → day and place",
    fill: { projectType: "renovation", wasteTypes: ["flooring"], materialCategory: "general", dumpsterSize: "20" },
    press: /^Continue to day/,
    next: "/book/schedule",
    control: "#address",
  },
  {
    name: "day and place → agreement",
    fill: scheduleFields({ deliveryDate: openDay(85) }),
    press: /^Continue to the agreement/,
    next: "/book/agreement",
    control: "#signatureName",
  },
  {
    name: "agreement → payment",
    fill: { signatureName: "Ada Tester", agree: "on" },
    press: /^Sign and continue/,
    next: "/book/payment",
    control: "[name=cardConsent]",
  },
  {
    name: "payment → card company (sandbox)",
    fill: { cardConsent: "on" },
    press: /^Pay \$/,
    next: "/sandbox/checkout/",
    control: "[name=cardNumber]",
    isOurs: false,
  },
  { name: "card company → confirmation", fill: GOOD_CARD, press: /^Pay \$/, next: "/payment-success", control: "h1" },
];

/** A whole booking over a bad line: from each tap until the next page can be used. */
export async function run() {
  await withDataDir((dataDir) =>
    during(startOurs(dataDir), ({ url }) =>
      withBrowser(async (browser) => {
        /** @type {Rows} */
        const rows = {};
        for (const [column, scripts, looking] of /** @type {const} */ ([
          ["scripts off", false, 0],
          ["scripts on, at once", true, 0],
          [`scripts on, after ${LOOKING_MS / 1000} s of typing`, true, LOOKING_MS],
        ])) {
          const { context, page } = await phone(browser, url, { scripts });
          const session = await context.newCDPSession(page);
          await session.send("Network.enable");
          await session.send("Network.emulateNetworkConditions", LINE);
          const begun = performance.now();
          await page.goto("/");
          rows["first visit of home"] = {
            ...rows["first visit of home"],
            [column]: `${Math.round(performance.now() - begun)} ms`,
          };
          for (const step of STEPS) {
            const ms = Math.round(await take(page, step, looking));
            rows[step.name] = {
              ...rows[step.name],
              [column]: step.isOurs === false ? `${ms} ms` : { value: ms, unit: "ms", most: USABLE_MS },
            };
          }
          await context.close();
        }
        show("A booking at 400 kbit/s and 400 ms: from the tap to a page that can be used", rows);
      }),
    ),
  );
}

/**
 * @param {Page} page
 * @param {(typeof STEPS)[number]} step
 * @param {number} looking ms between the last field and the tap
 * @returns {Promise<number>}
 */
async function take(page, { fill, press, next, control }, looking) {
  for (const [name, values] of Object.entries(fill))
    for (const value of [values].flat()) await answer(page, name, value);
  if (looking > 0) await page.waitForTimeout(looking);
  const target = page
    .getByRole("button", { name: press })
    .or(page.getByRole("link", { name: press }))
    .locator("visible=true")
    .first();
  await target.focus();
  const begun = performance.now();
  // By the keyboard: a click waits for timers, which stand still where scripts are off.
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => (next.endsWith("/") ? url.pathname.startsWith(next) : url.pathname === next), {
    waitUntil: "commit",
  });
  await page.locator(control).first().waitFor();
  return performance.now() - begun;
}

/** Types, chooses or ticks, with the keyboard. @param {Page} page @param {string} name @param {string} value */
async function answer(page, name, value) {
  const control = page.locator(`[name="${name}"]:not([type=hidden])`);
  const kind = await control.first().getAttribute("type");
  if (kind !== "radio" && kind !== "checkbox") return control.first().fill(value);
  const box = value === "on" ? control.first() : page.locator(`[name="${name}"][value="${value}"]`);
  await box.focus();
  if (!(await box.isChecked())) await page.keyboard.press("Space");
}
