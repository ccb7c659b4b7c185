import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { receiptAddress } from "~/domain/booking/order/bookings.server";
import { requireBookingAccess } from "~/http/access/booking.server";
import { jsonAction, jsonError, postOnly, tooManyCalls } from "~/http/answers/json.server";
import { sendDocumentsAgain } from "~/services/messages/send.server";
import { mayCause } from "~/http/limits/limits.server";

const schema = z.object({
  bookingId: z.string("Send the booking's id.").min(1, "Send the booking's id.").max(100, "That is no booking's id."),
  emailType: z.literal(
    "booking_confirmation_with_invoice",
    "The only email type is booking_confirmation_with_invoice.",
  ),
});

export const loader = postOnly;

/**
 * Sends the confirmation with its documents once more, to the stored address only, no oftener than `documents-mail`
 * says.
 */
export function action(args: ActionFunctionArgs) {
  return jsonAction(args, { name: "send-booking-email", schema, cap: "call-email" }, async ({ bookingId }, scope) => {
    const access = await requireBookingAccess(scope, args.request, bookingId);
    if (!access.ok) return access.answer;
    if (access.booking.paid_at === null)
      return jsonError(409, { code: "not_paid", message: "This booking is not paid yet." });
    if (receiptAddress(access.booking) === "")
      return jsonError(409, {
        code: "no_email",
        message: "This booking has no email address. Its papers come by text message.",
      });
    const counted = await mayCause(scope, "documents-mail", { target: access.booking.id });
    if (!counted.ok) return tooManyCalls(counted.retryAfter);
    await sendDocumentsAgain(scope.services, access.booking);
    return { success: true };
  });
}
