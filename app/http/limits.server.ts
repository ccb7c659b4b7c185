import { isIPv6 } from "node:net";
import type { CapName } from "~/domain/limits/caps";
import { countTries, type TryOf } from "~/domain/limits/limits.server";
import type { Scope } from "./context.server";

export type Limited = { ok: true } | { ok: false; retryAfter: number };

/**
 * Whether this visitor may cause one more of these (domain/limits/caps.ts); counts it if so. All windows of the cap are
 * counted at once, shared by all processes; a refusal counts nothing and says the whole seconds to wait. RATE_LIMITS=off
 * always passes. Throws DatabaseBusyError.
 */
export async function mayCause<N extends CapName>(scope: Pick<Scope, "services" | "clientAddress">, name: N, whom: Omit<TryOf<N>, "asker">): Promise<Limited> {
  if (scope.services.config.RATE_LIMITS === "off") return { ok: true };
  const retryAfter = await countTries(scope.services.db, [{ name, asker: household(scope.clientAddress), ...whom }]);
  return retryAfter === 0 ? { ok: true } : { ok: false, retryAfter };
}

/** "40 seconds", "12 minutes", "5 hours": how long until one may try again. */
export function waitWords(seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, "second"] : seconds < 5_400 ? [Math.ceil(seconds / 60), "minute"] : [Math.ceil(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The answer to a refused try, to be thrown from a loader or action: the error page says "Too many tries". */
export function tooMany(retryAfter: number): Response {
  return new Response(`Please wait ${waitWords(retryAfter)}, then try again.`, {
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
