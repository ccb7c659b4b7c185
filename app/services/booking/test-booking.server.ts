import { deleteTestBooking, findTestBooking, type DeleteResult } from "~/domain/changes/test-booking.server";
import type { Deed } from "~/domain/kernel/deed";
import { listOpenCheckouts } from "~/domain/payments/checkouts.server";
import type { Services } from "~/services.server";
import { release, type Till } from "../payments/checkout.server";

export type RemoveResult =
  | { ok: true; bookingNumber: string }
  | { ok: false; code: Extract<DeleteResult, { ok: false }>["code"] | "payment_unreachable"; message: string };

const REASONS: Record<Extract<RemoveResult, { ok: false }>["code"], string> = {
  not_a_sandbox: "This database holds real bookings. Nothing is deleted here.",
  none_left: "There is no test booking any more.",
  payment_page_open: "Its payment page was opened just now. Please try again.",
  payment_unreachable: "Its payment page cannot be closed, because the card company does not answer. Please try again.",
};

/**
 * Deletes the test booking: first its open payment pages at the card company, then everything in the database at once,
 * then its files. Refused with a reason for people. A file that stays behind is logged: nothing names it any more.
 */
export async function removeTestBooking(
  services: Till & Pick<Services, "files" | "log">,
  deed: Deed,
): Promise<RemoveResult> {
  const booking = findTestBooking(services.db.orm);
  if (booking && services.config.sandbox.any)
    for (const open of listOpenCheckouts(services.db.orm, booking.id))
      if ((await release(services, deed, open)) === "unreachable") return refused("payment_unreachable");
  const deleted = await services.db.write((tx) => deleteTestBooking(tx, deed));
  if (!deleted.ok) return refused(deleted.code);
  for (const path of deleted.filePaths) {
    await services.files.remove(path).catch((error: unknown) => {
      services.log.warn({
        module: "documents",
        action: "remove_file",
        error_message: error instanceof Error ? error.message : String(error),
        error_details: { path },
      });
    });
  }
  services.log.info({
    module: "booking",
    action: "test_booking_deleted",
    request_id: deed.requestId,
    error_details: { booking_number: deleted.bookingNumber },
  });
  return { ok: true, bookingNumber: deleted.bookingNumber };
}

function refused(code: Extract<RemoveResult, { ok: false }>["code"]): RemoveResult {
  return { ok: false, code, message: REASONS[code] };
}
