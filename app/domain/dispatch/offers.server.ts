import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { inSlices, type Slices } from "#db/slices.server";
import type { Db, Orm, Tx } from "#db/client.server";
import { bookings, drivers, events, jobOffers, jobs, units } from "#db/schema/index";
import type { OfferEnd } from "../events/happenings";
import { recordEvent } from "../events/events.server";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { MINUTE, plus, type Instant } from "../kernel/time.server";
import { dayAt } from "../kernel/time.server";
import { isOurs } from "../states/job-places";
import { sendSignal } from "../live/happened.server";
import { closeTask, openTask } from "../tasks/tasks.server";
import { conflictsOf } from "./conflicts.server";
import type { Conflict, ConflictCode } from "./conflicts";
import { readDayRoutes } from "./day-routes.server";
import { getJob, untakenCause, type Job } from "./jobs.server";
import { yardPlace } from "./our-yard.server";
import { placeInDay } from "./place-in-day.server";
import type { PlanRules } from "./plan-day.server";
import { isAsSeen, placeJob, type PlanResult, type Seen } from "./plan.server";

// As its partial indexes have it.
const IS_OPEN = sql`${jobOffers.state} = 'open'`;

/** An offer that nobody answers is taken back after this (issue 12, point 5). */
export const OFFER_MINUTES = 15;

type Offer = typeof jobOffers.$inferSelect;
export type OfferResult =
  | { ok: true; offer: Offer }
  | { ok: false; code: "conflicts"; conflicts: Conflict[]; from: Job["state"] }
  | Exclude<PlanResult, { ok: true }>
  | { ok: false; code: "offered_already" | "has_driver" | "not_offered"; from: Job["state"] };
/** `gone`: it was given to somebody or cancelled meanwhile, or the offer is over; `changed`: it was moved. */
export type AnswerResult = { ok: true } | { ok: false; code: "unknown" | "gone" | "changed" | "reason_missing" };

const NOBODY_HAS = ["unscheduled", "scheduled"] as const;

/** Its customer keeps it until they ask, or the office has stopped it. */
const NOT_THEIRS: readonly ConflictCode[] = ["kept", "on_hold"];

/**
 * Asks a driver to take a job that nobody has. Refused as `offered_already` while another offer of it is open, and for
 * what speaks against it for good (`conflicts`); what only asks a dispatcher is the driver's own to answer, but what no
 * driver knows (`NOT_THEIRS`): that is answered with "all the same" (`accepted`) first.
 */
export function offerJob(
  tx: Tx,
  deed: Deed,
  rules: PlanRules,
  jobId: Id<"job">,
  driverId: Id<"driver">,
  seen: Seen | null = null,
  accepted: readonly string[] = [],
): OfferResult {
  const job = getJob(tx, jobId);
  const from = job.state;
  if (!isAsSeen(job, seen)) return { ok: false, code: "changed", from };
  if (!NOBODY_HAS.some((state) => state === job.state)) return { ok: false, code: "has_driver", from };
  if (findOffer(tx, jobId, deed.now)) return { ok: false, code: "offered_already", from };
  const driver = tx.select().from(drivers).where(eq(drivers.id, driverId)).get();
  if (!driver) return { ok: false, code: "unknown_driver", from };
  const against = conflictsNow(tx, rules, job, driverId, deed).against.filter(
    ({ isHard, code }) => isHard || (NOT_THEIRS.includes(code) && !accepted.includes(code)),
  );
  if (against.length > 0) return { ok: false, code: "conflicts", conflicts: against, from };
  // One that is over, and that no housekeeping has met yet, makes room.
  for (const old of openOffers(tx, jobId)) endOffer(tx, deed, old, "expired");
  closeTask(tx, deed, untakenCause(jobId));
  const offer = tx
    .insert(jobOffers)
    .values({
      id: newId("offer"),
      job_id: jobId,
      driver_id: driverId,
      state: "open",
      offered_at: deed.now,
      expires_at: plus(deed.now, OFFER_MINUTES * MINUTE),
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: jobId },
    bookingId: job.booking_id,
    action: "job_offered",
    data: { job: job.kind, driver: driver.name },
  });
  tellDriver(tx, offer);
  return { ok: true, offer };
}

