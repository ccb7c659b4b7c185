import { isIPv6 } from "node:net";
import { sha256 } from "~/domain/kernel/ids.server";
import { countTry } from "~/domain/limits/limits.server";
import type { Scope } from "./context.server";

export type Limited = { ok: true } | { ok: false; retryAfter: number };

/**
 * Counts one try of `name` by `key` (an address, an e-mail, a booking number; stored as a hash) in wall time, shared
 * by all processes. Refused: the whole seconds to wait. RATE_LIMITS=off always passes. Throws DatabaseBusyError.
 */
export async function limit(
  scope: Pick<Scope, "services">,
  name: string,
  key: string,
  { max, windowSeconds }: { max: number; windowSeconds: number },
): Promise<Limited> {
  if (scope.services.config.RATE_LIMITS === "off") return { ok: true };
  // One household or server has a whole /64 of IPv6 addresses.
  const subject = isIPv6(key) ? key.split(":").slice(0, 4).join(":") : key;
  const retryAfter = await countTry(scope.services.db, `${name}:${sha256(subject).slice(0, 32)}`, max, windowSeconds);
  return retryAfter === 0 ? { ok: true } : { ok: false, retryAfter };
}

/** The answer to a refused try, to be thrown from a loader or action: the error page says "Too many tries". */
export function tooMany(retryAfter: number): Response {
  return new Response("Please wait a few minutes, then try again.", {
    status: 429,
    headers: { "Retry-After": String(retryAfter), "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" },
  });
}
