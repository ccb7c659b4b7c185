import type { LoaderFunctionArgs } from "@remix-run/node";
import { privateHeaders } from "~/http/answers/private-page.server";
import { refusedPage } from "~/http/answers/refused-page.server";
import { enter } from "~/http/context.server";
import { mayCause } from "~/http/limits/limits.server";
import { statementPdf } from "~/services/documents/statement.server";
import { ownBooking } from "./own-booking.server";

/** The statement as a PDF, for whoever has opened a booking that is paid (decision 0022); printed as often as `pdf` allows. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBooking({ scope, request: args.request });
  if (booking.paid_at === null)
    return refusedPage(scope, 404, "Nothing is paid yet, so there is no statement to print.");
  const limited = await mayCause(scope, "pdf", { target: booking.id });
  if (!limited.ok) return refusedPage(scope, 429, "This was printed several times just now. Please try again later.");
  const pdf = await statementPdf(scope.services, booking).catch((error: unknown) => {
    scope.services.log.error({
      module: "documents",
      action: "statement_pdf",
      booking_id: booking.id,
      error_message: error instanceof Error ? error.message : String(error),
    });
    return null;
  });
  if (!pdf) return refusedPage(scope, 503, "We cannot print it right now. Please print the page itself, or try later.");
  return new Response(new Uint8Array(pdf), {
    headers: {
      ...privateHeaders(),
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="Statement-${booking.booking_number}.pdf"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
