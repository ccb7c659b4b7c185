import type { IncomingMessage } from "node:http";

/**
 * Of an address; ours have a third of it. Much software in front of us accepts no more, and patterns take long over
 * longer ones.
 */
const LONGEST_PATH = 1_000;
const MOST_PARAMETERS = 200;
/** Hop-by-hop and forwarding headers say nothing true about the request behind the front. */
const DROPPED = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "proxy-authorization",
  "x-forwarded-host",
  "x-forwarded-proto",
]);

/**
 * The address that was asked for, always on the public host; null when it is none, too long or has too many parameters.
 */
export function addressOf(req: IncomingMessage, publicUrl: string): URL | null {
  const path = req.url ?? "";
  if (isExcessive(path)) return null;
  const target = path.startsWith("/") ? publicUrl + path : path;
  if (!URL.canParse(target)) return null;
  const url = new URL(target);
  if (!isReadable(url.pathname)) return null;
  // The name of Remix's former data requests: it would log each as a fault of ours.
  if (url.searchParams.has("_data")) url.searchParams.delete("_data");
  return url.origin === new URL(publicUrl).origin ? url : null;
}

/** Whether an address is longer, or has more parameters, than any of ours; looked at before it is taken apart. */
export function isExcessive(address: string): boolean {
  const query = address.indexOf("?");
  if ((query < 0 ? address.length : query) > LONGEST_PATH) return true;
  let count = 0;
  for (let at = query; at >= 0 && count <= MOST_PARAMETERS; at = address.indexOf("&", at + 1)) count++;
  return count > MOST_PARAMETERS;
}

/** False for a path like /%ff, whose bytes are no text. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * A Fetch request. Host and Origin are rewritten to the public address: the cross-site check in front has passed, and
 * Remix's own check (which answers 500) must not judge a proxy's or a privacy browser's spelling of them again.
 * `isPlain`: the body is a plain form's, whatever was sent.
 */
export function toFetchRequest(req: IncomingMessage, url: URL, body: Buffer | null, isPlain = false): Request {
  const headers = new Headers();
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = (req.rawHeaders[i] ?? "").toLowerCase();
    if (!DROPPED.has(name) && !name.startsWith(":")) headers.append(name, req.rawHeaders[i + 1] ?? "");
  }
  if (isPlain) headers.set("content-type", "application/x-www-form-urlencoded");
  headers.set("host", url.host);
  if (headers.has("origin")) headers.set("origin", url.origin);
  return new Request(url, { method: req.method ?? "GET", headers, ...(body && { body: new Uint8Array(body) }) });
}
