import { setTimeout as pause } from "node:timers/promises";
import { moveClock, type ClockMove } from "~/adapters/clock/move.server";
import { reportError } from "~/domain/log/errors.server";
import type { Services } from "~/services.server";
import { keepHouse } from "../work/housekeeping.server";
import { runDueWork, systemDeed } from "../work/worker.server";

/** How long a person waits for what the new moment brings; the rest comes by itself, as always. */
const SEEN_WITHIN_MS = 2_000;

/**
 * Moves the sandbox's clock, and does at once what the new moment brings: housekeeping, then the mails and texts that are
 * due. Returns the new offset in milliseconds; null, and nothing is done, for a moment that is too far away.
 */
export async function goOn(services: Services, move: ClockMove): Promise<number | null> {
  const offset = await moveClock(services.db, move);
  if (offset === null) return null;
  try {
    await keepHouse(services, systemDeed(services, "clock"));
    await Promise.race([runDueWork(services, "messages"), pause(SEEN_WITHIN_MS)]);
  } catch (error) {
    // The clock stands where it was set; the worker tries the rest again.
    reportError(error, { where: "the sandbox's clock" });
  }
  return offset;
}
