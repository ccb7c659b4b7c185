import type { Tx } from "#db/client.server";
import { findLastEvent, recordEvent } from "../../events/events.server";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import type { Draft } from "../draft/drafts.server";
import { told } from "../draft/tracked";
import { listCallersWrites } from "../draft/writes.server";

/**
 * What its caller put right in an order of the office stands in the history once they sign it: the rows of who wrote what
 * are forgotten with the draft, and weeks later somebody asks who changed the street. Called before their signature is
 * recorded; nothing where they left it as it was, or have signed it so already.
 */
export function recordCallerChanges(
  tx: Tx,
  deed: Deed,
  draft: Pick<Draft, "id" | "preparedBy">,
  bookingId: Id<"booking">,
): void {
  if (draft.preparedBy === null) return;
  const since = findLastEvent(tx, bookingId, "agreement_signed")?.at ?? null;
  const theirs = listCallersWrites(tx, draft.id, since);
  if (theirs.length === 0) return;
  const changes = theirs.map(({ field, was, now }) => ({
    field,
    was: told(field, { [field]: was }),
    is: told(field, { [field]: now }),
  }));
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: bookingId },
    bookingId,
    action: "order_corrected",
    data: { fields: theirs.map(({ field }) => field), changes },
  });
}
