import { isIPv6 } from "node:net";
import { sha256 } from "~/domain/kernel/ids.server";
import { countTry, type TryLimit } from "~/domain/limits/limits.server";
import type { Scope } from "./context.server";

export type Limited = { ok: true } | { ok: false; retryAfter: number };

/**
 * Counts one try of `name` by `key` (an address, an email, a booking number; stored as a hash) in wall time, shared
 * by all processes. Refused: the whole seconds to wait. RATE_LIMITS=off always passes. Throws DatabaseBusyError.
 */
export async function limit(scope: Pick<Scope, "services">, name: string, key: string, most: TryLimit): Promise<Limited> {
  if (scope.services.config.RATE_LIMITS === "off") return { ok: true };
  const retryAfter = await countTry(scope.services.db, `${name}:${sha256(household(key)).slice(0, 32)}`, most);
  return retryAfter === 0 ? { ok: true } : { ok: false, retryAfter };
}

/** The answer to a refused try, to be thrown from a loader or action: the error page says "Too many tries". */
export function tooMany(retryAfter: number): Response {
  return new Response("Please wait a few minutes, then try again.", {
    status: 429,
    headers: { "Retry-After": String(retryAfter), "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** Networks whose addresses end in an IPv4 address: mapped (::ffff:0:0/96) and translated (64:ff9b::/96). */
const HOLDS_IPV4 = ["0:0:0:0", "64:ff9b:0:0"];

/**
 * Whom an address stands for: one household or server has a whole /64 of IPv6, so its first four groups in one spelling
 * ("2001:db8::1" and "2001:db8:0:0:2::" are the same). Anything else as it is, and IPv4 within IPv6 too, of which one /64
 * would be everybody.
 */
export function household(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const left = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const network = [...before, ...left, ...after].slice(0, 4).map((group) => parseInt(group, 16).toString(16)).join(":");
  return HOLDS_IPV4.includes(network) ? address : network;
}
