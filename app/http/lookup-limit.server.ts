import type { Scope } from "./context.server";
import { limit } from "./limits.server";

const QUARTER_HOUR = 900;
const PER_ADDRESS = { max: 20, windowSeconds: QUARTER_HOUR };
const PER_BOOKING = { max: 10, windowSeconds: QUARTER_HOUR };
const OVERALL = { max: 2_000, windowSeconds: QUARTER_HOUR };

/**
 * Counts one look-up by address, by booking number (whether or not there is one) and overall (domain.md, 4.2). Returns
 * 0, or the seconds to wait. All three are counted each time, so that the answer takes as long whichever one is full.
 */
export async function limitLookup(scope: Scope, number: string): Promise<number> {
  const counted = [
    await limit(scope, "lookup-address", scope.clientAddress, PER_ADDRESS),
    await limit(scope, "lookup-booking", number.toLowerCase(), PER_BOOKING),
    await limit(scope, "lookup-all", "all", OVERALL),
  ];
  return Math.max(...counted.map((one) => (one.ok ? 0 : one.retryAfter)));
}
