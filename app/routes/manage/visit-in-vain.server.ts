import type { Orm } from "#db/client.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listCharges, totalOfCharge } from "~/domain/charges/charges.server";
import { describeCharge } from "~/domain/charges/customer-view.server";
import { readFacts } from "~/domain/charges/facts.server";
import { chargesFor } from "~/domain/charges/wanted";
import { isOurCrossing } from "~/domain/dispatch/attempts.server";
import type { Job } from "~/domain/dispatch/jobs.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { formatPrice, type Cents } from "~/domain/kernel/money";
import { listPhotosOfJob } from "~/domain/photos/photos.server";
import type { Settings } from "~/domain/settings/schema";
import type { ChargeState } from "~/domain/states/transitions";
import type { VisitFee } from "~/ui/manage/InTheWay";

const FORGIVEN: readonly ChargeState[] = ["waived", "voided"];
const none = (words: string): VisitFee => ({ words, chargeId: null });

const OURS =
  "Another truck of ours had your dumpster at that moment. That was our mistake, and there is no fee for it.";

/**
 * What a visit that was in vain costs, as it stands now: nothing where another truck of ours was the reason, where it is
 * waived, or where its proof is not enough (domain.md, 4.8); else the fee as it was told, or is about to be.
 */
export function visitFee(orm: Orm, settings: Settings, booking: Booking, { id }: Pick<Job, "id">): VisitFee {
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
  const isOwed = chargesFor(readFacts(orm, terms, booking), terms).some(({ cause }) => cause === `dry_run:${id}`);
  if (!isOwed) return none("Our proof of the visit is not complete, so there is no fee for it.");
  if (charge?.state === "voided") return none("There is no fee for our last visit.");
  return none(
    `${owed(terms.dryRunFee)} Nothing is charged yet: you get the proof and a notice ${terms.noticeHours} hours before, and you can question it.`,
  );
}

const MOST_SHOWN = 4;

/**
 * The newest photographs of what was in the way of this job's truck, oldest first, by their capability. None where another
 * truck of ours had the dumpster: nothing was in the way.
 */
export const listInTheWay = (orm: Orm, { id }: Pick<Job, "id">): string[] =>
  isOurCrossing(orm, id)
    ? []
    : listPhotosOfJob(orm, id)
        .flatMap(({ step, capability }) => (step === "attempted" ? [capability] : []))
        .slice(-MOST_SHOWN);
