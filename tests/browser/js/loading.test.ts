import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openDay, throughProject, scheduleFields } from "../../support/booking";
import { visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { signIn } from "../../support/meanwhile";
import { watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();

interface Line {
  page: Page;
  /** Keeps the answers to such requests back until what it gives is called. */
  hold(which: (request: Request) => boolean): () => void;
}

async function openAs(text: TextBrowser, path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Line> {
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(text.windowCookies);
  const page = await context.newPage();
  let holds: { which: (request: Request) => boolean; until: Promise<void> } | null = null;
  await page.route("**/*", async (route) => {
    if (holds?.which(route.request())) await holds.until;
    await route.continue();
  });
  await prepare?.(page);
  await page.goto(path);
  return {
    page,
    hold(which) {
      let release: () => void = () => undefined;
      holds = { which, until: new Promise((resolve) => (release = resolve)) };
      return () => {
        holds = null;
        release();
      };
    },
  };
}

const isData = (method: string) => (request: Request) =>
  /\.data(\?|$)/.test(request.url()) && request.method() === method;
const isHydrated = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
const dots = (page: Page) => page.locator("#loading p");
const bar = (page: Page) => page.locator("#loading div");

/** As the specification has them: centred, large, at least 400 px high, and said politely. */
async function expectDots(page: Page): Promise<void> {
  await dots(page).filter({ hasText: "Loading" }).waitFor();
  const { height, middle, width } = await dots(page).evaluate((element) => {
    const [box, drawing] = [
      element.getBoundingClientRect(),
      element.querySelector("svg")?.getBoundingClientRect() ?? new DOMRect(),
    ];
    return {
      height: box.height,
      middle: Math.abs(drawing.x + drawing.width / 2 - innerWidth / 2),
      width: drawing.width,
    };
  });
  expect(height).toBeGreaterThanOrEqual(400);
  expect(middle).toBeLessThanOrEqual(10);
  expect(width).toBeGreaterThan(100);
  const [above, header] = await page.evaluate(() =>
    [document.querySelector("#loading p"), document.querySelector("header")].map((one) => one?.getBoundingClientRect()),
  );
  expect(above?.top, "nothing of the header is cut off").toBeGreaterThanOrEqual((header?.bottom ?? 0) - 0.5);
  expect(above?.top, "and nothing of the page is left").toBeLessThanOrEqual((header?.bottom ?? 0) + 0.5);
  expect(await page.locator("#loading").getAttribute("role")).toBe("status");
}
const expectNothing = (page: Page) => expect.poll(() => page.locator("#loading").innerHTML()).toBe("");

describe("while another screen loads by script", () => {
  it("large dots show in the office: from tab to tab, from page to page of a list; a bar where a search is sent", async () => {
    const { page, hold } = await openAs(await signIn(stage.server, "staff@example.com"), "/crm/overview");
    const complaints = watch(page);
    await isHydrated(page);
    let goOn = hold(isData("GET"));
    await page.getByRole("navigation", { name: "CRM" }).getByRole("link", { name: "Bookings" }).click();
    await expectDots(page);
    goOn();
    await page.getByRole("heading", { level: 1, name: "Bookings" }).waitFor();
    await expectNothing(page);

    // The same address with another query is another screen too.
    await page.goto("/crm/bookings?status=confirmed");
    await isHydrated(page);
    goOn = hold(isData("GET"));
    await page.getByRole("link", { name: "Show all" }).click();
    await expectDots(page);
    goOn();
    await page.waitForURL("**/crm/bookings");
    await expectNothing(page);

    goOn = hold(isData("GET"));
    await page.locator("#q").fill("zzz");
    await page.keyboard.press("Enter");
    await bar(page).waitFor({ state: "attached" });
    expect(await dots(page).count()).toBe(0);
    goOn();
    await page.getByText("No booking fits.").waitFor();
    await expectNothing(page);
    expect(complaints).toEqual([]);
  });

  inFull("they show for a driver, and in a booking for the step that a form leads to", async () => {
    const driver = await signIn(stage.server, "driver@example.com", "/driver/auth");
    const job = (await driver.open("/driver/dashboard")).root.querySelector("a.job-open")?.getAttribute("href") ?? "";
    const way = await openAs(driver, job);
    await isHydrated(way.page);
    const goOn = way.hold(isData("GET"));
    await way.page.getByRole("link", { name: "Back to all jobs" }).click();
    await expectDots(way.page);
    goOn();
    await way.page.waitForURL("**/driver/dashboard");
    await expectNothing(way.page);

    const text = new TextBrowser(stage.server.url);
    const step = await (
      await throughProject(text)
    )
      .form("address")
      .fill(scheduleFields({ deliveryDate: openDay(56) }))
      .submit("update");
    const { page, hold } = await openAs(text, step.url);
    await page.locator("#address").focus();
    await isHydrated(page);
    const sends = hold(isData("POST"));
    await page.getByRole("button", { name: "Continue to the agreement" }).click();
    await bar(page).waitFor({ state: "attached" });
    expect(await dots(page).count(), "a form that is on its way covers nothing").toBe(0);
    sends();
    const loads = hold(isData("GET"));
    await expectDots(page);
    loads();
    await page.getByRole("heading", { level: 1, name: "Rental agreement" }).waitFor();
    await expectNothing(page);
  });

  inFull("nothing shows for a quick one: the sign waits a moment", async () => {
    // That moment never ends here, so whatever shows did not wait for it.
    const stretch = () => {
      const real = window.setTimeout.bind(window);
      window.setTimeout = ((run: TimerHandler, ms?: number) =>
        real(run, ms === 250 ? 3_600_000 : ms)) as typeof window.setTimeout;
      addEventListener("DOMContentLoaded", () =>
        new MutationObserver(() => {
          if (document.getElementById("loading")?.hasChildNodes()) (window as { flickered?: boolean }).flickered = true;
        }).observe(document.body, { childList: true, subtree: true }),
      );
    };
    const { page } = await openAs(await signIn(stage.server, "staff@example.com"), "/crm/overview", (inner) =>
      inner.addInitScript(stretch),
    );
    await isHydrated(page);
    for (const tab of ["Bookings", "Overview", "New booking"]) {
      await page.getByRole("navigation", { name: "CRM" }).getByRole("link", { name: tab }).click();
      await page.getByRole("heading", { level: 1, name: new RegExp(tab, "i") }).waitFor();
    }
    expect(await page.evaluate(() => (window as { flickered?: boolean }).flickered)).toBeUndefined();
  });
});

describe("while one is being signed in", () => {
  inFull.each([
    ["/auth", "staff@example.com", "**/crm/overview"],
    ["/driver/auth", "driver@example.com", "**/driver/dashboard"],
  ])("a spinner shows at %s, once for two taps, and says so", async (path, email, to) => {
    const { page, hold } = await openAs(new TextBrowser(stage.server.url), path);
    await isHydrated(page);
    const told: unknown[] = [];
    await page.exposeFunction("tell", (what: unknown) => void told.push(what));
    await page.evaluate(() =>
      new MutationObserver(() => {
        const button = document.querySelector("svg.spin")?.closest("button");
        const said = [...document.querySelectorAll("main [role=status]")].map((one) => one.textContent).join("");
        if (button)
          (window as unknown as { tell: (what: unknown) => void }).tell({
            said,
            disabled: button.getAttribute("aria-disabled"),
          });
      }).observe(document.body, { childList: true, subtree: true, characterData: true }),
    );
    const posts: string[] = [];
    // A driver's first page asks for the phone's waiting steps by a POST of its own.
    page.on(
      "request",
      (request) => request.method() === "POST" && /auth$/.test(request.url()) && posts.push("sign-in"),
    );
    await page.locator("#email").fill(email);
    await page.locator("#password").fill("roll-off-demo");
    const goOn = hold((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Login" }).dblclick({ noWaitAfter: true });
    // Asked from outside, the page would wait for the load itself: so it tells.
    await expect.poll(() => told.at(-1)).toEqual({ said: "Signing you in", disabled: "true" });
    goOn();
    await page.waitForURL(to);
    expect(posts).toEqual(["sign-in"]);
  });
});
