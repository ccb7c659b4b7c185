import type { Orm } from "#db/client.server";
import { findLastEvent } from "../../events/events.server";
import type { Actor } from "../../kernel/deed";
import type { Draft } from "./drafts.server";
import { saidToCaller } from "./write-words";
import { listWritesSince } from "./writes.server";

/**
 * What others have changed in a prepared order since version `seen`, in words for its caller (`by`). Nothing from before
 * the last end of its links: it may have been another caller's until then, and whoever has the new link may say any version.
 */
export function listToldToCaller(
  orm: Orm,
  { id, bookingId }: Pick<Draft, "id" | "bookingId">,
  seen: number,
  by: Actor,
): string[] {
  const linkMade = bookingId === null ? null : (findLastEvent(orm, bookingId, "links_ended")?.at ?? null);
  return saidToCaller(listWritesSince(orm, id, seen, by, linkMade));
}
