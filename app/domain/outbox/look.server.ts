import type { Tx } from "#db/client.server";
import type { Id } from "../kernel/ids.server";
import { enqueue } from "./outbox.server";

/**
 * Has a booking's later charges looked at, beside the fact that may make one: what has become chargeable, what its proof
 * lacks, which dumpster settles (domain/charges). Once for each cause; looking twice changes nothing.
 */
export function lookAtChargesSoon(tx: Tx, bookingId: Id<"booking">, cause: string): void {
  enqueue(tx, { kind: "charges.look", cause: `charges.look:${cause}`, bookingId, payload: { bookingId } });
}
