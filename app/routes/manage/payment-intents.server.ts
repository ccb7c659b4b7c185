import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { receiptAddress, type Booking } from "~/domain/booking/order/bookings.server";
import { wordsFor } from "~/domain/messages/still-true";
import { customerOf } from "~/http/access/booking.server";
import { findSignedIn } from "~/http/access/session.server";
import { customerIntent, type CustomerIntents, type Visit } from "~/http/answers/customer-intents.server";
import { reportError } from "~/http/answers/errors.server";
import { askForPayment, mayPrint } from "~/http/limits/asked.server";
import { mayCause, waitWords } from "~/http/limits/limits.server";
import { paths } from "~/paths";
import { ensureInvoicePdf } from "~/services/documents/documents.server";
import { offOf } from "~/services/messages/facts.server";
import { sendDocumentsAgain } from "~/services/messages/send.server";
import { EMAIL_ERROR, EMAIL_FAILED, type DoneAnswer } from "~/ui/manage/use-payment";

/** What a customer can do on /payment-success: have the papers sent again, or open the invoice. */
export const PAYMENT_INTENTS = {
  email: customerIntent({ may: paidBooking, schema: z.object({}), run: sendPapers }),
  invoice: customerIntent({ may: paidBooking, schema: z.object({}), run: openInvoice }),
} as const satisfies CustomerIntents;

/** The booking that this session has paid; throws back to its page while there is none, or no invoices are made. */
async function paidBooking({ scope, request }: Visit): Promise<Booking> {
  const { searchParams } = new URL(request.url);
  const sessionId = searchParams.get("session_id") ?? "";
  const checkout = searchParams.get("checkout");
  const found = await askForPayment(scope, sessionId, checkout);
  if (found.state !== "confirmed" || found.isBalance || !scope.services.settings().invoicesEnabled)
    throw redirect(paths.paymentSuccess(sessionId, checkout));
  return found.booking;
}

async function openInvoice({ scope, request }: Visit, booking: Booking) {
  if (!(await findSignedIn(scope, request)))
    return failed("Invoice Error", "Please sign in to download the invoice here, or use the link on this page.", 403);
  if (!(await mayPrint(scope, booking)).ok)
    return failed("Invoice Error", "The invoice is still being made. Please try again in a few minutes.", 429);
  const made = await ensureInvoicePdf(scope.services, scope.deed(customerOf(booking)), booking.id).catch(() => null);
  return made?.ok ? redirect(made.pdfUrl) : failed("Invoice Error", "There was an issue generating your invoice.", 503);
}

async function sendPapers({ scope, request }: Visit, booking: Booking) {
  const { services } = scope;
  if (receiptAddress(booking) === "") return failed(EMAIL_ERROR, NO_EMAIL, 409);
  try {
    const counted = await mayCause(scope, "documents-mail", { target: booking.id });
    if (!counted.ok) return failed(EMAIL_ERROR, sentBefore(counted.retryAfter, services.settings().phone), 429);
    await sendDocumentsAgain(services, booking);
  } catch (error) {
    reportError(error, { request, where: "email invoice" });
    return failed(EMAIL_ERROR, EMAIL_FAILED, 503);
  }
  return data<DoneAnswer>({
    ok: true,
    title: "Email Sent",
    // What was sent is a confirmation while there is something to confirm.
    text:
      wordsFor("mail.booking-documents", booking.status) === "confirmed" && offOf(services, booking) === null
        ? "A confirmation email with your invoice has been sent."
        : "An email with your invoice has been sent.",
  });
}

/** The page has no such button then; an old copy of it may. */
const NO_EMAIL = "This booking has no email address. The link to your papers is in our text message.";

function sentBefore(retryAfter: number, phone: string): string {
  if (retryAfter <= 60) return `We have just sent it. Please wait ${waitWords(retryAfter)} before you ask again.`;
  return `We have sent it several times already. Please look into your junk mail too, wait ${waitWords(retryAfter)}, or call us at ${phone}.`;
}

function failed(title: string, text: string, status: number) {
  return data<DoneAnswer>({ ok: false, title, text }, { status });
}
