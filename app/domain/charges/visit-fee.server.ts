import type { Orm } from "#db/client.server";
import type { Booking, Unit } from "../booking/order/bookings.server";
import { findAttempt, isBeforeItsTime, isOurCrossing, isPhotoAwaited } from "../dispatch/attempts.server";
import { listAttempted, type Job } from "../dispatch/jobs.server";
import { endOfWait, type Visit } from "../dispatch/visits.server";
import { settingsAsSigned } from "../documents/signed-terms.server";
import { formatDay } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { formatPrice, type Cents } from "../kernel/money";
import { dayAt, formatInstant, type Instant } from "../kernel/time.server";
import { deliveryHours } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import type { ChargeState } from "../states/transitions";
import { listCharges, totalOfCharge, type LaterRow } from "./charges.server";
import { describeCharge } from "./customer-view.server";
import { readFacts } from "./facts.server";
import { isOpenTrip } from "./trips.server";
import { chargesFor } from "./wanted";

const FORGIVEN: readonly ChargeState[] = ["waived", "voided"];

/**
 * What a visit in vain costs as it stands: `told` of a charge; nothing because it was `ours`, is `waived` or its proof is
 * not enough; `awaited`, while a photo may still come `until` then (decision 0097); or `owed`, and nobody was told yet.
 */
type VisitCost =
  | { is: "told"; charge: LaterRow }
  | { is: "ours" | "waived" | "unproven" }
  | { is: "awaited"; until: Instant }
  | { is: "owed"; cents: Cents };

/** The one answer to it for page, mail and cancelling (domain.md, 4.8). */
function costOfVisit(orm: Orm, settings: Settings, booking: Booking, id: Id<"job">, now: Instant): VisitCost {
  const charge = listCharges(orm, booking.id).findLast(({ kind, job_id }) => kind === "dry_run" && job_id === id);
  if (charge && charge.notices > 0 && !FORGIVEN.includes(charge.state)) return { is: "told", charge };
  if (isOurCrossing(orm, id)) return { is: "ours" };
  const terms = settingsAsSigned(orm, booking.id, settings);
  if (charge?.state === "waived" || terms.dryRunFee === 0) return { is: "waived" };
  const facts = readFacts(orm, terms, booking);
  const isOwed = chargesFor(facts, terms).some(({ cause }) => cause === `dry_run:${id}`);
  const until = isOwed ? null : photoUntil(orm, facts, id, now);
  if (until !== null) return { is: "awaited", until };
  if (!isOwed) return { is: "unproven" };
  if (charge?.state === "voided") return { is: "waived" };
  return { is: "owed", cents: charge ? totalOfCharge(charge) : terms.dryRunFee };
}

/** What a visit in vain costs, in words, and the charge that its customer was told of; null while they were of none. */
export interface VisitFee {
  words: string;
  chargeId: Id<"charge"> | null;
}

/** What a visit that was in vain costs, as it stands at `now`, the same for page and mail. */
export function visitFee(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  { id }: Pick<Job, "id">,
  now: Instant,
): VisitFee {
  const cost = costOfVisit(orm, settings, booking, id, now);
  if (cost.is !== "told") return { words: wordsOf(cost, settingsAsSigned(orm, booking.id, settings)), chargeId: null };
  const { stands } = describeCharge(orm, cost.charge, booking);
  const { state, due_at } = cost.charge;
  const isOnItsWay = state === "noticed" && due_at === null;
  const told = isOnItsWay
    ? "The notice with the proof is on its way. Nothing is charged yet."
    : `We have sent you the notice with the proof. ${stands}`;
  const words = `${owed(totalOfCharge(cost.charge))} ${told}`;
  return { words, chargeId: cost.charge.id };
}

/**
 * What cancelling a dumpster costs for all visits to it that were in vain, in cents: what its customer was told, or would
 * be, and is not in the books yet; nothing of those of which they were told that there is no fee, or of none yet, as
 * what is cancelled is decided then.
 */
