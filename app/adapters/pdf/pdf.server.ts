import type { Browser, CDPSession, Page } from "puppeteer";
import type { PdfPort } from "~/domain/documents/ports";
import { browserCandidates, NoBrowserError, type BrowserChoice, type BrowserSearch } from "./find-browser.server";

export interface PdfOptions extends BrowserSearch {
  log?: (line: string) => void;
  /** How long the browser stays after the last document. */
  idleMs?: number;
  /** For one document, the start of the browser included. */
  timeoutMs?: number;
}

/** A browser that has printed so many documents is replaced, so that its memory stays small. */
const DOCUMENTS_PER_BROWSER = 500;
/** Each document leaves its security policy on the page; an empty page takes them away but costs 30 ms. */
const DOCUMENTS_PER_PAGE = 20;

interface Press {
  browser: Browser;
  page: Page;
  session: CDPSession;
  printed: number;
}

/**
 * PDFs by one warm browser, one document at a time. Scripts are off, nothing is loaded but `data:` images, and the
 * browser ends after a minute without work. Throws as PdfPort says; also when no browser starts on this machine.
 */
export function createPdfAdapter(options: PdfOptions): PdfPort {
  const { log = () => {}, idleMs = 60_000, timeoutMs = 20_000 } = options;
  /** A promise, so that a browser that is still starting is not started twice and can be ended. */
  let press: Promise<Press> | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let made = 0;
  let failed = false;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
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

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const last = press;
    press = null;
    if (last) ended = Promise.all([ended, last.then(({ browser }) => end(browser), () => {})]);
    await ended;
  }

  async function printOnce(html: string, title: string, mustContain: string): Promise<Buffer> {
    const warm = await press;
    if (warm && (!warm.browser.connected || warm.printed >= DOCUMENTS_PER_BROWSER)) await stop();
    press ??= start(options, log);
    return print(await press, html, title, mustContain);
  }

  async function render(html: string, title: string, mustContain: string): Promise<Buffer> {
    clearTimeout(idle);
    try {
      const wasWarm = press !== null;
      try {
        return await withDeadline(printOnce(html, title, mustContain), timeoutMs);
      } catch (error) {
        if (error instanceof RefusedDocument) throw error;
        const stopped = stop();
        if (!wasWarm || error instanceof TooSlow) throw error;
        await stopped;
        log(`pdf: the browser was lost (${String(error)}); starting another`);
        return await withDeadline(printOnce(html, title, mustContain), timeoutMs);
      }
    } finally {
      idle = setTimeout(() => void inTurn(stop), idleMs);
      idle.unref();
    }
  }

  return {
    render: (html, { title, mustContain }) => inTurn(() => counted(render(html, title, mustContain))),
    browser: () => ({ state: failed ? "failed" : press ? "awake" : "asleep", made }),
    close: () => inTurn(stop),
  };
}

/** The document is at fault, not the browser. */
class RefusedDocument extends Error {}
class TooSlow extends Error {}

async function start(options: PdfOptions, log: (line: string) => void): Promise<Press> {
  let reason: unknown;
  for await (const candidate of browserCandidates(options)) {
    try {
      const begun = Date.now();
      const press = await prepare(await launch(candidate));
      log(`pdf: ${candidate.source} browser ${candidate.executablePath} started in ${Date.now() - begun} ms as process ${press.browser.process()?.pid ?? 0}`);
      return press;
    } catch (error) {
      reason = error;
      log(`pdf: ${candidate.source} browser ${candidate.executablePath} does not start: ${String(error).split("\n")[0]}`);
    }
  }
  throw new NoBrowserError(reason);
}

async function launch(candidate: BrowserChoice): Promise<Browser> {
  const { launch: launchBrowser } = await import("puppeteer");
  return launchBrowser({
    executablePath: candidate.executablePath,
    headless: candidate.isShell ? "shell" : true,
    // No debugging port that another user of the machine could reach.
    pipe: true,
    timeout: 15_000,
    // The server ends the browser itself; puppeteer would end the server.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { ...process.env, ...candidate.env },
    args: [
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--font-render-hinting=none",
      "--host-resolver-rules=MAP * ~NOTFOUND",
      // Chromium refuses to start as root with its sandbox.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
}

async function prepare(browser: Browser): Promise<Press> {
  try {
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const allowed = request.url().startsWith("data:") || request.url() === "about:blank";
      // A page that went away meanwhile is noticed by whoever prints on it.
      (allowed ? request.continue() : request.abort("blockedbyclient")).catch(() => {});
    });
    return { browser, page, session: await page.createCDPSession(), printed: 0 };
  } catch (error) {
    await end(browser);
    throw error;
  }
}

async function print(press: Press, html: string, title: string, mustContain: string): Promise<Buffer> {
  const { page, session } = press;
  press.printed += 1;
  if (press.printed % DOCUMENTS_PER_PAGE === 0) await page.goto("about:blank");
  // Straight to the protocol: puppeteer's setContent, evaluate and pdf take twice as long in sum.
  const { frameTree } = await session.send("Page.getFrameTree");
  await session.send("Page.setDocumentContent", { frameId: frameTree.frame.id, html });
  const text = await textWhenLoaded(session);
  if (mustContain === "" || !oneLine(text).includes(oneLine(mustContain))) {
    throw new RefusedDocument(`"${mustContain}" is not in the text of the document`);
  }
  const { data } = await session.send("Page.printToPDF", {
    paperWidth: 8.5,
    paperHeight: 11,
    marginTop: 0.6,
    marginRight: 0.65,
    marginBottom: 0.75,
    marginLeft: 0.65,
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: "<span></span>",
    footerTemplate: footer(title),
    generateTaggedPDF: true,
  });
  const pdf = Buffer.from(data, "base64");
  if (pdf.subarray(0, 5).toString("latin1") !== "%PDF-") throw new Error("the browser's answer is no PDF");
  return pdf;
}

/** The visible text (hidden text is not printed either), once the images are there. */
async function textWhenLoaded(session: CDPSession): Promise<string> {
  const expression = "document.readyState === 'complete' && Array.from(document.images).every((image) => image.complete) ? document.body.innerText : null";
  for (;;) {
    const { result } = await session.send("Runtime.evaluate", { expression, returnByValue: true });
    if (typeof result.value === "string") return result.value;
    await new Promise((done) => setTimeout(done, 5));
  }
}

function footer(title: string): string {
  return (
    '<div style="width:100%;margin:0 0.65in;font:8px Helvetica,Arial,\'Liberation Sans\',\'Open Sans\',sans-serif;color:#55607a;display:flex;justify-content:space-between;gap:24px">' +
    `<span style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${title.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)}</span>` +
    '<span style="white-space:nowrap">Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>'
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

async function end(browser: Browser): Promise<void> {
  const child = browser.process();
  await Promise.race([browser.close().catch(() => {}), new Promise((done) => setTimeout(done, 2_000).unref())]);
  if (child && child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
}

async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow(`the PDF took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
