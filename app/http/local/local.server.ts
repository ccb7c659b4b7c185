import type { IncomingMessage } from "node:http";
import type { Config } from "~/config.server";

const FORWARDING_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
  "cf-connecting-ip",
];

function isLoopback(address: string | undefined): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address ?? "");
}

/**
 * Whether this request comes from this very machine: loopback peer, no forwarding header, a localhost Host and a
 * localhost PUBLIC_URL, all four (domain.md 4.18). Sandbox pages, the clock and metrics without a token ask this.
 */
export function isLocal(req: IncomingMessage, config: Pick<Config, "publicIsLocal">): boolean {
  if (!config.publicIsLocal || !isLoopback(req.socket.remoteAddress)) return false;
  if (FORWARDING_HEADERS.some((name) => req.headers[name] !== undefined)) return false;
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(req.headers.host ?? "");
}

/**
 * The visitor's address, for limits and signatures. Behind a trusted proxy the last entry of X-Forwarded-For, which
 * is the one that the proxy wrote; entries before it are the visitor's own claim. Some proxies write the port behind the
 * address: with it, every new connection would be somebody else to all limits.
 */
export function clientAddress(req: IncomingMessage, config: Pick<Config, "TRUST_PROXY">): string {
  const forwarded = config.TRUST_PROXY ? req.headers["x-forwarded-for"] : undefined;
  const last = String(forwarded ?? "")
    .split(",")
    .at(-1)
    ?.trim()
    .replace(/^(?:\[(.*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/, "$1$2");
  return last || (req.socket.remoteAddress ?? "unknown").replace(/^::ffff:/, "");
}
