import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import { TYPING_MS } from "~/ui/live/gently";
import { DESK, visitor } from "../../support/browser";
import { arrange, count, signIn } from "../../support/meanwhile";
import { query } from "../../support/orders";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const live = (page: Page) => page.locator(".live[data-live=open]").waitFor();

async function enter(email: string, options: { scripts?: boolean } = {}): Promise<BrowserContext> {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK, ...options });
  await context.addCookies((await signIn(stage.server, email)).windowCookies);
  return context;
}
async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
function aBooking(): { id: string; path: string } {
  const [row] = query<{ id: string; number: string }>(
    stage.server.dataDir,
    "SELECT id, booking_number AS number FROM bookings WHERE status = 'confirmed' AND on_hold_reason IS NULL LIMIT 1",
  );
  return { id: row?.id ?? "", path: `/crm/bookings/${row?.number}` };
}
/** What a colleague, or another program, does to a booking. */
function putOnHold(id: string, why: string): void {
  arrange(stage.server, "UPDATE bookings SET on_hold_reason = ? WHERE id = ?", why, id);
  arrange(
    stage.server,
    "INSERT INTO events (at, subject_kind, subject_id, booking_id, action, actor_kind, actor_label, why, request_id) VALUES (0, 'booking', ?, ?, 'put_on_hold', 'staff', 'Somebody', ?, 'test')",
    id,
    id,
    why,
  );
}

it("two browsers at one record: each sees the other, and what the other did, where they had scrolled to", async () => {
  const [first, second] = [await enter("staff@example.com"), await enter("admin@example.com")];
  const { id, path } = aBooking();
  const mine = await open(first, path);
  await live(mine);
  const theirs = await open(second, path);
  await live(theirs);
  await mine.getByText(/also looks at this\./).waitFor();
  await theirs.getByText("Sam Staff also looks at this.").waitFor();
  // Its line moves the page: who comes while a button is held down is said after the press.
  await theirs.close();
  await expect.poll(() => mine.getByText(/also looks at this\./).count()).toBe(0);
  let tell = (): void => undefined;
  const held = new Promise<void>((go) => (tell = go));
  await mine.route("**/realtime/presence", async (route) => {
    const answer = await route.fetch();
    await held;
    await route.fulfill({ response: answer });
  });
  const asked = mine.waitForRequest("**/realtime/presence");
  const again = await open(second, path);
  await asked;
  await mine.mouse.move(640, 400);
  await mine.mouse.down();
  const answered = mine.waitForResponse("**/realtime/presence");
  tell();
  await (await answered).finished();
  const isSaid = () => document.querySelector(".also-looking")?.textContent !== "";
  const early = await mine.waitForFunction(isSaid, null, { timeout: 400 }).catch(() => null);
  await mine.mouse.up();
  expect(early).toBeNull();
  await mine.getByText(/also looks at this\./).waitFor();

  await mine.setViewportSize({ width: 1280, height: 400 });
  const link = mine.locator("main a").last();
  await link.focus();
  await mine.evaluate(() => scrollTo(0, 300));
  putOnHold(id, "The driveway is blocked");
  await mine.locator(".title").getByText("On hold").waitFor();
  await again.locator(".title").getByText("On hold").waitFor();
  expect(await mine.evaluate(() => scrollY)).toBe(300);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);

  // As a colleague leaves; a page closed on a busy machine may be ended before it can say so.
  await again.goto("about:blank");
  await expect.poll(() => mine.getByText(/also looks at this\./).count()).toBe(0);
});

it("takes nothing away that is half typed: it says that there is something new, and shows it when asked", async () => {
  const context = await enter("staff@example.com");
  const { id, path } = aBooking();
  const page = await open(context, path);
  await live(page);
  const field = page.locator("main textarea, main input:not([type]):not([readonly])").first();
  await field.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
  await field.fill("half a thought");
  putOnHold(id, "Something else");
  await page.getByText("What this page shows has changed meanwhile.").waitFor();
  expect(await field.inputValue()).toBe("half a thought");
  expect(await page.locator(".title").getByText("On hold").count()).toBe(0);
  await page.getByRole("button", { name: "Show it" }).click();
  await page.locator(".title").getByText("On hold").waitFor();
});