export function feeWhenCancelled(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  unit: Pick<Unit, "id">,
  now: Instant,
): Cents {
  const costs = listAttempted(orm, unit.id).map((id) => costOfVisit(orm, settings, booking, id, now));
  return costs.reduce((sum, cost) => {
    if (cost.is === "told") return sum + (isOpenTrip(cost.charge) ? totalOfCharge(cost.charge) : 0);
    return sum + (cost.is === "owed" ? cost.cents : 0);
  }, 0);
}

const owed = (total: Cents) => `Our last visit costs the dry-run fee of your agreement, ${formatPrice(total)}.`;

function wordsOf(cost: Exclude<VisitCost, { is: "told" }>, { noticeHours }: Settings): string {
  switch (cost.is) {
    case "ours":
      return "Another truck of ours had your dumpster at that moment. That was our mistake, and there is no fee for it.";
    case "waived":
      return "There is no fee for our last visit.";
    case "unproven":
      return "Our proof of the visit is not complete, so there is no fee for it.";
    case "awaited":
      return `We are still checking the proof of our last visit: a photo of it may be on the driver’s phone. If it is not here by ${formatInstant(cost.until)}, there is no fee. Nothing is charged meanwhile.`;
    case "owed":
      return `${owed(cost.cents)} Nothing is charged yet: you get the proof and a notice ${noticeHours} hours before, and you can question it.`;
  }
}

type Promised = Pick<Job, "day" | "delivery_window">;

/**
 * What it costs to send the waiting driver away at `now`, in cents, where its proof is good: the visit ends at that moment,
 * so 0 before the time that was promised.
 */
export function feeWhenSentAway(
  orm: Orm,
  settings: Settings,
  { job, visit }: { job: Promised; visit: Visit },
  now: Instant,
): Cents {
  return isBeforeItsTime(job, now) ? 0 : settingsAsSigned(orm, visit.booking_id, settings).dryRunFee;
}

/**
 * What a visit may cost whose driver still waits, in words, the same for page and mail: where the wait is over before the
 * time begins that was promised, nobody is warned of a fee that cannot arise (decision 0099).
 */
export function visitMayCost(
  orm: Orm,
  settings: Settings,
  { job, visit }: { job: Promised; visit: Visit },
  now: Instant,
): string {
  const { dryRunFee, noticeHours } = settingsAsSigned(orm, visit.booking_id, settings);
  return whileEarly(job, visit, now) ?? dryRunWords(dryRunFee, noticeHours);
}

/** The same in a text's few letters. */
export function visitMayCostShort(
  orm: Orm,
  settings: Settings,
  { job, visit }: { job: Promised; visit: Visit },
  now: Instant,
): string {
  const { dryRunFee } = settingsAsSigned(orm, visit.booking_id, settings);
  return whileEarly(job, visit, now) ?? dryRunShort(dryRunFee);
}

/** That we are before the promised time; null where the wait, or a driver who stays beyond it, lasts until then. */
export function whileEarly(job: Promised, visit: Visit, now: Instant): string | null {
  const ends = endOfWait(visit);
  if (!isBeforeItsTime(job, now > ends ? now : ends)) return null;
  const day = job.day === dayAt(now) ? "" : `${formatDay(job.day)}, `;
  return earlyWords(`${day}${deliveryHours(job.delivery_window)}`);
}

export const dryRunWords = (fee: Cents, noticeHours: number): string =>
  `If we have to leave without doing the job, your agreement has a dry-run fee of ${formatPrice(fee)}. Nothing is charged now: you get the proof and a notice ${noticeHours} hours before, you can question it, and without good proof there is no fee.`;
export const dryRunShort = (fee: Cents): string => `If we have to leave, the dry-run fee is ${formatPrice(fee)}.`;
export const earlyWords = (promised: string): string =>
  `We are before your time (${promised}): if we leave before it begins, there is no fee.`;

/** Until when the photo that alone is missing may come; null where none is waited for, or more is missing. */
function photoUntil(orm: Orm, { units }: ReturnType<typeof readFacts>, id: Id<"job">, now: Instant): Instant | null {
  const attempt = findAttempt(orm, id);
  const fact = units.flatMap(({ jobs }) => jobs).find((job) => job.id === id)?.attempt;
  const isOnlyThat = attempt !== null && isPhotoAwaited(attempt, now) && fact?.missing.join() === "photo";
  return isOnlyThat ? attempt.photo_until : null;
}
