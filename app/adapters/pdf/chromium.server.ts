import { setPriority } from "node:os";
import type { Browser, CDPSession, launch as Launch } from "puppeteer";
import { within } from "~/domain/kernel/within";
import type { BrowserChoice } from "./find-browser.server";
import { descendants, threadsOf } from "./memory.server";

const START_MS = 15_000;
const END_MS = 2_000;
const NICE = 5;

const ARGUMENTS = [
  "--hide-scrollbars",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  // Nothing is drawn by a graphics card and nothing is loaded: processes of their own for both cost a quarter of the
  // start and 70 MB. The page keeps its own, sandboxed one.
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
];

/** A running browser with the one page that documents are printed on. */
export interface Chromium {
  pid: number;
  isRunning(): boolean;
  /**
   * The page, spoken to by the DevTools protocol: puppeteer's setContent, evaluate and pdf take twice as long in sum.
   */
  page: CDPSession;
  /** Asks it to end, and ends it by force when it does not. */
  end(): Promise<void>;
  /** Ends it and all its processes at once. */
  kill(): Promise<void>;
}

/**
 * The library takes longer to import than a headless shell takes for its first document: imported when nobody waits.
 */
export function loadPuppeteer(): Promise<{ launch: typeof Launch }> {
  return import("puppeteer");
}

/** Starts a browser with an empty profile of its own, removed at its end. Rejects when it does not start or answer. */
export async function startChromium(choice: BrowserChoice): Promise<Chromium> {
  const { launch } = await loadPuppeteer();
  const browser = await launch({
    executablePath: choice.executablePath,
    headless: choice.isShell ? "shell" : true,
    // No debugging port that another user of the machine could reach.
    pipe: true,
    timeout: START_MS,
    // The server ends the browser itself; puppeteer would end the server.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, ...choice.env },
    // Chromium refuses to start as root with its sandbox.
    args: [...ARGUMENTS, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  const kill = () => killGroup(browser);
  try {
    const [page = await browser.newPage()] = await browser.pages();
    const pid = browser.process()?.pid ?? 0;
    giveWay(pid);
    return {
      pid,
      isRunning: () => browser.connected,
      page: await page.createCDPSession(),
      end: () => within(END_MS, browser.close()).catch(kill),
      kill,
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

/**
 * Whoever waits for a page comes before whoever waits for a mail: on a busy core the browser gets a third of the time.
 */
function giveWay(pid: number): void {
  for (const thread of [pid, ...descendants(pid)].flatMap(threadsOf)) {
    try {
      setPriority(thread, NICE);
    } catch {
      // It has ended, or this system has no such thing.
    }
  }
}

/** puppeteer starts the browser as the head of a group of its own, except on Windows. */
async function killGroup(browser: Browser): Promise<void> {
  const child = browser.process();
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended in the same moment.
  }
  await within(END_MS, gone).catch(() => undefined);
}
