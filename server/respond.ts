import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliCompressSync, constants, createGzip, gzipSync } from "node:zlib";
import type { RenderedPage } from "../app/entry.server";
import { dropBodyHeaders } from "./headers";

const COMPRESSIBLE = /^(text\/(?!event-stream|csv)|image\/svg|application\/([a-z.-]+\+)?(json|javascript|xml))/i;
/** Written while it is read, and long. */
const COMPRESSED_AS_IT_COMES = /^text\/csv/i;
const MIN_COMPRESSED = 1024;
/** Named, and not with a quality of 0. */
const BROTLI = /(^|[\s,])br(?=\s*(;|,|$))(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;
const GZIP = /(^|[\s,])gzip(?=\s*(;|,|$))(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/** What pages and Fetch responses have in common: status, headers, cookies. */
function sendHead(res: ServerResponse, { status, headers }: Pick<Response, "status" | "headers">): void {
  res.statusCode = status;
  for (const [name, value] of headers) if (name !== "set-cookie") res.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("Set-Cookie", cookies);
  // What says nothing of itself belongs to one person and is asked for again each time.
  if (!headers.has("Cache-Control")) res.setHeader("Cache-Control", "private, no-cache");
  if (status === 503 && !headers.has("Retry-After")) res.setHeader("Retry-After", "2");
}

/** Sends a page that was made by the short way; `hurry`: others wait. */
export function sendPage(req: IncomingMessage, res: ServerResponse, page: RenderedPage, hurry: boolean): void {
  if (res.destroyed) return;
  sendHead(res, page);
  sendText(req, res, Buffer.from(page.body), hurry);
}

/**
 * Sends a Fetch response: text whole and compressed, everything else as it comes. Ends event streams on `stopping`;
 * `hurry`: others wait.
 */
export async function send(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  { stopping, hurry }: { stopping: AbortSignal; hurry: boolean },
): Promise<void> {
  sendHead(res, response);
  const type = response.headers.get("Content-Type") ?? "";
  if (response.status >= 300 && response.status < 400) dropBodyHeaders(res);
  // Nobody keeps these two unless they are told to (RFC 9110, 15.1), and each step of a booking pays for the words.
  if (response.status === 302 || response.status === 303) res.removeHeader("Cache-Control");
  if (!response.body || req.method === "HEAD") {
    await response.body?.cancel();
    res.end();
  } else if (COMPRESSIBLE.test(type)) {
    sendText(req, res, Buffer.from(await response.arrayBuffer()), hurry);
  } else {
    const isFile = COMPRESSED_AS_IT_COMES.test(type);
    if (isFile) res.appendHeader("Vary", "Accept-Encoding");
    const gzip = isFile && GZIP.test(String(req.headers["accept-encoding"] ?? ""));
    await stream(res, response.body, { gzip, stopping: type.startsWith("text/event-stream") ? stopping : undefined });
  }
}

/**
 * Compression happens here and now: for pages of this size a hop to a worker thread takes longer than the work. Nobody
 * waiting, it is done well; in a crowd it is done fast, which costs a fifth more bytes and a tenth of the time.
 */
function sendText(req: IncomingMessage, res: ServerResponse, text: Buffer, hurry: boolean): void {
  res.appendHeader("Vary", "Accept-Encoding");
  const encoding = text.length < MIN_COMPRESSED || res.hasHeader("Content-Encoding") ? null : acceptedEncoding(req);
  const body =
    encoding === "br"
      ? brotliCompressSync(text, { params: brotliFor(text.length, hurry ? 1 : 5) })
      : encoding === "gzip"
        ? gzipSync(text, { level: hurry ? 1 : 5 })
        : text;
  if (encoding) res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", body.length);
  res.end(body);
}

/** The window is as large as the text: brotli's own of 4 MB takes a third of a small page's time to set up. */
function brotliFor(length: number, quality: number): Record<number, number> {
  const window = Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + 16))),
  );
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  };
}

export type Encoding = "br" | "gzip";

