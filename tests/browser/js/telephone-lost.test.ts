import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTwilioVoice } from "~/adapters/twilio/voice.server";
import { identityOf } from "~/domain/voice/identity";
import { startBrowser } from "../../support/browser";
import { query } from "../../support/orders";
import { FULL } from "../../support/paths";
import { startServer, type TestServer } from "../../support/server";
import {
  callIs,
  deviceIs,
  FAKE_SOUND,
  handsetOf,
  makeReady,
  noCall,
  openOffice,
  says,
  sitDown,
  takeCalls,
} from "../../support/telephone";
import { inFull } from "../../support/in-full";

const STAFF = "staff@example.com";
const NUMBER = "+14075550177";
const WITHIN = { timeout: 15_000, interval: 100 };
let server: TestServer;
let browser: Browser;
let handset: ReturnType<typeof handsetOf>;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ env: { RATE_LIMITS: "off" } }),
    startBrowser(FAKE_SOUND, { whole: true }),
  ]);
  handset = handsetOf(server);
  await openOffice(server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const dial = async (page: Page) => {
  await page.locator("#phone-dial").fill(NUMBER);
  await page.keyboard.press("Enter");
  await vi.waitFor(async () => expect((await handset.phone(NUMBER))?.state).toBe("ringing"), WITHIN);
};
const newest = () =>
  query<{ outcome: string | null; state: string }>(
    server.dataDir,
    "select outcome, state from calls order by started_at desc, id desc limit 1",
  )[0];

// Twilio's own wait for a line to come back takes 40 s of a browser that sends sound; telephone.test.ts has the line that
// is cut, kept and heard again.
it.runIf(FULL)(
  "sound that is lost for good ends the call, says why with its code, and the log has it",
  { timeout: 120_000 },
  async () => {
    const { page, context } = await sitDown(browser, server, STAFF);
    await dial(page);
    await handset.play("answer", NUMBER);
    await callIs(page, "open");
    await handset.play("cut_media");
    await page.locator("[data-voice-call=reconnecting]").waitFor({ timeout: 30_000 });
    await page.locator("[data-voice-call]").waitFor({ state: "detached", timeout: 60_000 });
    await says(page, "Call Error");
    expect(await page.locator(".phone > .said").innerText()).toMatch(/^Call Error: (?!\w+Error).*[^.] \(53405\)$/);
    await handset.play("good_line");
    await vi.waitFor(() => expect(newest()).toEqual({ outcome: "answered", state: "ended" }), WITHIN);
    await deviceIs(page, "Ready");
    await context.close();
  },
);

/** A key as the office gives it out, for so many seconds. */
async function keyFor(seconds: number): Promise<string> {
  const { sandboxWebhook } = JSON.parse(readFileSync(join(server.dataDir, "secrets.json"), "utf8")) as {
    sandboxWebhook: string;
  };
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const authToken = hash(`twilio ${sandboxWebhook}`).slice(0, 32);
  const [account] = query<{ id: string }>(server.dataDir, `select id from accounts where email = '${STAFF}'`);
  return createTwilioVoice({
    accountSid: `AC${"0".repeat(31)}1`,
    authToken,
    apiKey: `SK${"0".repeat(31)}1`,
    apiSecret: hash(`voice ${authToken}`),
    appSid: `AP${"0".repeat(31)}1`,
    from: "+15005550006",
    edge: null,
    publicUrl: server.url,
  }).makeToken(identityOf(account?.id as never), seconds);
}

inFull(
  "a key that ends and is not renewed is said after three tries; one press brings the telephone back",
  { timeout: 90_000 },
  async () => {
    const { page, context } = await sitDown(browser, server, STAFF, { isReady: false });
    let asked = 0;
    let isBack = false;
    await page.route("**/functions/v1/generate-voice-token", async (route) => {
      if (isBack) return route.continue();
      // Made when it is asked for, and not too short: on a busy machine it would end before the telephone is ready by it.
      const first = asked++ === 0;
      return first
        ? route.fulfill({ json: { accessToken: await keyFor(12) } })
        : route.fulfill({ status: 503, json: {} });
    });
    await makeReady(page);
    await page.locator(".phone > .said", { hasText: "Connection Lost" }).waitFor({ timeout: 45_000 });
    expect(await page.locator(".phone > .said").innerText()).toBe(
      "Connection Lost: Unable to refresh voice connection. Please reinitialize.",
    );
    await deviceIs(page, "Not working");
    expect(asked).toBe(4);
    isBack = true;
    await page.locator(".phone").getByRole("button", { name: "Initialize Voice Device" }).click();
    await deviceIs(page, "Ready");
    await vi.waitFor(async () => expect((await handset.view()).agents).toHaveLength(1), WITHIN);
    await context.close();
  },
);

inFull("a laptop that slept for two hours is rung again without a press", { timeout: 90_000 }, async () => {
  const { page, context } = await sitDown(browser, server, STAFF, { isReady: false });
  await page.clock.install();
  await makeReady(page);
  await takeCalls(page);
  await handset.play("cut_wires");
  await page.clock.fastForward("02:00:00");
  await vi.waitFor(async () => expect((await handset.view()).agents).toHaveLength(1), {
    timeout: 60_000,
    interval: 200,
  });
  await deviceIs(page, "Ready");
  await handset.play("call", NUMBER);
  await callIs(page, "incoming");
  await page.keyboard.press("F8");
  await callIs(page, "open");
  await handset.play("hang_up", NUMBER);
  await noCall(page);
  await context.close();
});
