import type { PdfPort } from "~/domain/documents/ports";
import { within } from "~/domain/kernel/within";
import { loadPuppeteer } from "./chromium.server";
import { browserCandidates, NoBrowserError, type BrowserSearch } from "./find-browser.server";
import { watchMemory } from "./memory.server";
import { print, RefusedDocument, startPress, type Press } from "./press.server";

export interface PdfOptions extends Omit<BrowserSearch, "preferShell"> {
  log?: (line: string) => void;
  /** How long the browser stays after the last document. */
  idleMs?: number;
  /** For one document, from when the browser is there: unpacking and starting it have limits of their own. */
  timeoutMs?: number;
  /** Bytes that the browser's processes may hold of their own while one document is printed. */
  memory?: number;
}

/** A browser that has printed so many documents is replaced, so that its memory stays small. */
const DOCUMENTS_PER_BROWSER = 500;
/** Our longest agreement has 18,000 characters and 300 elements; a drawn signature adds up to 270,000 characters. */
const LONGEST_HTML = 1_000_000;
const MOST_ELEMENTS = 20_000;
/** A full Chromium holds up to 320 MB while it prints ours, a headless shell 110 MB. */
const MEMORY = 640 * 1024 * 1024;
/** The worker brings two at a time; the others are people who wait for a page. */
const MOST_WAITING = 40;

/**
 * PDFs by one warm browser, one document at a time, in the order in which they are asked for. Scripts are off, nothing
 * is loaded but `data:` images, and the browser ends after a minute without work. A document that takes too long or too
 * much memory ends the browser and is refused; the next one has a new browser. Throws as PdfPort says; also when no
 * browser starts on this machine, and when too many documents wait already.
 */
export function createPdfAdapter(options: PdfOptions): PdfPort {
  const { log = () => {}, idleMs = 60_000, timeoutMs = 20_000, memory = MEMORY } = options;
  /** A promise, so that a browser that is still starting is not started twice and can be ended. */
  let press: Promise<Press> | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let made = 0;
  let failed = false;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting++;
    const turn = queue.then(() => work()).finally(() => waiting--);
    queue = turn.catch(() => {});
    return turn;
  }

  /** A document that is at fault itself says nothing about the browser. */
  async function counted(document: Promise<Buffer>): Promise<Buffer> {
    try {
      const pdf = await document;
      made++;
      failed = false;
      return pdf;
    } catch (error) {
      failed = !(error instanceof RefusedDocument);
      throw error;
    }
  }

  async function stop(how: "end" | "kill" = "end"): Promise<void> {
    clearTimeout(idle);
    const last = press;
    press = null;
    if (last)
      ended = Promise.all([
        ended,
        last.then(
          ({ browser }) => browser[how](),
          () => {},
        ),
      ]);
    await ended;
  }

  async function printOnce(html: string, title: string, mustContain: string): Promise<Buffer> {
    const warm = await press;
    if (warm && (!warm.browser.isRunning() || warm.printed >= DOCUMENTS_PER_BROWSER)) await stop();
    press ??= start(options, log);
    return within(
      timeoutMs,
      printWatched(await press, memory, html, title, mustContain),
      () => new TooExpensive(`the PDF took longer than ${timeoutMs} ms`),
    );
  }

  async function render(html: string, title: string, mustContain: string): Promise<Buffer> {
    clearTimeout(idle);
    try {
      const wasWarm = press !== null;
      try {
        return await printOnce(html, title, mustContain);
      } catch (error) {
        if (error instanceof RefusedDocument) throw error;
        const stopped = stop("kill");
        if (!wasWarm || error instanceof TooExpensive) throw error;
        await stopped;
        log(`pdf: the browser was lost (${String(error)}); starting another`);
        return await printOnce(html, title, mustContain);
      }
    } finally {
      idle = setTimeout(() => void inTurn(() => stop()), idleMs);
      idle.unref();
    }
  }

  return {
    async render(html, { title, mustContain }) {
      if (html.length > LONGEST_HTML || (html.match(/</g)?.length ?? 0) > MOST_ELEMENTS)
        throw new RefusedDocument("the document is too long to be printed");
      if (waiting >= MOST_WAITING) throw new Error(`${waiting} documents wait to be printed already`);
      return inTurn(() => counted(render(html, title, mustContain)));
    },
    prepare: async () => void (await loadPuppeteer()),
    browser: () => ({ state: failed ? "failed" : press ? "awake" : "asleep", made }),
    close: () => inTurn(() => stop()),
  };
}

/** It took so much time or memory that its browser was ended: a second try would take as much. */
class TooExpensive extends Error {}

async function printWatched(
  press: Press,
  memory: number,
  html: string,
  title: string,
  mustContain: string,
): Promise<Buffer> {
  let held = 0;
  const done = watchMemory(press.browser.pid, memory, (bytes) => {
    held = bytes;
    void press.browser.kill();
  });
  try {
    return await print(press, html, title, mustContain);
  } catch (error) {
    if (held > 0) throw new TooExpensive(`the PDF took ${Math.round(held / 2 ** 20)} MB of memory`, { cause: error });
    throw error;
  } finally {
    done();
  }
}

async function start(options: PdfOptions, log: (line: string) => void): Promise<Press> {
  let reason: unknown;
  for await (const candidate of browserCandidates({ ...options, preferShell: true })) {
    try {
      const begun = Date.now();
      const press = await startPress(candidate);
      log(
        `pdf: ${candidate.source} browser ${candidate.executablePath} started in ${Date.now() - begun} ms as process ${press.browser.pid}`,
      );
      return press;
    } catch (error) {
      reason = error;
      log(
        `pdf: ${candidate.source} browser ${candidate.executablePath} does not start: ${String(error).split("\n")[0]}`,
      );
    }
  }
  throw new NoBrowserError(reason);
}
