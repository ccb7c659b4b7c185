import { DatabaseBusyError } from "#db/client.server";
import type { Services } from "~/services.server";

/**
 * Does one thing after the other: what throws is written down and keeps none of the others from being done. Only a database
 * that others hold stops all of them, which the next round does. Returns what was thrown, in its order.
 */
export async function eachAlone<T>(
  { log }: Pick<Services, "log">,
  things: readonly T[],
  run: (thing: T) => Promise<unknown>,
  about: (thing: T) => { module: string; action: string; booking_id?: string },
): Promise<unknown[]> {
  const thrown: unknown[] = [];
  for (const thing of things) {
    try {
      await run(thing);
    } catch (error) {
      if (error instanceof DatabaseBusyError) throw error;
      thrown.push(error);
      log.error({ ...about(thing), error_message: error instanceof Error ? error.message : String(error) });
    }
  }
  return thrown;
}
