import { startChromium, type Chromium } from "./chromium.server";
import type { BrowserChoice } from "./find-browser.server";

/**
 * Each document leaves its security policy on the page and 3 MB behind it, which no browser collects by itself while no
 * script runs (617 MB after 200 documents, 70 MB when it is told to). Clearing both away costs 30 ms.
 */
const DOCUMENTS_PER_PAGE = 20;
const LOOK_AGAIN_MS = 5;

/** A browser with the one page that documents are printed on. */
export interface Press {
  browser: Chromium;
  /** How many documents it was given. */
  printed: number;
  send<T>(method: string, params?: Record<string, unknown>): Promise<T>;
}

/** The document is at fault, not the browser. */
export class RefusedDocument extends Error {}

/** Starts a browser whose page runs no script and loads nothing but `data:` addresses. */
export async function startPress(choice: BrowserChoice): Promise<Press> {
  const browser = await startChromium(choice);
  try {
    const press: Press = {
      browser,
      printed: 0,
      send: (method, params) => browser.page.send(method as never, params as never),
    };
    browser.page.on("Fetch.requestPaused", (paused) => answerRequest(press, paused));
    // Its commands would wait for an answer until their time is over.
    browser.page.on("Inspector.targetCrashed", () => void browser.kill());
    await Promise.all([
      press.send("Emulation.setScriptExecutionDisabled", { value: true }),
      press.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
      press.send("Inspector.enable"),
    ]);
    return press;
  } catch (error) {
    await browser.kill();
    throw error;
  }
}

interface PausedRequest {
  requestId: string;
  request: { url: string };
}

function answerRequest(press: Press, { requestId, request }: PausedRequest): void {
  const answer = request.url.startsWith("data:")
    ? press.send("Fetch.continueRequest", { requestId })
    : // Refused as "aborted": any other reason would put an error page in the document's place.
      press.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
  // A page that went away meanwhile is noticed by whoever prints on it.
  answer.catch(() => {});
}

/** Throws RefusedDocument when `mustContain` is not in the visible text, any other error when the browser fails. */
export async function print(press: Press, html: string, title: string, mustContain: string): Promise<Buffer> {
  press.printed += 1;
  if (press.printed % DOCUMENTS_PER_PAGE === 0) await clear(press);
  const { frameTree } = await press.send<{ frameTree: { frame: { id: string } } }>("Page.getFrameTree");
  await press.send("Page.setDocumentContent", { frameId: frameTree.frame.id, html });
  const text = await textWhenLoaded(press);
  if (mustContain === "" || !oneLine(text).includes(oneLine(mustContain))) {
    throw new RefusedDocument(`"${mustContain}" is not in the text of the document`);
  }
  const { data } = await press.send<{ data: string }>("Page.printToPDF", {
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

async function clear(press: Press): Promise<void> {
  await press.send("Page.navigate", { url: "about:blank" });
  await press.send("HeapProfiler.collectGarbage");
}

/** The visible text (hidden text is not printed either), once the images are there. */
async function textWhenLoaded(press: Press): Promise<string> {
  const expression =
    "document.readyState === 'complete' && Array.from(document.images).every((image) => image.complete) ? document.body.innerText : null";
  for (;;) {
    const { result } = await press.send<{ result: { value?: unknown } }>("Runtime.evaluate", {
      expression,
      returnByValue: true,
    });
    if (typeof result.value === "string") return result.value;
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
}

function footer(title: string): string {
  return (
    "<div style=\"width:100%;margin:0 0.65in;font:8px Helvetica,Arial,'Liberation Sans','Open Sans',sans-serif;color:#55607a;display:flex;justify-content:space-between;gap:24px\">" +
    `<span style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${title.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)}</span>` +
    '<span style="white-space:nowrap">Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>'
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
