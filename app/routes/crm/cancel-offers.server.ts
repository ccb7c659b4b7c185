import { previewCancellation } from "~/domain/changes/cancel.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { BookingRecord } from "~/domain/records/office.server";
import type { Services } from "~/services.server";
import type { CancelOffer } from "~/ui/office/RecordActions";

/** What cancelling the booking would cost now, whole and by dumpster. */
export function listOffers(
  { clock, db, settings }: Pick<Services, "clock" | "db" | "settings">,
  { booking, units }: Pick<BookingRecord, "booking" | "units">,
): CancelOffer[] {
  const preview = (unitId: Id<"unit"> | null) =>
    previewCancellation(db.orm, settings(), booking.id, unitId, clock.now(), "staff");
  const whole = preview(null);
  const offers: CancelOffer[] =
    whole.ok && booking.status !== "cancelled"
      ? [{ unitId: null, label: "Cancel the booking", percent: whole.percent, fee: whole.fee, refund: whole.refund }]
      : [];
  if (units.length < 2) return offers;
  for (const { unit } of units) {
    const one = unit.state === "cancelled" ? null : preview(unit.id);
    if (one?.ok && one.units.length > 0)
      offers.push({
        unitId: unit.id,
        label: `Cancel unit ${unit.unit_number}`,
        percent: one.percent,
        fee: one.fee,
        refund: one.refund,
      });
  }
  return offers;
}
