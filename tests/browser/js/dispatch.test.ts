import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { bookAndPay, bookingNumberOn, openDay } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { makeBusyDay } from "../../support/busy-day";
import { TextBrowser } from "../../support/form";
import { arrange, signIn } from "../../support/meanwhile";
import { expectSound, watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const ON = openDay(62);
const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });
beforeAll(async () => {
  for (const name of ["Ann", "Bob"])
    bookingNumberOn(
      await bookAndPay(new TextBrowser(stage.server.url), {
        email: `${name}@example.com`,
        firstName: name,
        deliveryDate: ON,
      }),
    );
});

async function board(on = ON): Promise<Page> {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
  const page = await context.newPage();
  await page.goto(`/crm/dispatch?day=${on}`);
  await page.locator(".stop[draggable=true]").first().waitFor();
  return page;
}
const column = (page: Page, name: string) =>
  page.locator(".board > section").filter({ has: page.getByRole("heading", { name }) });
const names = async (page: Page, of: string) =>
  (await column(page, of).locator(".stop").allInnerTexts()).map((text) => /(Ann|Bob) Tester/.exec(text)?.[1]);
const stop = (page: Page, name: string) => page.locator(".stop").filter({ hasText: `${name} Tester` });

it("stops are dragged to a driver, put in order and taken back, and another screen follows", async () => {
  const [page, other] = [await board(), await board()];
  const complaints = watch(page);
  await stop(page, "Ann").dragTo(column(page, "Dana Driver"));
  await expect.poll(() => names(page, "Dana Driver")).toEqual(["Ann"]);
  await stop(page, "Bob").dragTo(stop(page, "Ann"), { targetPosition: { x: 30, y: 4 } });
  await expect.poll(() => names(page, "Dana Driver")).toEqual(["Bob", "Ann"]);
  await expect.poll(() => names(other, "Dana Driver")).toEqual(["Bob", "Ann"]);
  await stop(page, "Bob").dragTo(column(page, "Dana Driver").locator("h2"));
  await page
    .getByRole("button", { name: /^Later: Delivery/ })
    .first()
    .press("Enter");
  await expect.poll(() => names(page, "Dana Driver")).toEqual(["Ann", "Bob"]);
  // Who went on by the keyboard still stands at the stop.
  const focused = () => page.evaluate(() => document.activeElement?.closest(".stop")?.textContent ?? "");
  await expect.poll(focused).toContain("Bob Tester");
  await stop(page, "Ann").dragTo(column(page, "Nobody"));
  await expect.poll(() => names(page, "Nobody")).toEqual(["Ann"]);
  await expectSound(page, "dispatch");
  // By the keyboard on in the panel of a job, and from there back to it.
  const open = stop(page, "Bob").getByRole("link", { name: /^Give or move/ });
  await open.press("Enter");
  const panel = page.locator("#move");
  await expect.poll(() => panel.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectSound(page, "dispatch-job");
  await panel.getByRole("link", { name: "Close" }).press("Enter");
  await expect.poll(() => open.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
});

inFull(
  "a stop dropped on another day of the week goes there in its window, and comes back to its driver by undo",
  async () => {
    const page = await board();
    await stop(page, "Ann").dragTo(column(page, "Dale Driver"));
    await expect.poll(() => names(page, "Dale Driver")).toEqual(["Ann"]);
    const other = page.locator(".week [data-day]").first();
    const [to, window] = [await other.getAttribute("data-day"), await stop(page, "Ann").getAttribute("data-window")];
    await stop(page, "Ann").dragTo(other);
    await expect.poll(() => names(page, "Dale Driver")).toEqual([]);
    await page.goto(`/crm/dispatch?day=${to}`);
    await stop(page, "Ann").waitFor();
    expect([to === ON, await stop(page, "Ann").getAttribute("data-window")]).toEqual([false, window]);
    await page.getByRole("button", { name: /^Undo/ }).press("Enter");
    await stop(page, "Ann").waitFor({ state: "detached" });
    // The button is gone: what came of it is said, and the keyboard goes on from its place.
    await page.getByRole("status").filter({ hasText: "Taken back." }).waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".board-tools") !== null)).toBe(true);
    await page.goto(`/crm/dispatch?day=${ON}`);
    await expect.poll(() => names(page, "Dale Driver")).toEqual(["Ann"]);
  },
);

