import type { Orm } from "#db/client.server";
import type { Services } from "~/services.server";
import type { ClaimedWork } from "~/domain/outbox/outbox.server";

/**
 * Thrown when work waits for other work (documents that are being made), which calls it when it is done; not counted as
 * a failure. It is tried without that work after `ms`; `isReady` is asked again when it is put back, for what ended
 * meanwhile.
 */
export class NotYet extends Error {
  constructor(
    readonly ms: number,
    readonly isReady: (orm: Orm) => boolean,
  ) {
    super("not yet");
  }
}

/**
 * Writes down for the office why a piece of work failed: a warning while it is tried again, an error when it is given
 * up.
 */
export function logFailedWork(
  { log }: Pick<Services, "log">,
  work: Pick<ClaimedWork, "kind" | "booking_id" | "attempts" | "state">,
  message: string,
): void {
  const { kind, booking_id, attempts, state } = work;
  log[state === "dead" ? "error" : "warn"]({
    module: "outbox",
    action: kind,
    booking_id: booking_id ?? undefined,
    error_message: message.slice(0, 300),
    error_details: { attempts, state },
  });
}
