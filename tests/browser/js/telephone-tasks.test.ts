import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { startBrowser } from "../../support/browser";
import { arrange } from "../../support/meanwhile";
import { query } from "../../support/orders";
import { startServer, type TestServer } from "../../support/server";
import { callIs, deviceIs, FAKE_SOUND, handsetOf, noCall, openOffice, says, sitDown } from "../../support/telephone";
import { inFull } from "../../support/in-full";

const STAFF = "staff@example.com";
const WITHIN = { timeout: 15_000, interval: 100 };
const PICTURES = process.env["PICTURES"];
let server: TestServer;
let browser: Browser;
let handset: ReturnType<typeof handsetOf>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ env: { RATE_LIMITS: "off" } }), startBrowser(FAKE_SOUND)]);
  handset = handsetOf(server);
  await openOffice(server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

inFull(
  "a message that was left is called back by C from the list, which says so under ?, and is done then",
  { timeout: 90_000 },
  async () => {
    const number = "+14075550181";
    arrange(server, "update tasks set state = 'closed', ended_at = made_at where state = 'open'");
    await handset.play("call", number);
    await vi.waitFor(async () => expect((await handset.phone(number))?.said.join()).toContain("recorded"), WITHIN);
    // The network speaks each letter for 55 ms; then the message itself: what is shorter than a second is none.
    const words = (await handset.phone(number))?.said.join("") ?? "";
    await new Promise((resolve) => setTimeout(resolve, words.length * 55 + 3_000));
    await handset.play("hang_up", number);
    const task = () =>
      query<{ state: string }>(
        server.dataDir,
        "select state from tasks where kind = 'voicemail' order by made_at desc",
      )[0];
    await vi.waitFor(() => expect(task()?.state).toBe("open"), WITHIN);

    const { page, context } = await sitDown(browser, server, STAFF, { path: "/crm/overview" });
    // Its sound, whole and in parts, as Safari asks for it.
    const [left] = query<{ id: string }>(server.dataDir, "select id from calls where voicemail_sid is not null");
    const sound = (range?: string) =>
      page.request.get(`/crm/calls/${left?.id}/voicemail`, range === undefined ? {} : { headers: { Range: range } });
    const [whole, part] = [await sound(), await sound("bytes=8-11")];
    expect([whole.status(), part.status(), (await part.body()).toString()]).toEqual([200, 206, "WAVE"]);
    expect((await whole.body()).subarray(0, 4).toString()).toBe("RIFF");
    const entry = page.locator("ul.tasks > li", { hasText: "Voicemail: listen, call back" });
    expect(await entry.innerText()).toContain("(407) 555-0181");
    await page.locator("h1").click();
    await page.keyboard.press("?");
    await page.getByText("Call the first who waits").waitFor();
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/voicemail-keys.png` });
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await vi.waitFor(async () => expect((await handset.phone(number))?.state).toBe("ringing"), WITHIN);
    await handset.play("answer", number);
    await callIs(page, "open");
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/voicemail-called.png` });
    await page.getByRole("button", { name: "Hang up" }).click();
    await noCall(page);
    await vi.waitFor(() => expect(task()?.state).toBe("closed"), WITHIN);
    await entry.waitFor({ state: "detached" });
    await context.close();
  },
);

const again = (page: Awaited<ReturnType<typeof sitDown>>["page"]) =>
  page.locator(".phone").getByRole("button", { name: "Try again" });

inFull("a key that cannot be fetched is tried four times and said; one press brings the telephone up", async () => {
  const { page, context } = await sitDown(browser, server, STAFF, { isReady: false });
  await page.clock.install();
  let asked = 0;
  let isBack = false;
  await page.route("**/functions/v1/generate-voice-token", (route) => {
    if (isBack) return route.continue();
    return ++asked % 2 ? route.abort() : route.fulfill({ status: 503, json: {} });
  });
  await page.locator(".phone-key").click();
  await page.locator(".phone").getByRole("button", { name: "Initialize Voice Device" }).click();
  for (let tries = 1; tries < 4; tries++) {
    await vi.waitFor(() => expect(asked).toBe(tries), WITHIN);
    await deviceIs(page, "Starting");
    await page.waitForTimeout(100);
    await page.clock.runFor(2_000 * tries);
  }
  await says(page, "Initialization Failed");
  expect(asked).toBe(4);
  expect(await page.locator(".phone > .said").innerText()).toBe(
    "Initialization Failed: Could not connect to voice service after multiple attempts",
  );
  await deviceIs(page, "Not working");
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/init-failed.png` });
  isBack = true;
  await again(page).click();
  await deviceIs(page, "Ready");
  await vi.waitFor(async () => expect((await handset.view()).agents).toHaveLength(1), WITHIN);
  await context.close();
});

inFull("a device that cannot register is said at 10, 20 and 30 s; one press brings the telephone up", async () => {
  const { page, context } = await sitDown(browser, server, STAFF, { isReady: false });
  let isBack = false;
  await page.routeWebSocket("**/sandbox/voice/signal", (wire) => {
    if (isBack) wire.connectToServer();
  });
  await page.reload();
  await page.locator(".live[data-live=open]").waitFor();
  await page.clock.install();
  await page.locator(".phone-key").click();
  await page.locator(".phone").getByRole("button", { name: "Initialize Voice Device" }).click();
  await says(page, "Microphone Access Granted");
  for (const words of ["Connecting...", "Still Connecting", "Connection Timeout"]) {
    await page.clock.runFor(10_000);
    await says(page, words);
  }
  await deviceIs(page, "Not working");
  expect(await page.locator(".phone > .said").innerText()).toBe(
    "Connection Timeout: Voice device connection failed. Try manual initialization.",
  );
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/not-registered.png` });
  isBack = true;
  await again(page).click();
  await deviceIs(page, "Ready");
  await vi.waitFor(async () => expect((await handset.view()).agents).toHaveLength(1), WITHIN);
  await context.close();
});
