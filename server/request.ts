import type { IncomingMessage } from "node:http";

const MB = 1024 * 1024;
/** The largest body that is accepted, in bytes. */
export const MAX_BODY = MB;
/** Hop-by-hop and forwarding headers say nothing true about the request behind the front. */
const DROPPED = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-authorization", "x-forwarded-host", "x-forwarded-proto"]);

/** The whole body, or null when it is longer than `limit` bytes (then the rest is thrown away as it comes). */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (Number(req.headers["content-length"] ?? 0) <= limit) {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limit) break;
      chunks.push(chunk as Buffer);
    }
    if (size <= limit) return Buffer.concat(chunks, size);
  }
  req.resume();
  return null;
}

/** The address that was asked for, always on the public host; null when it is none. */
export function addressOf(req: IncomingMessage, publicUrl: string): URL | null {
  const path = req.url ?? "";
  const target = path.startsWith("/") ? publicUrl + path : path;
  if (!URL.canParse(target)) return null;
  const url = new URL(target);
  if (!isReadable(url.pathname)) return null;
  // The name of Remix's former data requests: it would log each as a fault of ours.
  if (url.searchParams.has("_data")) url.searchParams.delete("_data");
  return url.origin === new URL(publicUrl).origin ? url : null;
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
 */
export function toFetchRequest(req: IncomingMessage, url: URL, body: Buffer | null): Request {
  const headers = new Headers();
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = (req.rawHeaders[i] ?? "").toLowerCase();
    if (!DROPPED.has(name) && !name.startsWith(":")) headers.append(name, req.rawHeaders[i + 1] ?? "");
  }
  headers.set("host", url.host);
  if (headers.has("origin")) headers.set("origin", url.origin);
  return new Request(url, { method: req.method ?? "GET", headers, ...(body && { body: new Uint8Array(body) }) });
}
