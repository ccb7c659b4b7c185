import type { IncomingMessage } from "node:http";
import type { Config } from "~/config.server";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * The one cross-site check, in front of everything that may change something; signed webhooks are exempt.
 * 1. Sec-Fetch-Site, which page scripts cannot forge: only `same-origin` and `none` (typed by the person) pass.
 * 2. Else Origin: it must be the public address or the address that was asked for. "null" is refused.
 * 3. Else Referer, by the same rule: text browsers send this one alone.
 * 4. None of them: allowed. Every browser that runs scripts has sent Origin with cross-site posts since 2020, so this
 *    is lynx, w3m or a program; the cookies are SameSite=Lax besides.
 */
export function isCrossSite(req: IncomingMessage, config: Pick<Config, "publicUrl">): boolean {
  if (SAFE_METHODS.has(req.method ?? "GET") || isWebhook(req.url ?? "")) return false;
  const site = req.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const source = req.headers.origin ?? req.headers.referer;
  return source !== undefined && !isOurs(source, req, config);
}

/**
 * Whether a wire (a WebSocket) is asked for by a page of somebody else's: any site may open one, because it begins with a
 * GET and carries our cookies. Programs without a page send no Origin.
 */
export function isForeignWire(req: IncomingMessage, config: Pick<Config, "publicUrl">): boolean {
  const { origin } = req.headers;
  return origin !== undefined && !isOurs(origin, req, config);
}

/** The path as it will be read: "/webhooks/../book" is /book. */
function isWebhook(url: string): boolean {
  return (
    URL.canParse(url, "http://here.invalid") && new URL(url, "http://here.invalid").pathname.startsWith("/webhooks/")
  );
}

function isOurs(source: string, req: IncomingMessage, config: Pick<Config, "publicUrl">): boolean {
  if (!URL.canParse(source)) return false;
  const { origin, host } = new URL(source);
  return origin === new URL(config.publicUrl).origin || (host !== "" && host === req.headers.host?.toLowerCase());
}
