import type { CapName } from "~/domain/limits/caps";
import { countTries, type TryOf } from "~/domain/limits/limits.server";
import type { Scope } from "../context.server";
import { household } from "./household.server";

export type Limited = { ok: true } | { ok: false; retryAfter: number };

/**
 * Whether this visitor may cause one more of these (domain/limits/caps.ts); counts it if so. All windows of the cap are
 * counted at once, shared by all processes; a refusal counts nothing and says the whole seconds to wait.
 * RATE_LIMITS=off always passes. Throws DatabaseBusyError.
 */
export async function mayCause<N extends CapName>(
  scope: Pick<Scope, "services" | "clientAddress">,
  name: N,
  whom: Omit<TryOf<N>, "asker">,
): Promise<Limited> {
  if (scope.services.config.RATE_LIMITS === "off") return { ok: true };
  const retryAfter = await countTries(scope.services.db, [{ name, asker: household(scope.clientAddress), ...whom }]);
  return retryAfter === 0 ? { ok: true } : { ok: false, retryAfter };
}

/** "40 seconds", "12 minutes", "5 hours": how long until one may try again. */
export function waitWords(seconds: number): string {
  const [count, unit] =
    seconds < 100
      ? [seconds, "second"]
      : seconds < 5_400
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The answer to a refused try, to be thrown from a loader or action: the error page says "Too many tries". */
export function tooMany(retryAfter: number): Response {
  return new Response(`Please wait ${waitWords(retryAfter)}, then try again.`, {
    status: 429,
    headers: {
      "Retry-After": String(retryAfter),
      "Cache-Control": "no-store",
      "Content-Type": "text/plain; charset=utf-8",
    },
  });
}