/** What speaks against a driver having a job, and where it would stand: asked when it is offered, and again when it is taken. */
function conflictsNow(tx: Tx, rules: PlanRules, job: Job, driverId: Id<"driver">, { now }: Deed) {
  const day = readDayRoutes(tx, rules.settings, job.day, { oneDriver: false });
  const place = placeInDay(tx, day, [job], driverId);
  return { place, against: conflictsOf(tx, rules, { job, driverId, today: dayAt(now), day, place }) };
}

/** The day and window of an offer as its form sends them back. */
export const offerSeen = ({ day, window }: { day: string; window: string }): string => `${day} ${window}`;

/**
 * Takes back the open offer of a job. Refused as `not_offered` where there is none, as `changed` where it is not the one
 * that was seen: another driver has been asked since.
 */
export function withdrawOffer(tx: Tx, deed: Deed, jobId: Id<"job">, seen: string | null = null): OfferResult {
  const [offer] = openOffers(tx, jobId);
  if (!offer) return { ok: false, code: "not_offered", from: getJob(tx, jobId).state };
  if (seen !== null && seen !== offer.id) return { ok: false, code: "changed", from: getJob(tx, jobId).state };
  return { ok: true, offer: endOffer(tx, deed, offer, "withdrawn") };
}

/**
 * A driver's answer: taken, the job is theirs as if it had been given by hand; declined with a reason, it waits again.
 * `gone` when the offer is over, somebody else has the job, or something speaks against it for good by now; `changed` when
 * its day or window is not what the driver saw (`offerSeen`).
 */
export function answerOffer(
  tx: Tx,
  deed: Deed,
  rules: PlanRules,
  driverId: Id<"driver">,
  offerId: string,
  answer: { accept: true; seen: string | null } | { accept: false; reason: string },
): AnswerResult {
  const offer = tx
    .select()
    .from(jobOffers)
    .where(and(eq(jobOffers.id, offerId as Id<"offer">), eq(jobOffers.driver_id, driverId)))
    .get();
  if (!offer) return { ok: false, code: "unknown" };
  // Pressed twice, or sent again after the connection was lost.
  if (offer.state === (answer.accept ? "accepted" : "declined")) return { ok: true };
  if (offer.state !== "open" || offer.expires_at <= deed.now) return { ok: false, code: "gone" };
  if (!answer.accept) {
    if (answer.reason === "") return { ok: false, code: "reason_missing" };
    endOffer(tx, deed, offer, "declined", answer.reason);
    needSomebody(tx, deed, offer);
    return { ok: true };
  }
  const job = getJob(tx, offer.job_id);
  const isFree = NOBODY_HAS.some((state) => state === job.state);
  if (isFree && answer.seen !== null && answer.seen !== offerSeen({ day: job.day, window: job.delivery_window }))
    return { ok: false, code: "changed" };
  if (!isFree) return { ok: false, code: "gone" };
  const { place, against } = conflictsNow(tx, rules, job, driverId, deed);
  if (against.some(({ isHard }) => isHard)) return { ok: false, code: "gone" };
  if (!placeJob(tx, deed, job.id, driverId, place).ok) return { ok: false, code: "gone" };
  endOffer(tx, deed, offer, "accepted");
  return { ok: true };
}

/** The open offer of a job, and to whom; null where there is none. */
export function findOffer(
  orm: Orm,
  jobId: Id<"job">,
  now: Instant,
): { id: Id<"offer">; driver: string; until: Instant } | null {
  const found = orm
    .select({ id: jobOffers.id, driver: drivers.name, until: jobOffers.expires_at })
    .from(jobOffers)
    .innerJoin(drivers, eq(drivers.id, jobOffers.driver_id))
    .where(and(eq(jobOffers.job_id, jobId), IS_OPEN, gt(jobOffers.expires_at, now)))
    .get();
  return found ?? null;
}

