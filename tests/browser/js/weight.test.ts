import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { throughProject } from "../../support/booking";
import { visitor } from "../../support/browser";
import { linkedFiles, scriptBytes } from "../../support/fetched";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { signIn } from "../../support/meanwhile";
import { firstOf } from "../../support/paths";
import { watch } from "../../support/page-checks";
import { LOOKED_AT } from "../../support/public-pages";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

// bars.md, "Speed for the visitor": compressed bytes as they came over the wire.
const AFTER_INTENT = 100_000;
/** sonner, fetched after the page is taken over, where there is something to say. */
const TOASTS = 9_000;
const OFFICE = 150_000;
const DRIVER = 110_000;
const VOICE = 50_000;
const REQUESTS = 3;
/** Long enough for what a script would ask for once a field is used, or the last of after-load.ts is done. */
const QUIET_MS = 100;
/** A driver's page keeps its stream open: idle it never is. */
const SETTLED_MS = 1_000;
/** Pages open side by side, on two cores. */
const AT_ONCE = 9;

const stage = setStage();

async function openWith(text: TextBrowser, path: string): Promise<{ page: Page; requests: Request[] }> {
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(text.windowCookies);
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.goto(path);
  return { page, requests };
}

it("asks for three things at most before the first tap, and for no script, style sheet or font", async () => {
  const context = await visitor(stage.browser, stage.server.url);
  const look = async (path: string) => {
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await page.goto(path);
    // Last of all, once the page was painted (after-load.ts).
    await page.locator("link[rel=manifest]").waitFor({ state: "attached" });
    await page.waitForTimeout(QUIET_MS);
    const linked = await linkedFiles(page);
    expect(
      linked.map((href) => new URL(href).pathname),
      path,
    ).toEqual(["/manifest.webmanifest", "/icon.svg"]);
    const asked = [
      ...new Set([
        ...requests.map((request) => `${request.resourceType()} ${request.url()}`),
        ...linked.map((href) => `other ${href}`),
      ]),
    ];
    expect(
      asked.filter((line) => /^(script|stylesheet|font|fetch|xhr) /.test(line)),
      path,
    ).toEqual([]);
    expect(asked.length, `${path}: ${asked.join(", ")}`).toBeLessThanOrEqual(REQUESTS);
    await page.close();
  };
  const paths = LOOKED_AT.filter(({ hydratesAtOnce }) => !hydratesAtOnce).map(({ path }) => path);
  while (paths.length > 0) await Promise.all(paths.splice(0, AT_ONCE).map(look));
});

inFull("loads no more script where it does so at once, besides the toasts", async () => {
  const { page, requests } = await openWith(new TextBrowser(stage.server.url), "/payment-success");
  await page.locator("[data-sonner-toast]").waitFor();
  await page.waitForLoadState("networkidle");
  const { body, lines } = await scriptBytes(requests);
  expect(body, lines.join("\n")).toBeLessThanOrEqual(AFTER_INTENT + TOASTS);
});

it.each(["/services/gardening", "/no-such-page"])("loads none for the plain form of %s", async (path) => {
  const { page, requests } = await openWith(new TextBrowser(stage.server.url), path);
  await page.locator("#zip").fill("32801");
  await page.waitForTimeout(QUIET_MS);
  expect((await scriptBytes(requests)).lines).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByText("We deliver to 32801").waitFor();
});

describe("script after a tap into a field", () => {
  const fields: [string, string][] = [
    ["/book", ".choice input"],
    ["schedule", "#address"],
    ["/", "#zip"],
    ["/manage-booking", "main input:not([type=hidden])"],
  ];
  it.each(firstOf(2, fields))("of %s", async (path, field) => {
    const text = new TextBrowser(stage.server.url);
    const address = path === "schedule" ? (await throughProject(text)).url : path;
    const { page, requests } = await openWith(text, address);
    await page.locator(field).first().focus();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    await page.waitForLoadState("networkidle");
    const { body, lines } = await scriptBytes(requests);
    expect(lines.length).toBeGreaterThan(0);
    expect(body, lines.join("\n")).toBeLessThanOrEqual(AFTER_INTENT);
  });
});

it("script of a driver's job", async () => {
  const driver = await signIn(stage.server, "driver@example.com", "/driver/auth");
  const [job] = (await driver.open("/driver/dashboard")).root.querySelectorAll("a[href^='/driver/jobs/']");
  const { page, requests } = await openWith(driver, job?.getAttribute("href") ?? "");
  await hydrated(page);
  await page.locator("main h1").waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const { body, lines } = await scriptBytes(requests);
  expect(lines.length).toBeGreaterThan(0);
  expect(body, lines.join("\n")).toBeLessThanOrEqual(DRIVER);
});

