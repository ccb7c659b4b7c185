import { redirect } from "@remix-run/node";
import { agreementSchema } from "~/domain/booking/fields";
import { signAgreement } from "~/domain/booking/place.server";
import { bookingCookie } from "~/http/access.server";
import type { Scope } from "~/http/context.server";
import { CANNOT_CHANGE_NOW, CUSTOMER, releaseOwnHold, type OpenDraft } from "~/http/draft.server";
import { parseForm, problem, refuse } from "~/http/forms.server";
import { paths } from "~/paths";
import { website } from "./checkout.server";

/** Signs what the page showed; used by /book/agreement and /sign-agreement. Leads on to the payment. */
export async function signFromForm(scope: Scope, request: Request, form: FormData, open: OpenDraft) {
  const parsed = parseForm(form, agreementSchema);
  if (!parsed.ok) return problem(parsed);
  if (!open.signed && !(await releaseOwnHold(scope, open))) return problem(refuse(parsed.values, { "": CANNOT_CHANGE_NOW }), 503);
  const { services } = scope;
  const signature = {
    name: parsed.value.signatureName, image: parsed.value.signatureImage, ip: scope.clientAddress,
    userAgent: request.headers.get("User-Agent") ?? "unknown",
  };
  // A double click, or going back and signing the same content again: the signature that is there holds.
  if (open.signed) return redirect(paths.book.payment(open.draft.id));
  const signed = await services.db.write((tx) => signAgreement(tx, scope.deed(CUSTOMER), services.settings(), open.draft, signature, String(form.get("seen") ?? ""), website(services)));
  if (signed.ok) return redirect(paths.book.payment(open.draft.id), { headers: { "Set-Cookie": bookingCookie(scope, signed.booking.id) } });
  if (signed.code === "already_paid" && open.booking) return redirect(paths.confirmation(open.booking.capability));
  if (signed.code === "incomplete") return redirect(paths.book.schedule(open.draft.id));
  return problem(refuse(parsed.values, { "": "The order or a price changed while this page was open. Please check the figures as they are now, then sign." }), 409);
}
