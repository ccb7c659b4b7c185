import { and, eq, lte, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { calls } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import { DAY, plus, type Instant } from "../kernel/time.server";
import { VOICEMAIL_DAYS } from "./words";

const AT_ONCE = 20;

/** Messages whose sound is kept long enough by now, oldest first, a round's worth. */
export function listOldVoicemails(orm: Orm, now: Instant) {
  return orm
    .select({ id: calls.id, voicemail_sid: calls.voicemail_sid })
    .from(calls)
    .where(and(sql`${calls.voicemail_sid} is not null`, lte(calls.started_at, plus(now, -VOICEMAIL_DAYS * DAY))))
    .orderBy(calls.started_at)
    .limit(AT_ONCE)
    .all();
}

/** There is nothing to listen to any more; that a message was left stays written. */
export function forgetVoicemail(tx: Tx, callId: Id<"call">): void {
  tx.update(calls).set({ voicemail_sid: null }).where(eq(calls.id, callId)).run();
}
