import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { insertRow } from "#db/insert.server";
import { events } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import type { EventAction, EventData, Happening } from "./happenings";

/** One append-only row per change of state, in the transaction that changes it (domain.md, section 2). */
export function recordEvent(tx: Tx, deed: Deed, happening: Happening & { bookingId?: Id<"booking"> | null }): void {
  insertRow(tx, events, {
    at: deed.now,
    subject_kind: happening.subject.kind,
    subject_id: happening.subject.id,
    booking_id: happening.bookingId ?? null,
    action: happening.action,
    from_state: happening.from ?? null,
    to_state: happening.to ?? null,
    actor_kind: deed.by.kind,
    actor_id: deed.by.id ?? null,
    actor_label: deed.by.label,
    why: happening.why ?? null,
    request_id: deed.requestId,
    data: happening.data ? { ...happening.data } : null,
  });
}

export type TimelineEvent = typeof events.$inferSelect;

/** A booking's whole history, oldest first. */
export function listTimeline(orm: Orm, bookingId: Id<"booking">): TimelineEvent[] {
  return orm.select().from(events).where(eq(events.booking_id, bookingId)).orderBy(asc(events.id)).limit(500).all();
}

/** The newest of a booking's history, oldest first. */
export function listNewest(orm: Orm, bookingId: Id<"booking">, most: number): TimelineEvent[] {
  const mine = eq(events.booking_id, bookingId);
  return orm.select().from(events).where(mine).orderBy(desc(events.id)).limit(most).all().toReversed();
}

/** When this happened last to a booking, and what was recorded; null when it never did. */
export function findLastEvent(orm: Orm | Tx, bookingId: Id<"booking">, action: EventAction) {
  const last = orm
    .select({ id: events.id, at: events.at, data: events.data })
    .from(events)
    .where(and(eq(events.booking_id, bookingId), eq(events.action, action)))
    .orderBy(desc(events.id))
    .limit(1)
    .get();
  return last ?? null;
}

/** When this happened to a booking first since another thing did, or at all where that never did; null when it has not. */
export function findFirstSince(
  orm: Orm | Tx,
  bookingId: Id<"booking">,
  action: EventAction,
  other: EventAction,
): Instant | null {
  const found = orm
    .select({ action: events.action, at: events.at })
    .from(events)
    .where(and(eq(events.booking_id, bookingId), inArray(events.action, [action, other])))
    .orderBy(asc(events.id))
    .all();
  const last = found.findLastIndex((one) => one.action === other);
  return found[last + 1]?.at ?? null;
}

/** The newest events of one kind of subject, newest first. Only for kinds of which few things happen. */
export function listRecent(orm: Orm, subjectKind: Happening["subject"]["kind"], most = 20): TimelineEvent[] {
  return orm
    .select()
    .from(events)
    .where(eq(events.subject_kind, subjectKind))
    .orderBy(desc(events.id))
    .limit(most)
    .all();
}

/** The history of one thing, newest first: at most 200 events. */
export function listHistory(orm: Orm, kind: string, ids: readonly string[]): TimelineEvent[] {
  return orm
    .select()
    .from(events)
    .where(and(eq(events.subject_kind, kind), inArray(events.subject_id, [...ids])))
    .orderBy(desc(events.id))
    .limit(200)
    .all();
}

/** What was recorded when this happened last to a booking; null when it never did. */
export function findLastData<A extends EventAction>(
  orm: Orm,
  bookingId: Id<"booking">,
  action: A,
): EventData<A> | null {
  const last = findLastEvent(orm, bookingId, action);
  return last ? ((last.data ?? {}) as EventData<A>) : null;
}
