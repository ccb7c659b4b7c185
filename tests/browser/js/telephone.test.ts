import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startBrowser } from "../../support/browser";
import { arrange } from "../../support/meanwhile";
import { query } from "../../support/orders";
import { startServer, type TestServer } from "../../support/server";
import {
  callIs,
  deviceIs,
  energyHeard,
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

const [STAFF, ADMIN] = ["staff@example.com", "admin@example.com"];
/** A tone of the handset's, as the network measures loudness; silence is some 30. */
const LOUD = 300;
const WITHIN = { timeout: 15_000, interval: 100 };
let server: TestServer;
let browser: Browser;
/** One that refuses its microphone. */
let silent: Browser;
let handset: ReturnType<typeof handsetOf>;
beforeAll(async () => {
  [server, browser, silent] = await Promise.all([
    startServer({ env: { RATE_LIMITS: "off" } }),
    startBrowser(FAKE_SOUND),
    startBrowser(["--use-fake-device-for-media-stream", "--deny-permission-prompts"]),
  ]);
  handset = handsetOf(server);
  await openOffice(server);
});
afterAll(async () => {
  await Promise.all([browser.close(), silent.close()]);
  await server.stop();
});
let number = "";
let nth = 100;
beforeEach(() => {
  number = `+14075550${++nth}`;
  // As each test finds the office: nobody's telephone starts by itself.
  arrange(server, "update browser_agents set is_available = 0");
});
afterEach(async () => {
  // A test that fails leaves nobody in a call, who would hear none of the next one's.
  await handset.play("hang_up", number).catch(() => undefined);
});

const outcome = () =>
  query<{ outcome: string | null; state: string; agent_id: string | null }>(
    server.dataDir,
    `select outcome, state, agent_id from calls where other_number = '${number}' order by started_at desc, id desc limit 1`,
  )[0];
const logSays = (words: string) => vi.waitFor(() => expect(outcome()?.outcome).toBe(words), WITHIN);
const dial = async (page: Awaited<ReturnType<typeof sitDown>>["page"]) => {
  await page.locator("#phone-dial").fill(number);
  await page.keyboard.press("Enter");
  await vi.waitFor(async () => expect((await handset.phone(number))?.state).toBe("ringing"), WITHIN);
};

describe("a call", () => {
  it("out of the office is heard on both sides, takes keys, and its notes stand in the log", async () => {
    const { page } = await sitDown(browser, server, STAFF);
    await dial(page);
    await handset.play("answer", number);
    await callIs(page, "open");
    await vi.waitFor(async () => expect((await handset.phone(number))?.heard.most).toBeGreaterThan(LOUD), WITHIN);
    await vi.waitFor(async () => expect(await energyHeard(page)).toBeGreaterThan(0.001), WITHIN);
    await page.locator(".phone-pad summary").click();
    for (const key of "4#7") await page.keyboard.press(key);
    await vi.waitFor(async () => expect((await handset.phone(number))?.keys).toBe("4#7"), WITHIN);
    // The office's pages change under it.
    await page.locator("nav[aria-label=CRM]").getByText("Inventory").click();
    await page.waitForURL("**/crm/inventory");
    await callIs(page, "open");
    await page.getByRole("button", { name: "Mute" }).click();
    await page.getByRole("button", { name: "Hang up" }).click();
    await vi.waitFor(async () => expect((await handset.phone(number))?.state).toBe("over"), WITHIN);
    await page.locator(".phone-after input[value=billing]").check();
    await page.locator("#after-note").fill("Wants the invoice again");
    await page.locator(".phone-after").getByText("Save").click();
    await page.locator("[data-voice-after]").waitFor({ state: "detached" });
    await logSays("answered");
    await page.goto("/crm/calls");
    await page.getByText("Wants the invoice again").waitFor();
  });

  it("into the office rings both, is answered by one key, and the other stops within a second", async () => {
    const [one, other] = await Promise.all([sitDown(browser, server, STAFF), sitDown(browser, server, ADMIN)]);
    await Promise.all([takeCalls(one.page), takeCalls(other.page)]);
    await vi.waitFor(async () => expect((await handset.view()).agents).toHaveLength(2), WITHIN);
    await handset.play("call", number);
    await Promise.all([callIs(one.page, "incoming"), callIs(other.page, "incoming")]);
    // It blinks: every other second it is the page's own.
    await vi.waitFor(async () => expect(await one.page.title()).toContain("calls"), WITHIN);
    await one.page.getByText("Nobody we know has this number.").waitFor();
    const begun = Date.now();
    await one.page.keyboard.press("F8");
    await noCall(other.page);
    // A second on a machine that has nothing else to do; beside browsers of other files a time would tell of those.
    if (process.env["FULL"]) expect(Date.now() - begun).toBeLessThan(1_000);
    await callIs(one.page, "open");
    await vi.waitFor(async () => expect((await handset.phone(number))?.heard.most).toBeGreaterThan(LOUD), WITHIN);
    await vi.waitFor(async () => expect(await energyHeard(one.page)).toBeGreaterThan(0.001), WITHIN);
    await handset.play("hang_up", number);
    await noCall(one.page);
    await logSays("answered");
  });

  inFull("is taken once where two answer at once", async () => {
    const [one, other] = await Promise.all([sitDown(browser, server, STAFF), sitDown(browser, server, ADMIN)]);
    await Promise.all([takeCalls(one.page), takeCalls(other.page)]);
    await vi.waitFor(async () => expect((await handset.view()).agents).toHaveLength(2), WITHIN);
    await handset.play("call", number);
    await Promise.all([callIs(one.page, "incoming"), callIs(other.page, "incoming")]);
    await Promise.all([one.page.keyboard.press("F8"), other.page.keyboard.press("F8")]);
    const open = async () =>
      (await one.page.locator("[data-voice-call=open]").count()) +
      (await other.page.locator("[data-voice-call=open]").count());
    await vi.waitFor(async () => {
      expect(await open()).toBe(1);
      expect(
        (await one.page.locator("[data-voice-call]").count()) + (await other.page.locator("[data-voice-call]").count()),
      ).toBe(1);
    }, WITHIN);
    await handset.play("hang_up", number);
    await logSays("answered");
  });

  inFull("that drops while an order is typed is a task that leads back to it, with the address as typed", async () => {
    const { page } = await sitDown(browser, server, STAFF);
    await takeCalls(page);
    await handset.play("call", number);
    await callIs(page, "incoming");
    await page.keyboard.press("F8");
    await callIs(page, "open");
    await page.locator(".phone").getByText("Order for this caller").click();
    await page.waitForURL("**/crm/bookings/new?call=*");
    expect(await page.locator("[name=phone]").inputValue()).toContain(number.slice(-4));
    const kept = page.waitForResponse((answer) => answer.url().endsWith("/crm/voice/typed"));
    await page.locator("[name=address]").fill("1 Dropped Line Road");
    await kept;
    await handset.play("hang_up", number);
    await noCall(page);
    await logSays("answered");
    await page.goto("/crm/overview");
    await page.locator("a[href*='bookings/new?call=']").first().click();
    await page.getByText("The line dropped here.").waitFor();
    expect(await page.locator("[name=address]").inputValue()).toBe("1 Dropped Line Road");
  });
});

describe("when something breaks", () => {
  it("a microphone that is refused stops the start, in words, however soon it is pressed", async () => {
    const { page } = await sitDown(silent, server, STAFF, { isReady: false, microphone: false });
    await page.evaluate(() =>
      // In the very moment that the key is there.
      new MutationObserver((_seen, watch) => {
        const key = [...document.querySelectorAll<HTMLElement>(".phone button")].find((one) =>
          one.textContent?.includes("Initialize Voice Device"),
        );
        if (!key) return;
        watch.disconnect();
        key.click();
      }).observe(document.body, { childList: true, subtree: true }),
    );
    await page.locator(".phone-key").click();
    await says(page, "Microphone Access Required");
    await deviceIs(page, "Off");
  });

  inFull("a number that is pressed before the telephone is ready says so and calls nobody", async () => {
    const { page } = await sitDown(browser, server, STAFF, { isReady: false, path: "/crm/customers" });
    await page.locator("td a[href^='tel:']").first().click();
    await says(page, "Device Not Ready");
    expect(await page.locator("[data-voice-call]").count()).toBe(0);
  });

  inFull("a second tab has no telephone until the first is closed", async () => {
    const { page, context } = await sitDown(browser, server, STAFF);
    const second = await context.newPage();
    await second.goto("/crm/bookings");
    await second.locator(".live[data-live]").waitFor();
    await second.locator(".phone-key").click();
    await second.getByText("Your telephone is open in another tab").waitFor();
    await page.close();
    await second.getByText("Your telephone is open in another tab").waitFor({ state: "detached" });
    await makeReady(second).catch(() => deviceIs(second, "Ready"));
  });

  inFull("the signalling that is cut comes back by itself, and is called again", async () => {
    const { page } = await sitDown(browser, server, STAFF);
    await handset.play("cut_wires");
    await vi.waitFor(async () => expect((await handset.view()).agents).toHaveLength(1), {
      timeout: 30_000,
      interval: 200,
    });
    await deviceIs(page, "Ready");
    await dial(page);
    await handset.play("busy", number);
    await noCall(page);
    await logSays("busy");
  });

  inFull("a tab that is closed while it rings: nobody waits for it, and the caller may leave a message", async () => {
    const { page } = await sitDown(browser, server, STAFF);
    await takeCalls(page);
    await handset.play("call", number);
    await callIs(page, "incoming");
    await page.close();
    await vi.waitFor(async () => expect((await handset.phone(number))?.said.join()).toContain("recorded"), {
      timeout: 30_000,
      interval: 200,
    });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await handset.play("hang_up", number);
    await vi.waitFor(() => expect(["voicemail", "missed"]).toContain(outcome()?.outcome), WITHIN);
    expect(
      query(server.dataDir, `select id from leads where phone = '${number}' and kind = 'missed_call'`),
    ).toHaveLength(1);
  });

  inFull("a key that the server refuses is said", async () => {
    const { page } = await sitDown(browser, server, STAFF, { isReady: false });
    await page.route("**/functions/v1/generate-voice-token", (route) =>
      route.fulfill({ status: 403, json: { error: { code: "forbidden", message: "Only the team may place calls." } } }),
    );
    await page.locator(".phone-key").click();
    await page.locator(".phone").getByRole("button", { name: "Initialize Voice Device" }).click();
    await says(page, "Voice setup failed: Only the team may place calls.");
  });

  inFull(
    "sound that is cut is said, tried to be kept, and heard again once the line is good",
    { timeout: 60_000 },
    async () => {
      const { page } = await sitDown(browser, server, STAFF);
      await dial(page);
      await handset.play("answer", number);
      await callIs(page, "open");
      await handset.play("cut_media");
      await page.locator("[data-voice-call=reconnecting]").waitFor({ timeout: 25_000 });
      await says(page, "Line Interrupted");
      await handset.play("good_line");
      await page.locator("[data-voice-call=open]").waitFor({ timeout: 25_000 });
      await handset.play("hang_up", number);
      await logSays("answered");
    },
  );

  inFull("a microphone that goes away in mid-call is said, and the call goes on", async () => {
    const { page } = await sitDown(browser, server, STAFF);
    await dial(page);
    await handset.play("answer", number);
    await callIs(page, "open");
    await page.evaluate(() => {
      navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
      navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
    });
    await page.getByText("The other side cannot hear you: no microphone.").waitFor();
    await callIs(page, "open");
    await page.getByRole("button", { name: "Hang up" }).click();
    await logSays("answered");
  });
});
