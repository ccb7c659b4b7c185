import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { visitor, DESK } from "./browser";
import { signIn } from "./meanwhile";
import { hydrated } from "./journey";
import type { TestServer } from "./server";

/** What a browser is told so that it has a microphone that nobody has to allow, and plays without a press. */
export const FAKE_SOUND = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
];
/** In office hours of a Tuesday. */
const TEN_IN_THE_MORNING = "2026-12-01T15:00:00Z";

export interface Handset {
  number: string;
  state: string;
  heard: { now: number; most: number; packets: number };
  said: string[];
  keys: string;
}
export interface HandsetView {
  agents: string[];
  phones: Handset[];
  calls: { sid: string; status: string; seconds: number }[];
}

/** The telephone network as a person at `/sandbox/handset` has it. */
export function handsetOf({ url }: TestServer) {
  const view = async (): Promise<HandsetView> =>
    (await (await fetch(`${url}/sandbox/handset.json`)).json()) as HandsetView;
  return {
    view,
    async play(intent: string, number = "", more: Record<string, string> = {}): Promise<void> {
      const body = new URLSearchParams({ intent, number, ...more });
      const answer = await fetch(`${url}/sandbox/handset.json`, { method: "POST", headers: { Origin: url }, body });
      expect(answer.status, intent).toBe(200);
    },
    phone: async (number: string) => (await view()).phones.find((one) => one.number === number),
  };
}

export async function openOffice({ url }: TestServer, now = TEN_IN_THE_MORNING): Promise<void> {
  const body = JSON.stringify({ now });
  await fetch(`${url}/sandbox/clock`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/** Keeps every peer connection of a page, so that a test can ask what came in and went out of it. */
const KEEP_CONNECTIONS = `(() => {
  const Plain = window.RTCPeerConnection;
  window.lines = [];
  window.RTCPeerConnection = class extends Plain { constructor(...all) { super(...all); window.lines.push(this); } };
})()`;

/** Energy of the sound that a page's newest call has heard so far; 0 for silence. */
export const energyHeard = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { lines } = window as unknown as { lines: RTCPeerConnection[] };
    const line = lines.at(-1);
    if (!line) return 0;
    const all = [...((await line.getStats()) as unknown as Map<string, Record<string, unknown>>).values()];
    const inbound = all.find(({ type, kind }) => type === "inbound-rtp" && kind === "audio");
    return Number(inbound?.["totalAudioEnergy"] ?? 0);
  });

interface Seat {
  context: BrowserContext;
  page: Page;
}

/** Somebody of the office at a page, hydrated; with the telephone ready where that is wished. */
export async function sitDown(
  browser: Browser,
  server: TestServer,
  email: string,
  { path = "/crm/bookings", isReady = true, microphone = true } = {},
): Promise<Seat> {
  const text = await signIn(server, email);
  const context = await visitor(browser, server.url, { viewport: DESK, permissions: microphone ? ["microphone"] : [] });
  await context.addInitScript(KEEP_CONNECTIONS);
  await context.addCookies(text.windowCookies);
  const page = await context.newPage();
  await page.goto(path);
  await hydrated(page);
  await page.locator(".live[data-live=open]").waitFor();
  if (isReady) await makeReady(page);
  return { context, page };
}

export async function makeReady(page: Page): Promise<void> {
  await page.locator(".phone-key").click();
  await page.locator(".phone").getByRole("button", { name: "Initialize Voice Device" }).click();
  await deviceIs(page, "Ready");
}
export const deviceIs = (page: Page, words: string) =>
  page.locator("[data-voice-device]", { hasText: words }).waitFor();
export async function takeCalls(page: Page): Promise<void> {
  await page.locator(".phone [role=switch]").click();
  await page.locator(".phone").getByRole("switch", { name: "Calls come to you", checked: true }).waitFor();
}
export const callIs = (page: Page, phase: string) => page.locator(`[data-voice-call=${phase}]`).waitFor();
export const noCall = (page: Page) => page.locator("[data-voice-call]").waitFor({ state: "detached" });
export const says = (page: Page, words: string) =>
  page.locator(".phone-toasts .said, .phone > .said", { hasText: words }).first().waitFor();
