import type { Orm } from "#db/client.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listCharges, totalOfCharge } from "~/domain/charges/charges.server";
import { describeCharge } from "~/domain/charges/customer-view.server";
import { findAttempt } from "~/domain/dispatch/attempts.server";
import type { Job } from "~/domain/dispatch/jobs.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { formatPrice } from "~/domain/kernel/money";
import { listPhotosOfJob } from "~/domain/photos/photos.server";
import type { Settings } from "~/domain/settings/schema";
import type { VisitFee } from "~/ui/manage/InTheWay";

const NONE: VisitFee = { words: "There is no fee for our last visit.", chargeId: null };

/**
 * What a visit that was in vain costs, as it stands now: nothing where it is waived, or where its proof is not enough
 * (domain.md, 4.8); else the fee as it was told, or is about to be.
 */
export function visitFee(orm: Orm, settings: Settings, booking: Booking, { id }: Pick<Job, "id">): VisitFee {
  const charge = listCharges(orm, booking.id).findLast(({ kind, job_id }) => kind === "dry_run" && job_id === id);
  if (charge?.state === "waived") return NONE;
  if ((findAttempt(orm, id)?.missing.length ?? 0) > 0)
    return { words: "Our proof of the visit is not complete, so there is no fee for it.", chargeId: null };
  if (charge?.state === "voided") return NONE;
  const { dryRunFee, noticeHours } = settingsAsSigned(orm, booking.id, settings);
  const owed = `Our last visit has the dry-run fee of your agreement, ${formatPrice(charge ? totalOfCharge(charge) : dryRunFee)}.`;
  return charge && charge.notices > 0
    ? {
        words: `${owed} We have sent you the notice with the proof. ${describeCharge(orm, charge, booking).stands}`,
        chargeId: charge.id,
      }
    : {
        words: `${owed} Nothing is charged yet: you get the proof and a notice ${noticeHours} hours before, and you can question it.`,
        chargeId: null,
      };
}

const MOST_SHOWN = 4;

/** The newest photographs of what was in the way of this job's truck, oldest first, by their capability. */
export const listInTheWay = (orm: Orm, { id }: Pick<Job, "id">): string[] =>
  listPhotosOfJob(orm, id)
    .flatMap(({ step, capability }) => (step === "attempted" ? [capability] : []))
    .slice(-MOST_SHOWN);