/** The better of the two that the visitor takes; null for neither. */
export function acceptedEncoding(req: IncomingMessage): Encoding | null {
  const accepted = String(req.headers["accept-encoding"] ?? "");
  return BROTLI.test(accepted) ? "br" : GZIP.test(accepted) ? "gzip" : null;
}

async function stream(
  res: ServerResponse,
  body: ReadableStream<Uint8Array>,
  { gzip, stopping }: { gzip: boolean; stopping: AbortSignal | undefined },
): Promise<void> {
  if (gzip) res.setHeader("Content-Encoding", "gzip");
  res.flushHeaders();
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  try {
    if (gzip) await pipeline(source, createGzip({ level: 1 }), res);
    else await pipeline(source, res, { ...(stopping && { signal: stopping }) });
  } catch {
    // The visitor left or the server is stopping; there is nobody to tell.
    res.destroy();
  }
}

/** Node's names for a request that cannot be read. */
const UNREAD: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The answer to a request of which not even the head could be read, or whose body did not come in time. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const status = UNREAD[error.code ?? ""] ?? 400;
  const body = plainPage(status);
  // Ended for reading too: what still comes is not waited for.
  const close = () => socket.destroy();
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Connection: close",
      "Content-Type: text/html; charset=utf-8",
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
    close,
  );
}

const PLAIN: Record<number, { heading: string; text: string }> = {
  400: { heading: "That address is not right", text: "Please check the address, or start again from the home page." },
  403: {
    heading: "That is not allowed",
    text: "This was sent from another website, so nothing was done. Please open our page and try once more.",
  },
  404: { heading: "Page not found", text: "We could not find that." },
  405: { heading: "That is not allowed", text: "This address does not take that kind of request." },
  408: {
    heading: "That took too long",
    text: "We did not receive everything in time. Please check your connection and send it again.",
  },
  413: { heading: "That is too large", text: "What you sent is larger than we accept. Please go back and shorten it." },
  431: {
    heading: "That is too large",
    text: "The address or the cookies that came with it are larger than we accept. Please delete this site's cookies, or start again from the home page.",
  },
  500: { heading: "Something went wrong", text: "We encountered an unexpected error. Please try refreshing the page." },
  503: {
    heading: "We are very busy right now",
    text: "Nothing was lost. Please wait a few seconds and send the page again.",
  },
};

const CODES: Record<number, string> = {
  400: "bad_request",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  413: "too_large",
  500: "internal",
  503: "busy",
};

/**
 * An answer from outside Remix: JSON for programs (contract.md's error shape), a small page for everyone else, with the
 * way back to the form where what was sent was too large. `allow`: what else the address takes.
 */
export function sendPlain(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  allow: string | null = null,
): void {
  const json =
    /^\/(functions|webhooks|driver\/journal)\b/.test(req.url ?? "") ||
    /\bapplication\/json\b/.test(req.headers.accept ?? "");
  const body = json
    ? JSON.stringify({ error: { code: CODES[status] ?? `http_${status}`, message: wordsOf(status).text } })
    : plainPage(status);
  res.statusCode = status;
  res.setHeader("Content-Type", json ? "application/json" : "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  if (status === 503) res.setHeader("Retry-After", "2");
  if (status === 405) res.setHeader("Allow", allow ?? "GET, HEAD, POST");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(req.method === "HEAD" ? undefined : body);
}

function wordsOf(status: number): { heading: string; text: string } {
  return PLAIN[status] ?? { heading: "Something went wrong", text: "" };
}

/** An empty address is this page's own, asked for by GET: the form again. */
const AGAIN: Record<number, string> = { 408: "Back to the form", 413: "Back to the form", 500: "Refresh Page" };

function plainPage(status: number): string {
  const { heading, text } = wordsOf(status);
  const again = AGAIN[status] ? `<a href="">${AGAIN[status]}</a> ` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title></head><body><main><h1>${heading}</h1><p>${text}</p><p>${again}<a href="/">Return to Home</a></p></main></body></html>`;
}
