import { expect, it } from "vitest";
import { firstOf } from "../../support/paths";
import { sidewaysScroll } from "../../support/axe";
import { DESK, PHONE, visitor } from "../../support/browser";
import { signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

const NARROWEST = 320;
const TABLET = 768;
/** Two lines of 48 px and the rule below them: on a phone of 640 px the rest is the page's. */
const MOST_OF_BAR = 104;

const stage = setStage();

/** `to`: the first page that leads on from there, with a record's own long words in it. */
const PLACES = [
  { path: "/crm/overview", email: "staff@example.com", door: "/auth", to: "a[href^='/crm/bookings/DMP']" },
  { path: "/crm/reports", email: "staff@example.com", door: "/auth", to: "a[href^='/crm/reports/rows']" },
  { path: "/driver/dashboard", email: "driver@example.com", door: "/driver/auth", to: "a[href^='/driver/jobs/']" },
  { path: "/crm/bookings", email: "staff@example.com", door: "/auth", to: "a[href$='/bookings/new']" },
  { path: "/crm/customers", email: "staff@example.com", door: "/auth", to: "a[href^='/crm/customers/cus']" },
];
it.each(firstOf(1, PLACES))(
  "$path and a page behind it fit every width, in whatever font",
  async ({ path, email, door, to }) => {
    const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
    await context.addCookies((await signIn(stage.server, email, door)).windowCookies);
    const page = await context.newPage();
    const behind = async () => (await page.locator(to).first().getAttribute("href")) ?? "none";
    const found: string[] = [];
    for (const next of [() => path, behind]) {
      const address = await next();
      expect((await page.goto(address))?.status(), address).toBe(200);
      for (const width of [NARROWEST, PHONE.width, TABLET, DESK.width]) {
        await page.setViewportSize({ width, height: PHONE.height });
        const { by, from } = await sidewaysScroll(page);
        if (by > 0) found.push(`${address} at ${width} px: ${by} px too wide, ${from.join(" ")}`);
        const bar = (await page.locator("header.bar").boundingBox())?.height ?? 999;
        if (bar > MOST_OF_BAR) found.push(`${address} at ${width} px: a bar of ${bar} px`);
      }
    }
    expect(found).toEqual([]);
  },
);

it("on a tablet a list says each moment in one line, without widening its page", async () => {
  const viewport = { width: TABLET, height: 900 };
  const context = await visitor(stage.browser, stage.server.url, { viewport });
  await context.addCookies((await signIn(stage.server, "admin@example.com")).windowCookies);
  const page = await context.newPage();
  for (const [path, moments] of [
    ["/crm/inventory", ".yard-list td:last-child"],
    ["/crm/team", ".team td > time"],
  ] as const) {
    await page.goto(path);
    const heights = await page.locator(moments).evaluateAll((all) =>
      all.map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return Math.round(words.getBoundingClientRect().height);
      }),
    );
    expect([path, Math.max(...heights) < 30, await sidewaysScroll(page)]).toMatchObject([path, true, { by: 0 }]);
  }
});

it("the bar of the office is no higher on a phone while its stream is on the way or away: nothing moves under a press", async () => {
  const context = await visitor(stage.browser, stage.server.url, { viewport: { width: NARROWEST, height: 640 } });
  await context.addCookies((await signIn(stage.server, "admin@example.com")).windowCookies);
  const page = await context.newPage();
  let isUp = true;
  await context.route(
    ({ pathname }) => pathname === "/realtime",
    (route) => (isUp ? undefined : route.abort()),
  );
  for (isUp of [true, false]) {
    await page.goto("/crm/overview");
    await page.locator(`.live[data-live=${isUp ? "connecting" : "closed"}]`).waitFor();
    for (const width of [NARROWEST, PHONE.width, 480, TABLET]) {
      await page.setViewportSize({ width, height: 640 });
      const height = (await page.locator("header.bar").boundingBox())?.height;
      expect(height, `up: ${isUp}, ${width} px`).toBeLessThanOrEqual(MOST_OF_BAR);
    }
  }
});
