import { and, eq, ne, sql, type Placeholder, type SQL } from "drizzle-orm";
import { countRows, prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { insertRow } from "#db/insert.server";
import { outbox } from "#db/schema/index";
import { writtenLimit } from "#db/written-limits.server";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { closeTask, openTask } from "../tasks/tasks.server";
import { kindsIn, type KindOfWork, type Lane, type WorkKind } from "./work";

export type Work = KindOfWork & {
  /** One row per cause: a second request for the same cause changes nothing. */
  cause: string;
  bookingId?: Id<"booking"> | null;
  /** Wall time in milliseconds; now when missing. */
  runAt?: number;
};

/** Which work is asked for: a lane's, or whatever is due. */
export type LaneKind = "any" | Lane;

/** A row as it is stored: what kind of work it is and what it needs is read by `readWork`. */
export type ClaimedWork = typeof outbox.$inferSelect & { lease_token: string };

/** A claimed row whose kind and payload have been read: what a handler gets. */
export type Task<K extends WorkKind = WorkKind> = Omit<ClaimedWork, "kind" | "payload"> & KindOfWork<K>;

/** With an hour between the later ones this is about three days: longer than a provider's bad weekend. */
const MAX_ATTEMPTS = 78;
const BACKOFF_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];

/** Puts follow-up work beside the change that causes it. */
export function enqueue(tx: Tx, work: Work): void {
  const now = Date.now();
  const row = {
    id: newId("outbox"),
    kind: work.kind,
    cause: work.cause,
    booking_id: work.bookingId ?? null,
    payload: work.payload,
    run_at: work.runAt ?? now,
    created_at: now,
  };
  insertRow(tx, outbox, row, { unlessThere: true });
}

/** A claim that a power cut undid is made again: the work was not done either. */
const CLAIM = { durable: false };

const among = (kinds: WorkKind[]) => sql`kind in ${kinds}`;
const TAKES: Record<LaneKind, SQL> = {
  any: sql`1`,
  documents: among(kindsIn("documents")),
  "card-company": among(kindsIn("card-company")),
  // All the rest, so that no row is in no lane: one of a kind that nobody knows fails there, and the office sees it.
  messages: sql`kind not in ${[...kindsIn("documents"), ...kindsIn("card-company")]}`,
};
/** Those that wait for papers; others have their own time. */
const WITH_PAPERS = among(["mail.booking-confirmed", "mail.booking-documents"]);

const isFree = (now: number | Placeholder) => sql`(leased_until is null or leased_until < ${now})`;
/** A row that has used up its tries is never due: endSpentWork gives it to the office. */
const isDue = (now: number | Placeholder, lane: LaneKind) =>
  sql`state = 'waiting' and run_at <= ${now} and ${isFree(now)} and attempts < ${MAX_ATTEMPTS} and ${TAKES[lane]}`;

/** Takes up to `most` due rows for `leaseMs`, the oldest first; a row whose lease ran out is due again. */
export function claimWork(db: Db, most: number, leaseMs: number, lane: LaneKind = "any"): Promise<ClaimedWork[]> {
  return db.write((tx) => {
    // Of the moment in which it is written, not of the one in which it was asked for: in a rush a write waits.
    const now = Date.now();
    const first = sql`select id from outbox where ${isDue(now, lane)} order by run_at${writtenLimit(most)}`;
    return tx
      .update(outbox)
      .set({ lease_token: newId("outbox"), leased_until: now + leaseMs, attempts: sql`${outbox.attempts} + 1` })
      .where(sql`${outbox.id} in (${first})`)
      .returning()
      .all() as ClaimedWork[];
  }, CLAIM);
}

/**
 * Holds a claim for `leaseMs` from now on, while its work goes on. False when somebody else has it, or nobody needs it.
 */
export function renewLease(db: Db, work: ClaimedWork, leaseMs: number): Promise<boolean> {
  return db.write(
    (tx) =>
      tx
        .update(outbox)
        .set({ leased_until: Date.now() + leaseMs })
        .where(isMine(work))
        .run().changes === 1,
    CLAIM,
  );
}

