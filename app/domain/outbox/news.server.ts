import type { Tx } from "#db/client.server";
import type { Id } from "../kernel/ids.server";
import { enqueue } from "./outbox.server";
import type { Payload, WorkKind } from "./work";

/** What a customer is told when it happens: by mail, and by text where they agreed to texts (domain.md, section 6). */
const NEWS = {
  "delivery-failed": [{ kind: "mail.delivery-failed" }, { kind: "sms.delivery-failed" }],
} as const satisfies Record<string, readonly { kind: WorkKind }[]>;
export type News = keyof typeof NEWS;

/**
 * Tells the booking's customer what has happened, in the transaction in which it happens. `cause` is what it is told
 * for: once, however often this is called. Whoever sends it looks first whether it is still true, and for the text
 * whether the customer agreed to texts. A new message is a row in `NEWS`, its work and its words.
 */
export function tellCustomer<N extends News>(
  tx: Tx,
  news: N,
  about: { bookingId: Id<"booking">; cause: string; payload: Payload<(typeof NEWS)[N][number]["kind"]> },
): void {
  const { bookingId, payload } = about;
  for (const { kind } of NEWS[news]) enqueue(tx, { kind, cause: `${kind}:${about.cause}`, bookingId, payload });
}
