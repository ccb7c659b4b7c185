import { and, eq, sql, type SQL } from "drizzle-orm";
import { countRows, prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { outbox } from "#db/schema/index";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import { newId, type Id } from "../kernel/ids.server";

export interface Work {
  kind: string;
  /** One row per cause: a second request for the same cause changes nothing. */
  cause: string;
  bookingId?: Id<"booking"> | null;
  payload: Record<string, unknown>;
  /** Wall time in milliseconds; now when missing. */
  runAt?: number;
}

/**
 * Which work a lane takes. Documents are printed one after the other by one browser, so they have lanes of their own:
 * however many of them wait, a mail or a refund never stands behind them.
 */
export type LaneKind = "any" | "documents" | "others";

export type ClaimedWork = typeof outbox.$inferSelect & { lease_token: string };

/** With an hour between the later ones this is about three days: longer than a provider's bad weekend. */
const MAX_ATTEMPTS = 78;
const BACKOFF_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];

/** Puts follow-up work beside the change that causes it. */
export function enqueue(tx: Tx, work: Work): void {
  const now = Date.now();
  tx.insert(outbox)
    .values({ id: newId("outbox"), kind: work.kind, cause: work.cause, booking_id: work.bookingId ?? null, payload: work.payload, run_at: work.runAt ?? now, created_at: now })
    .onConflictDoNothing()
    .run();
}

/** A claim that a power cut undid is made again: the work was not done either. */
const CLAIM = { durable: false };

const TAKES: Record<LaneKind, SQL> = { any: sql`1`, documents: sql`kind like 'document.%'`, others: sql`kind not like 'document.%'` };

/** Takes up to `most` due rows for `leaseMs`, the oldest first; a row whose lease ran out is due again. */
export function claimWork(db: Db, most: number, leaseMs: number, lane: LaneKind = "any"): Promise<ClaimedWork[]> {
  const now = Date.now();
  const token = newId("outbox");
  return db.write(
    (tx) =>
      tx
        .update(outbox)
        .set({ lease_token: token, leased_until: now + leaseMs, attempts: sql`${outbox.attempts} + 1` })
        .where(
          sql`${outbox.id} in (select id from outbox where state = 'waiting' and run_at <= ${now} and (leased_until is null or leased_until < ${now}) and ${TAKES[lane]} order by run_at limit ${most})`,
        )
        .returning()
        .all() as ClaimedWork[],
    CLAIM,
  );
}

const NOW = sql.placeholder("now");
// Asked some twenty times a second by an idle worker.
const dueIn = (lane: LaneKind) => prepared((orm) => orm.select({ id: outbox.id }).from(outbox)
  .where(sql`state = 'waiting' and run_at <= ${NOW} and (leased_until is null or leased_until < ${NOW}) and ${TAKES[lane]}`).limit(1).prepare());
const DUE_WORK = { any: dueIn("any"), documents: dueIn("documents"), others: dueIn("others") };

/** Whether there may be something to claim: a read, so that an idle worker takes no write lock. */
export function hasDueWork(db: Db, lane: LaneKind = "any"): boolean {
  return DUE_WORK[lane](db.orm).get({ now: Date.now() }) !== undefined;
}

/** Done work is kept for 90 days: for questions, and so that one cause has no second effect. */
const KEEP_DONE_MS = 90 * 24 * 3_600_000;

/** Forgets work that was done long ago, in slices. The state is written out, so that SQLite uses the partial index. */
export function forgetDoneWork(db: Db, now = Date.now()): Promise<Slices> {
  return inSlices(db, (tx, most) => deleteSome(tx, outbox, sql`${outbox.state} = 'done' and ${outbox.done_at} < ${now - KEEP_DONE_MS}`, most));
}

/** Records the result in the same transaction as the effect; a claim that lost its lease changes nothing. */
export function completeWork(tx: Tx, work: ClaimedWork): boolean {
  return (
    tx.update(outbox).set({ state: "done", done_at: Date.now(), lease_token: null, leased_until: null, last_error: null })
      .where(and(eq(outbox.id, work.id), eq(outbox.lease_token, work.lease_token))).run().changes === 1
  );
}

/** Tries again later with growing pauses; after about three days it is dead and the office sees it. Returns the new state. */
export function failWork(db: Db, work: ClaimedWork, message: string): Promise<"waiting" | "dead"> {
  const state = work.attempts >= MAX_ATTEMPTS ? "dead" : "waiting";
  const pause = BACKOFF_MS[Math.min(work.attempts - 1, BACKOFF_MS.length - 1)] ?? 2_000;
  return db.write((tx) => {
    tx.update(outbox).set({ state, run_at: Date.now() + pause, lease_token: null, leased_until: null, last_error: message.slice(0, 500) })
      .where(and(eq(outbox.id, work.id), eq(outbox.lease_token, work.lease_token))).run();
    return state;
  });
}

/**
 * What waits for a booking's documents is due now, when they are all there: called for each of them, a mail would be looked
 * at for nothing. What another process works on is left alone.
 */
export function hastenMails(tx: Tx, bookingId: Id<"booking">): void {
  const now = Date.now();
  if (countRows(tx, outbox, sql`booking_id = ${bookingId} and state = 'waiting' and ${TAKES.documents}`) > 0) return;
  tx.update(outbox).set({ run_at: now }).where(sql`booking_id = ${bookingId} and state = 'waiting' and kind like 'mail.%' and run_at > ${now} and lease_token is null`).run();
}

/** Work that is not ready yet (its documents are still being made): tried again when called, or after `ms`, without counting as a failure. */
export function postponeWork(db: Db, work: ClaimedWork, { ms, isReady }: { ms: number; isReady: (orm: Orm) => boolean }): Promise<void> {
  return db.write((tx) => {
    tx.update(outbox).set({ run_at: Date.now() + (isReady(tx) ? 0 : ms), attempts: work.attempts - 1, lease_token: null, leased_until: null })
      .where(and(eq(outbox.id, work.id), eq(outbox.lease_token, work.lease_token))).run();
  }, CLAIM);
}

/** Says in a piece of work that it has been counted by a cap, so that its next try is not counted again. */
export function markCounted(tx: Tx, work: ClaimedWork): void {
  tx.update(outbox).set({ payload: { ...work.payload, counted: true } }).where(eq(outbox.id, work.id)).run();
}

/** Why a piece of work ended without doing anything, for the office. */
export function noteOutcome(tx: Tx, work: ClaimedWork, why: string): void {
  tx.update(outbox).set({ last_error: why }).where(eq(outbox.id, work.id)).run();
}