/**
 * Gives up what has used up its tries without coming back from the last one: its process died each time, so that
 * nothing else ends it. Returns what it gave up.
 */
export async function endSpentWork(db: Db, deed: Deed): Promise<(typeof outbox.$inferSelect)[]> {
  const spent = sql`state = 'waiting' and attempts >= ${MAX_ATTEMPTS} and ${isFree(Date.now())}`;
  // A read first: there is hardly ever one, and a write would take the lock.
  if (countRows(db.orm, outbox, spent) === 0) return [];
  const last_error = sql`coalesce(${outbox.last_error}, 'its process ended each time before it was done')`;
  return db.write((tx) => {
    const ended = tx
      .update(outbox)
      .set({ state: "dead", lease_token: null, leased_until: null, last_error })
      .where(spent)
      .returning()
      .all();
    for (const work of ended) askForHelp(tx, deed, work);
    return ended;
  });
}

const taskOf = (id: Id<"outbox">) => `work:${id}`;

/** What was given up goes to a person. */
function askForHelp(tx: Tx, deed: Deed, { id, booking_id }: Pick<ClaimedWork, "id" | "booking_id">): void {
  openTask(tx, deed, {
    kind: "work_given_up",
    cause: taskOf(id),
    subject: { kind: "work", id },
    bookingId: booking_id,
    due: deed.now,
  });
}

/**
 * Has work that was given up tried anew. It is no first try: what was asked of the card company may have been done, and is
 * looked for before it is asked for once more. False where it was not given up.
 */
export function tryAgain(tx: Tx, deed: Deed, id: string): boolean {
  const revived =
    tx
      .update(outbox)
      .set({ state: "waiting", attempts: 1, run_at: Date.now() })
      .where(and(eq(outbox.id, id as Id<"outbox">), eq(outbox.state, "dead")))
      .run().changes === 1;
  if (revived) closeTask(tx, deed, taskOf(id as Id<"outbox">));
  return revived;
}

const NOW = sql.placeholder("now");
// Asked eight times a second by an idle worker.
const dueIn = (lane: LaneKind) =>
  prepared((orm) => orm.select({ id: outbox.id }).from(outbox).where(isDue(NOW, lane)).limit(1).prepare());
const DUE_WORK: Record<LaneKind, ReturnType<typeof dueIn>> = {
  any: dueIn("any"),
  documents: dueIn("documents"),
  "card-company": dueIn("card-company"),
  messages: dueIn("messages"),
};

/** Whether there may be something to claim: a read, so that an idle worker takes no write lock. */
export function hasDueWork(db: Db, lane: LaneKind = "any"): boolean {
  return DUE_WORK[lane](db.orm).get({ now: Date.now() }) !== undefined;
}

const WAITING_KINDS = prepared((orm) =>
  orm
    .select({ kind: outbox.kind })
    .from(outbox)
    .where(and(eq(outbox.booking_id, sql.placeholder("id")), eq(outbox.state, "waiting")))
    .prepare(),
);

/** What is still to be done for a booking: nothing that was done, and nothing that was given up. */
export function listWaitingKinds(orm: Orm, id: Id<"booking">): Set<string> {
  return new Set(
    WAITING_KINDS(orm)
      .all({ id })
      .map(({ kind }) => kind),
  );
}

/** Done work is kept for 90 days: for questions, and so that one cause has no second effect. */
const KEEP_DONE_MS = 90 * 24 * 3_600_000;

/** Forgets work that was done long ago, in slices. The state is written out, so that SQLite uses the partial index. */
export function forgetDoneWork(db: Db, now = Date.now()): Promise<Slices> {
  return inSlices(db, (tx, most) =>
    deleteSome(tx, outbox, sql`${outbox.state} = 'done' and ${outbox.done_at} < ${now - KEEP_DONE_MS}`, most),
  );
}

