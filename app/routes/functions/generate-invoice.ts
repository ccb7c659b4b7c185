import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { findInvoice, reviseInvoiceDates } from "~/domain/documents/invoices.server";
import { requireBookingAccess } from "~/http/access/booking.server";
import { jsonAction, jsonError, postOnly, tooManyCalls } from "~/http/answers/json.server";
import { mayPrint } from "~/http/limits/asked.server";
import { paths } from "~/paths";
import { ensureInvoicePdf } from "~/services/documents/documents.server";

const schema = z.object({
  bookingId: z.string("Send the booking's id.").min(1, "Send the booking's id.").max(100, "That is no booking's id."),
  invoiceType: z.literal("booking", "The only invoice type is booking."),
});

export const loader = postOnly;

/** The address of the booking's invoice PDF, made now when it is not there yet. */
export function action(args: ActionFunctionArgs) {
  return jsonAction(args, { name: "generate-invoice", schema, cap: "call-invoice" }, async ({ bookingId }, scope) => {
    const access = await requireBookingAccess(scope, args.request, bookingId);
    if (!access.ok) return access.answer;
    const { services } = scope;
    const invoice = findInvoice(services.db.orm, access.booking.id);
    if (!services.settings().invoicesEnabled || !invoice)
      return jsonError(409, { code: "no_invoice", message: "There is no invoice for this booking yet." });
    const counted = await mayPrint(scope, access.booking);
    if (!counted.ok) return tooManyCalls(counted.retryAfter);
    try {
      // Flag "invoice idempotency check": off, what was made before opens no more, and the same number is printed anew.
      if (!services.flags().invoice_idempotency_check && invoice.pdf_url)
        await services.db.write((tx) => reviseInvoiceDates(tx, scope.deed(access.actor), access.booking.id));
      const made = await ensureInvoicePdf(services, scope.deed(access.actor), access.booking.id);
      return made.ok
        ? { pdfUrl: made.pdfUrl }
        : jsonError(409, { code: "no_invoice", message: "There is no invoice for this booking yet." });
    } catch (error) {
      services.log.warn({
        module: "documents",
        action: "generate-invoice",
        booking_id: access.booking.id,
        error_message: error instanceof Error ? error.message : String(error),
      });
      return jsonError(
        503,
        { code: "pdf_unavailable", message: "The PDF is still being made. Please try again in a minute." },
        { printUrl: paths.print(invoice.capability) },
        { "Retry-After": "15" },
      );
    }
  });
}
