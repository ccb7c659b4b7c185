import { and, count, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { driverPhones, journalEntries } from "#db/schema/index";
import { AS_USUAL, type StepRules } from "../dispatch/advance.server";
import { endPhotoWaits } from "../dispatch/attempts.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { instant } from "../kernel/time.server";
import { stepTime, type Clocks, type Conflict, type EntryState, type Said } from "./entries";
import { findEntry, findJob, IS_OPEN, letCount, needDecision, type EntryRow } from "./journal-rows.server";
import { endWhereSame } from "./journal-same.server";
import { about, takeBehind, takeWaiting, type ReadStep } from "./journal-take.server";

/** One step as a phone sends it (contract.md): `at` by the phone's clock, `attempt` where the phone knows it. */
export interface SentEntry {
  id: string;
  jobId: string;
  seq: number;
  attempt: number | null;
  step: string;
  at: number;
  device: string;
  said: Said;
}

export interface Sending {
  driverId: Id<"driver">;
  entries: readonly SentEntry[];
  clocks: Omit<Clocks, "now">;
  /** The phone itself, with how many steps and pictures it has still to send after this. */
  phone?: { device: string; unsent: number };
  /** The driver looks at the answer: a weight ticket that is wrong is refused, not kept, while it can be asked for. */
  isWaitedFor?: boolean;
}

/** What became of each entry that was sent, by its id. `refused` ones are not kept: the driver is asked again. */
export interface Journaled {
  accepted: string[];
  waiting: string[];
  conflicts: { id: string; why: Conflict | "unknown_job" }[];
  refused: { id: string; why: Conflict }[];
}

/** Of a phone that may send no more, so many are kept for the office. */
const MOST_QUARANTINED = 200;
/** What of one driver waits for the office at once: a month of steps of which none fits. */
const MOST_OPEN = 1_000;

/**
 * Takes what a driver's phone sends into the journal, and each step that follows from where its job stands. An id counts
 * once, whatever is sent with it again; entries of a job go by `seq`; a step that stands already is a duplicate whose
 * evidence is kept; what does not fit is a conflict that parks the job's later ones until the office decides. Nothing is
 * overwritten, and nothing is lost but what is refused to the driver's face.
 */
export function applyEntries(
  tx: Tx,
  deed: Deed,
  sending: Sending,
  readStep: ReadStep,
  rules: StepRules = AS_USUAL,
): Journaled {
  const answer: Journaled = { accepted: [], waiting: [], conflicts: [], refused: [] };
  const { driverId, entries, phone } = sending;
  if (phone) hearPhone(tx, deed, driverId, phone);
  // What finds no room is not said to have arrived, so the phone keeps it and sends it again.
  const room = MOST_OPEN - countOpen(tx, driverId);
  const kept = entries
    .filter(({ id }, i) => i < room || findEntry(tx, id))
    .filter((entry) => keep(tx, deed, sending, entry, "waiting", answer));
  const last = sending.isWaitedFor ? entries.at(-1)?.id : undefined;
  for (const jobId of new Set(kept.map((entry) => entry.jobId))) {
    const refused = takeWaiting(tx, deed, driverId, jobId as Id<"job">, { readStep, last, rules });
    if (refused) answer.refused.push(refused);
    takeBehind(tx, deed, jobId as Id<"job">, { readStep, rules });
    endWhereSame(tx, deed, jobId as Id<"job">);
  }
  if (phone?.unsent === 0) endPhotoWaits(tx, deed, driverId);
  return told(tx, kept, answer);
}

/**
 * The same from a phone whose sign-in was ended: nothing is done, the office sees what it says (contract.md). What its
 * driver sends again, signed in, is taken after all.
 */
export function holdEntries(tx: Tx, deed: Deed, sending: Sending): Journaled {
  const answer: Journaled = { accepted: [], waiting: [], conflicts: [], refused: [] };
  const { driver_id, state } = journalEntries;
  const [{ held } = { held: 0 }] = tx
    .select({ held: count() })
    .from(journalEntries)
    .where(and(eq(driver_id, sending.driverId), eq(state, "quarantined")))
    .all();
  const room = sending.entries.slice(0, Math.max(0, MOST_QUARANTINED - held));
  // A phone says the same again each time that it is opened; the history says it once.
  const fresh = new Set(room.filter(({ id }) => !findEntry(tx, id)).map(({ id }) => id));
  const kept = room.filter((entry) => keep(tx, deed, sending, entry, "quarantined", answer));
  for (const jobId of new Set(kept.map((entry) => entry.jobId))) {
    const job = findJob(tx, jobId);
    const mine = new Set(kept.flatMap(({ id, jobId: of }) => (of === jobId && fresh.has(id) ? [id] : [])));
    if (!job || mine.size === 0) continue;
    recordEvent(tx, deed, { ...about(job), action: "journal_held", data: { job: job.kind, steps: mine.size } });
    needDecision(tx, deed, job);
  }
  return told(tx, kept, answer);
}

const countOpen = (tx: Tx, driverId: Id<"driver">): number =>
  tx
    .select({ open: count() })
    .from(journalEntries)
    .where(and(eq(journalEntries.driver_id, driverId), IS_OPEN))
    .get()?.open ?? 0;

function hearPhone(tx: Tx, deed: Deed, driverId: Id<"driver">, phone: NonNullable<Sending["phone"]>): void {
  const row = { ...phone, heard_at: deed.now };
  tx.insert(driverPhones)
    .values({ driver_id: driverId, ...row })
    .onConflictDoUpdate({ target: driverPhones.driver_id, set: row })
    .run();
}

/**
 * A picture of an entry has come, or was refused for good: its phone has one thing less to send, as pictures come after the
 * last that it says of itself. Nothing where another phone of the driver was heard since.
 */
export function hearPhoto(tx: Tx, deed: Deed, { driver_id, device }: Pick<EntryRow, "driver_id" | "device">): void {
  tx.update(driverPhones)
    .set({ unsent: sql`${driverPhones.unsent} - 1`, heard_at: deed.now })
    .where(and(eq(driverPhones.driver_id, driver_id), eq(driverPhones.device, device), gt(driverPhones.unsent, 0)))
    .run();
}

/** Keeps an entry that is new, or comes out of quarantine; false where it is of no job, or another driver's. */
function keep(tx: Tx, deed: Deed, sending: Sending, entry: SentEntry, state: EntryState, answer: Journaled): boolean {
  const before = findEntry(tx, entry.id);
  if (!findJob(tx, entry.jobId) || (before && before.driver_id !== sending.driverId)) {
    answer.conflicts.push({ id: entry.id, why: "unknown_job" });
    return false;
  }
  if (before) {
    if (before.state === "quarantined" && state === "waiting") letCount(tx, deed, before);
    return true;
  }
  const { doneAt, isCorrected } = stepTime(entry.at, { ...sending.clocks, now: deed.now });
  tx.insert(journalEntries)
    .values({
      id: entry.id,
      driver_id: sending.driverId,
      job_id: entry.jobId as Id<"job">,
      seq: entry.seq,
      step: entry.step,
      device: entry.device,
      device_at: entry.at,
      done_at: instant(doneAt),
      is_corrected: isCorrected,
      received_at: deed.now,
      state,
      why: null,
      said: entry.attempt === null ? entry.said : { ...entry.said, attempt: entry.attempt },
    })
    .run();
  return true;
}

/** The answer by what stands now, each id once. */
function told(tx: Tx, kept: readonly SentEntry[], answer: Journaled): Journaled {
  for (const id of new Set(kept.map((entry) => entry.id))) {
    const row = findEntry(tx, id);
    if (!row) continue;
    if (row.state === "conflict") answer.conflicts.push({ id, why: (row.why ?? "out_of_order") as Conflict });
    else if (row.state === "waiting" || row.state === "quarantined") answer.waiting.push(id);
    else answer.accepted.push(id);
  }
  return answer;
}