/**
 * Records the result in the same transaction as the effect, which belongs to whoever is first (true). What was done
 * outside is done: also a claim that lost its lease, or was given up meanwhile, ends its row, so that nobody does it
 * once more.
 */
export function completeWork(tx: Tx, deed: Deed, work: ClaimedWork): boolean {
  const isFirst =
    tx
      .update(outbox)
      .set({ state: "done", done_at: Date.now(), lease_token: null, leased_until: null, last_error: null })
      .where(and(eq(outbox.id, work.id), ne(outbox.state, "done")))
      .run().changes === 1;
  if (isFirst) closeTask(tx, deed, taskOf(work.id));
  return isFirst;
}

const isMine = (work: ClaimedWork) => and(eq(outbox.id, work.id), eq(outbox.lease_token, work.lease_token));

/** Flag "workflow smart retry" off: one pause for all. As many tries as there are then last for three days too. */
const FIXED_RETRY_MS = 3_600_000;
/** What this version cannot read it cannot read in two seconds either: it waits for the next version. */
const UNREADABLE_RETRY_MS = 3_600_000;

/** How long until the next try, by how often and how it failed. `smart` is the flag "workflow smart retry". */
function pauseFor(attempts: number, { smart, unreadable }: { smart: boolean; unreadable: boolean }): number {
  if (!smart) return FIXED_RETRY_MS;
  if (unreadable) return UNREADABLE_RETRY_MS;
  return BACKOFF_MS[Math.min(attempts - 1, BACKOFF_MS.length - 1)] ?? 2_000;
}

/**
 * Tries again later with growing pauses; after about three days it is dead and the office sees it. Returns the new
 * state. As with all that is no result, a claim that lost its lease changes nothing.
 */
export function failWork(
  db: Db,
  deed: Deed,
  work: ClaimedWork,
  message: string,
  failure = { smart: true, unreadable: false },
): Promise<"waiting" | "dead"> {
  const state = work.attempts >= MAX_ATTEMPTS ? "dead" : "waiting";
  const pause = pauseFor(work.attempts, failure);
  return db.write((tx) => {
    const isMineStill =
      tx
        .update(outbox)
        .set({
          state,
          run_at: Date.now() + pause,
          lease_token: null,
          leased_until: null,
          last_error: message.slice(0, 500),
        })
        .where(isMine(work))
        .run().changes === 1;
    if (isMineStill && state === "dead") askForHelp(tx, deed, work);
    return state;
  });
}

/** Whether documents of a booking are still to be made, or are being made. */
export function arePapersDue(orm: Orm, bookingId: Id<"booking">): boolean {
  return countRows(orm, outbox, sql`booking_id = ${bookingId} and state = 'waiting' and ${TAKES.documents}`) > 0;
}

/**
 * What waits for a booking's documents is due now, when they are all there: called for each of them, a mail would be
 * looked at for nothing. What another process works on is left alone.
 */
export function hastenMails(tx: Tx, bookingId: Id<"booking">): void {
  const now = Date.now();
  if (arePapersDue(tx, bookingId)) return;
  tx.update(outbox)
    .set({ run_at: now })
    .where(
      sql`booking_id = ${bookingId} and state = 'waiting' and ${WITH_PAPERS} and run_at > ${now} and lease_token is null`,
    )
    .run();
}

/**
 * Work that is not ready yet (its documents are still being made): tried again when called, or after `ms`, without
 * counting as a failure.
 */
export function postponeWork(
  db: Db,
  work: ClaimedWork,
  { ms, isReady }: { ms: number; isReady: (orm: Orm) => boolean },
): Promise<void> {
  return db.write((tx) => {
    tx.update(outbox)
      .set({
        run_at: Date.now() + (isReady(tx) ? 0 : ms),
        attempts: work.attempts - 1,
        lease_token: null,
        leased_until: null,
      })
      .where(isMine(work))
      .run();
  }, CLAIM);
}
