import type { ClaimedWork } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";

/** Writes down for the office why a piece of work failed: a warning while it is tried again, an error when it is given up. */
export function logFailedWork({ log }: Services, work: Pick<ClaimedWork, "kind" | "booking_id" | "attempts" | "state">, message: string): void {
  const { kind, booking_id, attempts, state } = work;
  log[state === "dead" ? "error" : "warn"]({ module: "outbox", action: kind, booking_id: booking_id ?? undefined, error_message: message.slice(0, 300), error_details: { attempts, state } });
}
