import type { Scope } from "./context.server";
import { mayCause } from "./limits.server";

/**
 * Counts one look-up (domain.md, 4.2). Returns 0, or the seconds to wait. A number has a limit of its own only together
 * with who asks: a stranger's tries never lock its owner out. When many connections try one number, or all of them
 * together very much, each connection keeps a few tries: enough for an owner, who also has the link in every mail, and
 * hardly any for a crowd. It never matters here whether there is such a booking.
 */
export async function limitLookup(scope: Scope, number: string): Promise<number> {
  const target = number.toLowerCase();
  const own = await mayCause(scope, "lookup", { target });
  if (!own.ok) return own.retryAfter;
  if ((await mayCause(scope, "lookup-crowd", { target })).ok) return 0;
  const inCrowd = await mayCause(scope, "lookup-in-crowd", {});
  return inCrowd.ok ? 0 : inCrowd.retryAfter;
}