it.each([
  ["/crm/overview", "staff@example.com", OFFICE],
  ["/crm/bookings", "staff@example.com", OFFICE],
  ["/driver/dashboard", "driver@example.com", DRIVER],
])("script of %s", async (path, email, most) => {
  const { page, requests } = await openWith(
    await signIn(stage.server, email, path.startsWith("/driver") ? "/driver/auth" : "/auth"),
    path,
  );
  expect(new URL(page.url()).pathname).toBe(path);
  await hydrated(page);
  // The office's stream never falls silent: once it stands, all scripts are there.
  if (path.startsWith("/crm")) await page.locator(".live[data-live=open]").waitFor();
  else await page.waitForTimeout(SETTLED_MS);
  const { body, lines } = await scriptBytes(requests);
  expect(lines.length).toBeGreaterThan(0);
  expect(body, lines.join("\n")).toBeLessThanOrEqual(most);
});

it("the office's telephone: nothing before it is used, and as much as is allowed then", async () => {
  const { page, requests } = await openWith(await signIn(stage.server, "staff@example.com"), "/crm/bookings");
  await hydrated(page);
  await page.locator(".live[data-live=open]").waitFor();
  await page.waitForTimeout(QUIET_MS);
  const before = await scriptBytes(requests);
  expect(before.lines.filter((line) => /twilio|Telephone|sounds/.test(line))).toEqual([]);
  await page.locator(".phone-key").click();
  await page.locator("[data-voice-device]").waitFor();
  await page.evaluate(() => (navigator.mediaDevices.getUserMedia = () => Promise.resolve(new MediaStream())));
  await page.getByRole("button", { name: "Initialize Voice Device" }).click();
  await page.locator("[data-voice-device]", { hasText: "Ready" }).waitFor();
  // With what the first calls fetch: while they ring, while they last, and after them.
  const telephone = requests.map((request) => request.url()).find((url) => url.includes("/assets/Telephone-"));
  // As text: a test's own import is compiled to something that a page does not know.
  const fetchParts = `(async (url) => {
    const names = new Set((await (await fetch(url)).text()).match(/on-a-call-[\\w-]+\\.js/g));
    for (const name of names) await import("/assets/" + name);
    return names.size;
  })(${JSON.stringify(telephone)})`;
  const parts = await page.evaluate<number>(fetchParts);
  expect(parts).toBe(1);
  const { body, lines } = await scriptBytes(requests);
  expect(lines.some((line) => line.includes("twilio"))).toBe(true);
  expect(body - before.body, lines.join("\n")).toBeLessThanOrEqual(VOICE);
});

it("a driver's scripts are fetched before they may run, and React is made ready while it comes", async () => {
  const driver = await signIn(stage.server, "driver@example.com", "/driver/auth");
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(driver.windowCookies);
  const page = await context.newPage();
  const complaints = watch(page);
  await page.addInitScript(() =>
    addEventListener("hydrate", () => performance.mark("released", { detail: document.head.innerHTML })),
  );
  await page.goto("/driver/dashboard");
  await hydrated(page);
  const { released, head, scripts } = await page.evaluate(() => {
    const mark = performance.getEntriesByName("released")[0] as PerformanceMark;
    const files = performance.getEntriesByType("resource").filter(({ name }) => /\/assets\/.*\.js$/.test(name));
    return {
      released: mark.startTime,
      head: mark.detail as string,
      scripts: files.map(({ name, startTime }) => ({ name, startTime })),
    };
  });
  const early = scripts.filter(({ startTime }) => startTime < released).map(({ name }) => name);
  // React finds the head as it was sent.
  expect([early.length > 5, head.includes("modulepreload")]).toEqual([true, false]);
  const framework = await page.request.get(early.find((name) => name.includes("framework")) ?? "");
  expect((await framework.text()).split("\n")[0]?.trim()).toBe("//# allFunctionsCalledOnLoad");
  expect(complaints).toEqual([]);
});

it.each(firstOf(1, ["/driver/dashboard", "/book", "/", "/manage-booking"]))(
  "%s loads nothing of the telephone",
  async (path) => {
    const { page, requests } = await openWith(
      await signIn(stage.server, "driver@example.com", path.startsWith("/driver") ? "/driver/auth" : "/auth"),
      path,
    );
    await page.waitForTimeout(SETTLED_MS);
    const { lines } = await scriptBytes(requests);
    expect(lines.filter((line) => /twilio|Telephone|on-a-call|sounds/.test(line))).toEqual([]);
  },
);
