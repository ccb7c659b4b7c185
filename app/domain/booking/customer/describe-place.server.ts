import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { getBooking } from "../order/bookings.server";

/**
 * What the customer says of the place where the dumpster goes: drivers read it with their job, the office in the record. One
 * event for all of a form; none where nothing is other than before. `photos` and `removed` count pictures.
 */
export function describePlace(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  { note, gateCode, photos, removed }: { note: string; gateCode: string; photos: number; removed: number },
): void {
  const before = getBooking(tx, bookingId);
  const isOther = before.special_instructions !== note || before.gate_code !== gateCode;
  if (isOther)
    tx.update(bookings)
      .set({ special_instructions: note, gate_code: gateCode, updated_at: deed.now })
      .where(eq(bookings.id, bookingId))
      .run();
  if (isOther || photos > 0 || removed > 0)
    recordEvent(tx, deed, {
      subject: { kind: "booking", id: bookingId },
      bookingId,
      action: "place_described",
      data: { note: isOther, photos, removed },
    });
}
