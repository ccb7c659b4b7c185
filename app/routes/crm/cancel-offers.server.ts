import { offAccount, previewCancellation, type CancellationPreview } from "~/domain/changes/cancel.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { BookingRecord } from "~/domain/records/office.server";
import type { Services } from "~/services.server";
import type { CancelOffer } from "~/ui/office/RecordActions";

/** What cancelling the booking would cost now, whole and by dumpster. */
export function listOffers(
  { clock, db, settings }: Pick<Services, "clock" | "db" | "settings">,
  { booking, units }: Pick<BookingRecord, "booking" | "units">,
): CancelOffer[] {
  const previewOf = (unitId: Id<"unit"> | null) =>
    previewCancellation(db.orm, settings(), booking.id, unitId, clock.now(), "staff");
  const offerOf = (unitId: Id<"unit"> | null, label: string, preview: CancellationPreview): CancelOffer => {
    const { percent, fee, trip, refund, by, already } = preview;
    return { unitId, label, percent, fee, trip, refund, by, already, offAccount: offAccount(booking, preview) };
  };
  const whole = previewOf(null);
  const offers = whole.ok && booking.status !== "cancelled" ? [offerOf(null, "Cancel the booking", whole)] : [];
  if (units.length < 2) return offers;
  for (const { unit } of units) {
    const one = unit.state === "cancelled" ? null : previewOf(unit.id);
    if (one?.ok && one.units.length > 0) offers.push(offerOf(unit.id, `Cancel unit ${unit.unit_number}`, one));
  }
  return offers;
}
