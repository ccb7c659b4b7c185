import type { Orm } from "#db/client.server";
import { findLastEvent } from "../../events/events.server";
import type { Actor } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import type { Instant } from "../../kernel/time.server";
import type { Draft } from "./drafts.server";
import { saidToCaller } from "./write-words";
import { listWritesSince } from "./writes.server";

/**
 * Since when its links are those of who reads it now; null where there were no others. Until then, and where the office
 * puts a contact right bit by bit also in what stands there after that, it may be of another caller.
 */
export function linksMadeAnew(orm: Orm, bookingId: Id<"booking">): Instant | null {
  return findLastEvent(orm, bookingId, "links_ended")?.at ?? null;
}

/**
 * What others have changed in a prepared order since version `seen`, in words for its caller (`by`). Nothing from before
 * the last end of its links: whoever has the new link may say any version. Of what was written since then, not who and
 * where it was before.
 */
export function listToldToCaller(
  orm: Orm,
  { id, bookingId }: Pick<Draft, "id" | "bookingId">,
  seen: number,
  by: Actor,
): string[] {
  const linkMade = bookingId === null ? null : linksMadeAnew(orm, bookingId);
  return saidToCaller(listWritesSince(orm, id, seen, by, linkMade), { isOthers: linkMade !== null });
}
