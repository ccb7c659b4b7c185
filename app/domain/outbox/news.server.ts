import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { outbox, type jobs, type units } from "#db/schema/index";
import { newId, type Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { IS_HELD_BACK, waitingAnew } from "./after-all.server";
import { enqueue } from "./outbox.server";
import { readWork, type KnownDates, type Payload, type WorkKind } from "./work";

/** What a customer is told when it happens: by mail, and by text where they agreed to texts (domain.md, section 6). */
const NEWS = {
  "delivery-failed": [{ kind: "mail.delivery-failed" }, { kind: "sms.delivery-failed" }],
  "on-the-way": [{ kind: "mail.on-the-way" }, { kind: "sms.on-the-way" }],
  "called-back": [{ kind: "mail.called-back" }, { kind: "sms.called-back" }],
  delivered: [{ kind: "mail.delivered" }, { kind: "sms.delivered" }],
  "access-blocked": [{ kind: "mail.access-blocked" }, { kind: "sms.access-blocked" }],
  "picked-up": [{ kind: "mail.picked-up" }, { kind: "sms.picked-up" }],
  "pickup-requested": [{ kind: "mail.pickup-requested" }, { kind: "sms.pickup-requested" }],
  "pickup-kept": [{ kind: "mail.pickup-kept" }, { kind: "sms.pickup-kept" }],
  extended: [{ kind: "mail.extended" }, { kind: "sms.extended" }],
  "extra-planned": [{ kind: "mail.extra-planned" }, { kind: "sms.extra-planned" }],
  "extra-failed": [{ kind: "mail.extra-failed" }, { kind: "sms.extra-failed" }],
  "extra-withdrawn": [{ kind: "mail.extra-withdrawn" }, { kind: "sms.extra-withdrawn" }],
  cancelled: [{ kind: "mail.cancelled" }, { kind: "sms.cancelled" }],
  refund: [{ kind: "mail.refund" }, { kind: "sms.refund" }],
  "late-payment": [{ kind: "mail.late-payment" }, { kind: "sms.late-payment" }],
  moved: [{ kind: "mail.moved" }, { kind: "sms.moved" }],
  scheduled: [{ kind: "mail.scheduled" }, { kind: "sms.scheduled" }],
  "pickup-failed": [{ kind: "mail.pickup-failed" }, { kind: "sms.pickup-failed" }],
  "day-before": [{ kind: "mail.day-before" }, { kind: "sms.day-before" }],
  "due-soon": [{ kind: "mail.due-soon" }, { kind: "sms.due-soon" }],
  "due-today": [{ kind: "mail.due-today" }, { kind: "sms.due-today" }],
  overdue: [{ kind: "mail.overdue" }, { kind: "sms.overdue" }],
  "delivery-late": [{ kind: "mail.delivery-late" }, { kind: "sms.delivery-late" }],
  "errand-late": [{ kind: "mail.errand-late" }, { kind: "sms.errand-late" }],
  "charge-notice": [{ kind: "mail.charge-notice" }, { kind: "sms.charge-notice" }],
  "balance-due": [{ kind: "mail.balance-due" }, { kind: "sms.balance-due" }],
} as const satisfies Record<string, readonly { kind: WorkKind }[]>;
export type News = keyof typeof NEWS;

/**
 * Tells the booking's customer what has happened, in the transaction in which it happens. `cause` is what it is told
 * for: once, however often this is called; `runAt` (wall time, milliseconds) where it is not to leave at once. Whoever sends it looks first whether it is still true, and for the text
 * whether the customer agreed to texts. A new message is a row in `NEWS`, its work and its words.
 */
export function tellCustomer<N extends News>(
  tx: Tx,
  news: N,
  about: {
    bookingId: Id<"booking">;
    cause: string;
    payload: Payload<(typeof NEWS)[N][number]["kind"]>;
    runAt?: number;
  },
): void {
  const { bookingId, payload, runAt } = about;
  // why: each of a news' kinds takes its payload, which the types say of N and cannot say of the union.
  for (const { kind } of NEWS[news])
    enqueue(tx, {
      kind,
      cause: `${kind}:${about.cause}`,
      bookingId,
      payload,
      ...(runAt === undefined ? {} : { runAt }),
    } as Parameters<typeof enqueue>[1]);
}

/** The causes of its mail and its text, as `tellCustomer` writes them. */
export const causesOf = (news: News, cause: string): string[] => NEWS[news].map(({ kind }) => `${kind}:${cause}`);

type Dated = Pick<typeof units.$inferSelect, "id" | "booking_id" | "delivery_date" | "delivery_window" | "pickup_date">;

/** The receipt for the minute from which no day of a dumpster is charged, which is this one. */
export function tellPickupAsked(
  tx: Tx,
  { now }: { now: Instant },
  { id: unitId, booking_id: bookingId }: { id: Id<"unit">; booking_id: Id<"booking"> },
): void {
  tellCustomer(tx, "pickup-requested", { bookingId, cause: `${unitId}:${now}`, payload: { unitId, at: now } });
}

const datesOf = (unit: Dated): KnownDates => ({
  unitId: unit.id,
  delivery: unit.delivery_date,
  window: unit.delivery_window,
  pickup: unit.pickup_date,
});

/**
 * Another message has told a dumpster's dates, those of `unit`: what still waits to say that they moved goes from these,
 * and says nothing where they stay. `kind`: a mail tells for the mails, a text for the texts.
 */
export function datesTold(tx: Tx, kind: (typeof NEWS.moved)[number]["kind"], unit: Dated): void {
  for (const waiting of listUntold(tx, unit.booking_id, kind)) {
    const read = readWork(waiting);
    if (read?.kind !== kind) continue;
    const known = read.payload.known.map((one) => (one.unitId === unit.id ? datesOf(unit) : one));
    tx.update(outbox)
      .set({ payload: { ...read.payload, known } })
      .where(eq(outbox.id, waiting.id))
      .run();
  }
}

/**
 * Tells the customer that a dumpster has other dates, `minutes` from now: called with its dates as they know them, before
 * they change. What is still waiting, or held back as the booking is on hold, takes it along and waits anew, so that a day
 * of much moving is one message, and none where everything came back.
 */
export function tellMoved(tx: Tx, unit: Dated, minutes: number): void {
  const known = datesOf(unit);
  const runAt = Date.now() + minutes * 60_000;
  for (const { kind } of NEWS.moved) {
    const [waiting] = listWaiting(tx, unit.booking_id, kind);
    const read = waiting && readWork(waiting);
    if (waiting && read?.kind === kind) {
      const others = read.payload.known.filter(({ unitId }) => unitId !== unit.id);
      const mine = read.payload.known.find(({ unitId }) => unitId === unit.id) ?? known;
      const payload = { ...read.payload, known: [...others, mine] };
      tx.update(outbox)
        .set({ ...waitingAnew(runAt), payload })
        .where(eq(outbox.id, waiting.id))
        .run();
    } else {
      const payload = { bookingId: unit.booking_id, known: [known] };
      enqueue(tx, { kind, cause: `${kind}:${newId("outbox")}`, bookingId: unit.booking_id, payload, runAt });
    }
  }
}

type Planned = Pick<typeof jobs.$inferSelect, "id" | "booking_id" | "day" | "delivery_window">;

/**
 * The same of a truck beyond delivery and pickup (an emptying, a swap, a move on the site): called with the job as its
 * customer knows it, before it moves.
 */
export function tellExtraMoved(tx: Tx, job: Planned, minutes: number): void {
  const runAt = Date.now() + minutes * 60_000;
  for (const { kind } of NEWS["extra-planned"]) {
    const waiting = listWaiting(tx, job.booking_id, kind).find((row) => {
      const read = readWork(row);
      return read?.kind === kind && read.payload.jobId === job.id;
    });
    if (waiting) tx.update(outbox).set(waitingAnew(runAt)).where(eq(outbox.id, waiting.id)).run();
    else {
      const payload = { jobId: job.id, known: { day: job.day, window: job.delivery_window } };
      enqueue(tx, { kind, cause: `${kind}:${newId("outbox")}`, bookingId: job.booking_id, payload, runAt });
    }
  }
}

type Stored = typeof outbox.$inferSelect;
/** What is to be sent to a customer later, and nobody is sending now. */
const listWaiting = (tx: Tx, bookingId: Id<"booking">, kind: WorkKind): Stored[] =>
  listUntold(tx, bookingId, kind).filter(({ state, run_at }) => state === "done" || run_at > Date.now());

/** What is still to be sent to a customer, now or after a hold, and nobody is sending now. */
function listUntold(tx: Tx, bookingId: Id<"booking">, kind: WorkKind): Stored[] {
  const mine = and(eq(outbox.booking_id, bookingId), eq(outbox.kind, kind));
  return tx
    .select()
    .from(outbox)
    .where(and(mine, or(and(eq(outbox.state, "waiting"), isNull(outbox.lease_token)), IS_HELD_BACK)))
    .all();
}

/** What is told of a visit that was in vain, by the job that it was. */
const IN_VAIN = [...NEWS["delivery-failed"], ...NEWS["pickup-failed"], ...NEWS["extra-failed"]];

/** Has what is told of a visit in vain leave at `runAt` (wall time, milliseconds), as far as it has not left yet. */
export function tellInVainAt(tx: Tx, jobId: Id<"job">, runAt: number): void {
  const causes = IN_VAIN.map(({ kind }) => `${kind}:${jobId}`);
  tx.update(outbox)
    .set({ run_at: runAt })
    .where(and(inArray(outbox.cause, causes), eq(outbox.state, "waiting"), isNull(outbox.lease_token)))
    .run();
}

/** Forgets what is still to be told of it and is not true any more, so that the same cause may bring it again. */
export function forgetNews(tx: Tx, name: News, bookingId: Id<"booking">): void {
  const kinds = NEWS[name].map(({ kind }) => kind);
  tx.delete(outbox)
    .where(
      and(
        eq(outbox.booking_id, bookingId),
        eq(outbox.state, "waiting"),
        isNull(outbox.lease_token),
        inArray(outbox.kind, kinds),
      ),
    )
    .run();
}
