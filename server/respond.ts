import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { dropBodyHeaders } from "./headers";

const COMPRESSIBLE = /^(text\/(?!event-stream)|image\/svg|application\/([a-z.-]+\+)?(json|javascript|xml))/i;
const MIN_COMPRESSED = 1024;
/** Named, and not with a quality of 0. */
const BROTLI = /(^|[\s,])br(?=\s*(;|,|$))(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;
const GZIP = /(^|[\s,])gzip(?=\s*(;|,|$))(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/** Sends a Fetch response: text whole and compressed, everything else as it comes. Ends event streams on `stopping`. */
export async function send(req: IncomingMessage, res: ServerResponse, response: Response, stopping: AbortSignal): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("Set-Cookie", cookies);
  // What says nothing of itself belongs to one person and is asked for again each time.
  if (!response.headers.has("Cache-Control")) res.setHeader("Cache-Control", "private, no-cache");
  if (response.status === 503 && !response.headers.has("Retry-After")) res.setHeader("Retry-After", "2");

  const type = response.headers.get("Content-Type") ?? "";
  if (response.status >= 300 && response.status < 400) dropBodyHeaders(res);
  if (!response.body || req.method === "HEAD") {
    await response.body?.cancel();
    res.end();
  } else if (COMPRESSIBLE.test(type)) {
    sendText(req, res, Buffer.from(await response.arrayBuffer()));
  } else {
    await stream(res, response.body, type.startsWith("text/event-stream") ? stopping : undefined);
  }
}

/** Compression happens here and now: for pages of this size a hop to a worker thread takes longer than the work. */
function sendText(req: IncomingMessage, res: ServerResponse, text: Buffer): void {
  res.appendHeader("Vary", "Accept-Encoding");
  const encoding = text.length < MIN_COMPRESSED || res.hasHeader("Content-Encoding") ? null : acceptedEncoding(req);
  const body = encoding === "br" ? brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
    : encoding === "gzip" ? gzipSync(text, { level: 5 })
    : text;
  if (encoding) res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", body.length);
  res.end(body);
}

export type Encoding = "br" | "gzip";

/** The better of the two that the visitor takes; null for neither. */
export function acceptedEncoding(req: IncomingMessage): Encoding | null {
  const accepted = String(req.headers["accept-encoding"] ?? "");
  return BROTLI.test(accepted) ? "br" : GZIP.test(accepted) ? "gzip" : null;
}

async function stream(res: ServerResponse, body: ReadableStream<Uint8Array>, stopping?: AbortSignal): Promise<void> {
  res.flushHeaders();
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  try {
    await pipeline(source, res, { ...(stopping && { signal: stopping }) });
  } catch {
    // The visitor left or the server is stopping; there is nobody to tell.
    res.destroy();
  }
}

const PLAIN: Record<number, { heading: string; text: string }> = {
  400: { heading: "That address is not right", text: "Please check the address, or start again from the home page." },
  403: { heading: "That is not allowed", text: "This was sent from another website, so nothing was done. Please open our page and try once more." },
  404: { heading: "Page not found", text: "We could not find that." },
  405: { heading: "That is not allowed", text: "This address does not take that kind of request." },
  413: { heading: "That is too large", text: "What you sent is larger than we accept. Please go back and shorten it." },
  500: { heading: "Something went wrong", text: "We encountered an unexpected error. Please try refreshing the page." },
  503: { heading: "We are very busy right now", text: "Nothing was lost. Please wait a few seconds and send the page again." },
};

/** An answer from outside Remix: JSON for programs (specification's error shape), a small page for everyone else. */
export function sendPlain(req: IncomingMessage, res: ServerResponse, status: number): void {
  const { heading, text } = PLAIN[status] ?? { heading: "Error", text: "" };
  const json = req.url?.startsWith("/functions/") || /\bapplication\/json\b/.test(req.headers.accept ?? "");
  const body = json
    ? JSON.stringify({ error: { code: `http_${status}`, message: text } })
    : `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title></head><body><main><h1>${heading}</h1><p>${text}</p><p><a href="/">Return to Home</a></p></main></body></html>`;
  res.statusCode = status;
  res.setHeader("Content-Type", json ? "application/json" : "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  if (status === 503) res.setHeader("Retry-After", "2");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(req.method === "HEAD" ? undefined : body);
}