inFull("the day sheet is a table on paper as well, with a column to write in", async () => {
  const page = await board();
  await page.goto(`/crm/dispatch/sheet?day=${ON}`);
  await page.emulateMedia({ media: "print" });
  // What Letter and A4 have between the margins that browsers leave.
  for (const width of [740, 718]) {
    await page.setViewportSize({ width, height: 1000 });
    expect(
      await page
        .locator(".day-sheet tbody td")
        .first()
        .evaluate((one) => getComputedStyle(one).display),
    ).toBe("table-cell");
    const heading = page.locator(".day-sheet thead th").last();
    const [head, cell] = [await heading.boundingBox(), await page.locator(".day-sheet .to-fill").first().boundingBox()];
    expect([head?.x, head?.width]).toEqual([cell?.x, cell?.width]);
    expect(cell?.width).toBeGreaterThan(140);
    expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual(width);
  }
});

inFull("a stop of a driver who does not drive is dragged back to nobody", async () => {
  arrange(stage.server, "update drivers set is_active = 0 where name = 'Dale Driver'");
  const page = await board();
  await column(page, "Dale Driver").getByText("Does not drive at present").waitFor();
  await stop(page, "Ann").dragTo(column(page, "Nobody"));
  await expect.poll(() => names(page, "Dale Driver")).toEqual([]);
  arrange(stage.server, "update drivers set is_active = 1 where name = 'Dale Driver'");
  await page.reload();
  await page.locator(".stop[draggable=true]").first().waitFor();
  await stop(page, "Ann").dragTo(column(page, "Dale Driver"));
  await expect.poll(() => names(page, "Dale Driver")).toEqual(["Ann"]);
});

inFull(
  "an open panel follows what a colleague moves: its day, and its window too, unless another one was chosen in it",
  async () => {
    const [page, other] = [await board(), await board()];
    for (const one of [page, other])
      await stop(one, "Bob")
        .getByRole("link", { name: /^Give or move/ })
        .click();
    const window = other.locator("#move [name=window]");
    expect(await window.inputValue()).toBe("morning");
    const move = async (to: string) => {
      await page.locator("#move [name=window]").selectOption(to);
      await page.locator("#move button[value=move]").click();
      await stop(page, "Bob")
        .and(page.locator(`[data-window=${to}]`))
        .waitFor();
      await stop(page, "Bob")
        .getByRole("link", { name: /^Give or move/ })
        .click();
    };
    await move("afternoon");
    await expect.poll(() => window.inputValue()).toBe("afternoon");
    await window.selectOption("anytime");
    await move("morning");
    await other.waitForTimeout(500);
    expect(await window.inputValue()).toBe("anytime");
  },
);

inFull(
  "on a crowded day the last stop stands beside the drivers who can be given it, and each is reached by name",
  async () => {
    const on = day(openDay(30));
    await makeBusyDay(stage.server, on, { orders: 20, more: 8 });
    const page = await board(on);
    const last = column(page, "Nobody").locator(".stop").last();
    await last.evaluate((one) => one.scrollIntoView({ block: "nearest" }));
    const whose = column(page, "Avery Ames");
    const isSeen = (heading: string) =>
      page.getByRole("heading", { name: heading }).evaluate((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
      });
    expect(await isSeen("Avery Ames")).toBe(true);
    const id = (await last.getAttribute("id")) ?? "";
    await last.dragTo(whose);
    await whose.locator(`[id="${id}"]`).waitFor();
    expect(await isSeen("Dana Driver")).toBe(false);
    await page
      .getByRole("navigation", { name: "Drivers’ columns" })
      .getByRole("link", { name: "Dana Driver 0" })
      .click();
    await expect.poll(() => isSeen("Dana Driver")).toBe(true);
    await expectSound(page, "dispatch-crowded");
  },
);
