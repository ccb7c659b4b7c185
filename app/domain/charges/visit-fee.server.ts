import type { Orm } from "#db/client.server";
import type { Booking } from "../booking/order/bookings.server";
import { findAttempt, isOurCrossing, isPhotoAwaited } from "../dispatch/attempts.server";
import type { Job } from "../dispatch/jobs.server";
import { settingsAsSigned } from "../documents/signed-terms.server";
import type { Id } from "../kernel/ids.server";
import { formatPrice, type Cents } from "../kernel/money";
import { formatInstant, type Instant } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import type { ChargeState } from "../states/transitions";
import { listCharges, totalOfCharge } from "./charges.server";
import { describeCharge } from "./customer-view.server";
import { readFacts } from "./facts.server";
import { chargesFor } from "./wanted";

const FORGIVEN: readonly ChargeState[] = ["waived", "voided"];
/** What a visit in vain costs, in words, and the charge that its customer was told of; null while they were of none. */
export interface VisitFee {
  words: string;
  chargeId: Id<"charge"> | null;
}
const OURS =
  "Another truck of ours had your dumpster at that moment. That was our mistake, and there is no fee for it.";
const none = (words: string): VisitFee => ({ words, chargeId: null });

/**
 * What a visit that was in vain costs, as it stands at `now`, the same for page and mail: nothing where another truck
 * of ours was the reason, where it is waived, or
 * where its proof is not enough (domain.md, 4.8); not yet decided while its photo may still come (decision 0097); else the
 * fee as it was told, or is about to be.
 */
export function visitFee(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  { id }: Pick<Job, "id">,
  now: Instant,
): VisitFee {
  const charge = listCharges(orm, booking.id).findLast(({ kind, job_id }) => kind === "dry_run" && job_id === id);
  const owed = (total: Cents) => `Our last visit has the dry-run fee of your agreement, ${formatPrice(total)}.`;
  if (charge && charge.notices > 0 && !FORGIVEN.includes(charge.state)) {
    const { stands } = describeCharge(orm, charge, booking);
    const words = `${owed(totalOfCharge(charge))} We have sent you the notice with the proof. ${stands}`;
    return { words, chargeId: charge.id };
  }
  if (isOurCrossing(orm, id)) return none(OURS);
  const terms = settingsAsSigned(orm, booking.id, settings);
  if (charge?.state === "waived" || terms.dryRunFee === 0) return none("There is no fee for our last visit.");
  const facts = readFacts(orm, terms, booking);
  const isOwed = chargesFor(facts, terms).some(({ cause }) => cause === `dry_run:${id}`);
  if (!isOwed) {
    const until = photoUntil(orm, facts, id, now);
    return none(
      until === null
        ? "Our proof of the visit is not complete, so there is no fee for it."
        : `We are still checking the proof of our last visit: a photo of it may be on the driver’s phone. If it is not here by ${formatInstant(until)}, there is no fee. Nothing is charged meanwhile.`,
    );
  }
  if (charge?.state === "voided") return none("There is no fee for our last visit.");
  return none(
    `${owed(terms.dryRunFee)} Nothing is charged yet: you get the proof and a notice ${terms.noticeHours} hours before, and you can question it.`,
  );
}

/** Until when the photo that alone is missing may come; null where none is waited for, or more is missing. */
function photoUntil(orm: Orm, { units }: ReturnType<typeof readFacts>, id: Id<"job">, now: Instant): Instant | null {
  const attempt = findAttempt(orm, id);
  const fact = units.flatMap(({ jobs }) => jobs).find((job) => job.id === id)?.attempt;
  const isOnlyThat = attempt !== null && isPhotoAwaited(attempt, now) && fact?.missing.join() === "photo";
  return isOnlyThat ? attempt.photo_until : null;
}