/** What became of the last offer of each job of a day that nobody has: declined, and why, or not answered in time. */
export function listUntaken(orm: Orm, day: Day) {
  const ended = orm
    .select({ jobId: jobs.id, data: events.data, why: events.why })
    .from(jobs)
    .innerJoin(events, and(eq(events.subject_kind, "job"), eq(events.subject_id, jobs.id)))
    .where(and(eq(jobs.day, day), inArray(jobs.state, NOBODY_HAS), eq(events.action, "offer_ended")))
    .orderBy(asc(events.id))
    .all();
  const untaken = new Map<Id<"job">, { driver: string; why: string | null }>();
  for (const { jobId, data, why } of ended)
    if (data?.["answer"] === "declined" || data?.["answer"] === "expired")
      untaken.set(jobId, { driver: String(data["driver"]), why });
    else untaken.delete(jobId);
  return untaken;
}

/** What a driver is asked to take now. Whose it is stays with the office until it is taken: no name, no house number. */
export function listOffers(orm: Orm, driverId: Id<"driver">, now: Instant) {
  return orm
    .select({
      id: jobOffers.id,
      until: jobOffers.expires_at,
      kind: jobs.kind,
      day: jobs.day,
      window: jobs.delivery_window,
      size: units.size_yards,
      brings: sql<number | null>`(select b.size_yards from units as b where b.id = ${jobs.brings_unit_id})`,
      city: bookings.city,
      zip: bookings.zip,
    })
    .from(jobOffers)
    .innerJoin(jobs, eq(jobs.id, jobOffers.job_id))
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(
      and(eq(jobOffers.driver_id, driverId), IS_OPEN, gt(jobOffers.expires_at, now), inArray(jobs.state, NOBODY_HAS)),
    )
    .orderBy(asc(jobOffers.expires_at))
    .limit(20)
    .all()
    .map((offer) => ({ ...offer, ...(isOurs(offer) && placeOf(orm)) }));
}

/** What we parked is fetched in our yard. */
function placeOf(orm: Orm) {
  const { city, zip } = yardPlace(orm);
  return { city, zip };
}
export type Offered = ReturnType<typeof listOffers>[number];

/** Takes back what was not answered in time. */
export function expireOffers(db: Db, deed: Deed): Promise<Slices> {
  return inSlices(db, (tx, most) => {
    const over = tx
      .select()
      .from(jobOffers)
      .where(and(IS_OPEN, lte(jobOffers.expires_at, deed.now)))
      .limit(most)
      .all();
    for (const offer of over) {
      endOffer(tx, deed, offer, "expired");
      needSomebody(tx, deed, offer);
    }
    return over.length;
  });
}

const openOffers = (tx: Tx, jobId: Id<"job">): Offer[] =>
  tx
    .select()
    .from(jobOffers)
    .where(and(eq(jobOffers.job_id, jobId), IS_OPEN))
    .all();

/** The job is nobody's yet, so that its own events do not reach who is asked. */
const tellDriver = (tx: Tx, { driver_id, job_id }: Offer): void =>
  sendSignal(tx, { topic: `driver:${driver_id}`, kind: "job", id: job_id });

/** Nobody took it: a dispatcher has to see that, until it is given to somebody, offered anew or cancelled. */
function needSomebody(tx: Tx, deed: Deed, { job_id }: Offer): void {
  const { booking_id, state } = getJob(tx, job_id);
  if (!NOBODY_HAS.some((one) => one === state)) return;
  openTask(tx, deed, {
    kind: "offer_untaken",
    cause: untakenCause(job_id),
    subject: { kind: "booking", id: booking_id },
    bookingId: booking_id,
    due: deed.now,
  });
}

function endOffer(tx: Tx, deed: Deed, offer: Offer, answer: OfferEnd, why?: string): Offer {
  const job = getJob(tx, offer.job_id);
  const driver = tx.select({ name: drivers.name }).from(drivers).where(eq(drivers.id, offer.driver_id)).get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "offer_ended",
    data: { job: job.kind, driver: driver?.name ?? "", answer },
    why,
  });
  tellDriver(tx, offer);
  return tx
    .update(jobOffers)
    .set({ state: answer, ended_at: deed.now, reason: why ?? null })
    .where(eq(jobOffers.id, offer.id))
    .returning()
    .get();
}