inFull("does not call its own doing a change that it does not show, whatever else is half typed", async () => {
  const { id, path } = aBooking();
  const page = await open(await enter("staff@example.com"), path);
  await live(page);
  const hold = page.locator("form").filter({ has: page.locator("button[value=hold]") });
  await hold.evaluate((form) => form.closest("details")?.setAttribute("open", ""));
  const note = page.locator("form:not(:has(button[value=hold])) textarea").first();
  await note.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
  await note.fill("half a thought");
  await hold.locator("input:not([type=hidden]), textarea").first().fill("The gate is locked");
  await hold.locator("button[value=hold]").click();
  await page.locator(".title").getByText("On hold").waitFor();
  await page.waitForTimeout(2_500);
  expect(await page.getByText("What this page shows has changed meanwhile.").count()).toBe(0);
  expect(await note.inputValue()).toBe("half a thought");
  // What somebody else does is still told.
  arrange(stage.server, "UPDATE bookings SET on_hold_reason = NULL WHERE id = ?", id);
  putOnHold(id, "Something else");
  await page.getByText("What this page shows has changed meanwhile.").waitFor();
  arrange(stage.server, "UPDATE bookings SET on_hold_reason = NULL WHERE id = ?", id);
});

inFull(
  "a press counts while news come, and no refusal goes that says what a colleague wrote and the next save would overwrite",
  async () => {
    const { id, path } = aBooking();
    const page = await open(await enter("staff@example.com"), `${path}/edit`);
    await live(page);
    const [field, save] = [
      page.locator("[name=specialInstructions]"),
      page.getByRole("button", { name: "Save the changes" }),
    ];
    await field.fill("Ring twice");
    const colleague = await (await signIn(stage.server, "admin@example.com")).open(`${path}/edit`);
    // The news come while the button is down: nothing moves from under the hand.
    await save.hover();
    await page.mouse.down();
    await colleague.form("specialInstructions").fill({ specialInstructions: "Gate 4711" }).submit("save");
    await page.getByText("What this page shows has changed meanwhile.").waitFor();
    await page.mouse.up();
    await page.getByRole("alert").filter({ hasText: "Gate 4711" }).waitFor();
    const anew = page.getByRole("button", { name: "Show it" });
    // Nor does it take a press that was meant for what it covers.
    const throughBar = page.waitForFunction(() => {
      const bar = document.querySelector(".read-again");
      const box = bar?.getBoundingClientRect();
      return box && !bar?.contains(document.elementFromPoint(box.x + 5, box.y + 5));
    });
    let changes = 0;
    const change = async () => {
      // What is changed while the refused page is still read is shown with it.
      putOnHold(id, `Something else ${changes++}`);
      // Longer than nobody has typed.
      await page.waitForTimeout(TYPING_MS + 1500);
      return anew.count();
    };
    await expect.poll(change, { timeout: 30_000 }).toBe(1);
    await throughBar;
    expect(await page.getByRole("alert").innerText()).toContain("Gate 4711");
    expect(await field.inputValue()).toBe("Ring twice");
    await anew.click();
    await expect.poll(() => field.inputValue()).toBe("Gate 4711");
    expect(await page.getByRole("alert").count()).toBe(0);
    arrange(stage.server, "UPDATE bookings SET on_hold_reason = NULL WHERE id = ?", id);
  },
);

inFull("has one stream for all tabs of a browser, and the next tab takes over when the first is closed", async () => {
  const context = await enter("staff@example.com");
  const asked: Page[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/realtime") asked.push(request.frame().page());
  });
  const first = await open(context, "/crm/overview");
  await live(first);
  const second = await open(context, "/crm/bookings");
  await live(second);
  expect(asked).toEqual([first]);
  await first.close();
  await expect.poll(() => asked).toEqual([first, second]);
  await live(second);
  const rows = second.locator("tbody tr", { hasText: "On hold" });
  const before = await rows.count();
  putOnHold(
    query<{ id: string }>(
      stage.server.dataDir,
      "SELECT id FROM bookings WHERE on_hold_reason IS NULL ORDER BY created_at DESC LIMIT 1",
    )[0]?.id ?? "",
    "New",
  );
  await expect.poll(() => rows.count()).toBe(before + 1);
});

inFull("works without scripts as it always did: no dot, nobody looks", async () => {
  const context = await enter("staff@example.com", { scripts: false });
  const { id, path } = aBooking();
  const looking = () => count(stage.server, "SELECT count(*) FROM live_presence WHERE booking_id = ?", id);
  const before = looking();
  const page = await open(context, path);
  expect(await page.locator(".live").count()).toBe(0);
  expect(await page.locator("h1").innerText()).toContain(path.split("/").at(-1));
  expect([looking(), await page.getByText(/also looks?/).count()]).toEqual([before, 0]);
});
