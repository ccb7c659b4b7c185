import { and, asc, gt, lt, lte, sql } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { events, liveSignals } from "#db/schema/index";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";

/** A place in both books: the last event and the last signal that were read. Written "12.34". */
export interface Place {
  event: number;
  signal: number;
}

/** One thing that happened, as identifiers and kinds: no name, no price, no card goes over the wire. */
export interface Happened {
  place: Place;
  /** Whom it concerns, as names of topics. */
  topics: string[];
  kind: string;
  subject: string | null;
  id: string | null;
  booking: string | null;
}

/** Read at once; who missed more reads their page again. */
export const MOST_AT_ONCE = 500;
/** Longer than any stream is gone and comes back; after that a page reads itself again. */
export const KEEP_SIGNALS_MS = 3_600_000;

export function writePlace({ event, signal }: Place): string {
  return `${event}.${signal}`;
}

/** Null when it is no place of ours. */
export function readPlace(text: string | null | undefined): Place | null {
  const [, event, signal] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? "") ?? [];
  return event && signal ? { event: Number(event), signal: Number(signal) } : null;
}

const ends = prepared((orm) =>
  orm
    .select({
      event: sql<number>`coalesce((select seq from sqlite_sequence where name = 'events'), 0)`,
      signal: sql<number>`coalesce((select seq from sqlite_sequence where name = 'live_signals'), 0)`,
      firstSignal: sql<number | null>`(select min(id) from live_signals)`,
    })
    .from(sql`(select 1)`)
    .prepare(),
);

/** Where both books end now. */
export function lastPlace(orm: Orm): Place {
  const { event, signal } = ends(orm).get() ?? { event: 0, signal: 0 };
  return { event, signal };
}

/** Whether everything after this place is still there to be read. */
export function isReadable(orm: Orm, { event, signal }: Place): boolean {
  const end = ends(orm).get();
  if (!end || event > end.event || signal > end.signal) return false;
  return signal === end.signal || signal + 1 >= (end.firstSignal ?? Infinity);
}

const after = sql.placeholder("after");
const upTo = sql.placeholder("upTo");
const FOREVER: Place = { event: Number.MAX_SAFE_INTEGER, signal: Number.MAX_SAFE_INTEGER };
const eventsAfter = prepared((orm) =>
  orm
    .select({
      row: events.id,
      kind: events.action,
      subject: events.subject_kind,
      id: events.subject_id,
      booking: events.booking_id,
    })
    .from(events)
    .where(and(gt(events.id, after), lte(events.id, upTo)))
    .orderBy(asc(events.id))
    .limit(MOST_AT_ONCE)
    .prepare(),
);
const signalsAfter = prepared((orm) =>
  orm
    .select()
    .from(liveSignals)
    .where(and(gt(liveSignals.id, after), lte(liveSignals.id, upTo)))
    .orderBy(asc(liveSignals.id))
    .limit(MOST_AT_ONCE)
    .prepare(),
);

/**
 * What happened after a place and up to another one, oldest first, at most 500 of each book: the events (to the office and to their booking's
 * page), then the signals. Each carries the place up to which everything was told with it.
 */
export function listHappened(orm: Orm, from: Place, to = FOREVER): Happened[] {
  const told = { ...from };
  const happened: Happened[] = [];
  for (const { row, kind, subject, id, booking } of eventsAfter(orm).all({
    after: from.event,
    upTo: to.event,
  })) {
    told.event = row;
    happened.push({
      place: { ...told },
      topics: ["office", ...(booking ? [`booking:${booking}`] : [])],
      kind,
      subject,
      id,
      booking,
    });
  }
  for (const { id, topic, kind, subject_id } of signalsAfter(orm).all({ after: from.signal, upTo: to.signal })) {
    told.signal = id;
    const booking = kind === "presence" ? subject_id : null;
    happened.push({ place: { ...told }, topics: [topic], kind, subject: null, id: subject_id, booking });
  }
  return happened;
}

export interface Signal {
  topic: string;
  kind: string;
  id?: string | null | undefined;
}

/** Tells whoever listens to the topic, in every process. */
export function sendSignal(tx: Tx, { topic, kind, id = null }: Signal): void {
  tx.insert(liveSignals).values({ at: Date.now(), topic, kind, subject_id: id }).run();
}

/** The same as a change of its own. Waits for no disk: nobody listens any more after a power cut. */
export function broadcast(db: Db, signal: Signal): Promise<void> {
  return db.write((tx) => sendSignal(tx, signal), { durable: false });
}

/** Forgets what was told an hour ago, in slices. */
export function forgetOldSignals(db: Db, now = Date.now()): Promise<Slices> {
  return inSlices(db, (tx, most) => deleteSome(tx, liveSignals, lt(liveSignals.at, now - KEEP_SIGNALS_MS), most));
}
