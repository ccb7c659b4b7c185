import { redirect } from "@remix-run/node";
import { agreementSchema } from "~/domain/booking/fields";
import { findDraft } from "~/domain/booking/drafts.server";
import { signAgreement, type Signature } from "~/domain/booking/place.server";
import { bookingCookie } from "~/http/access.server";
import type { Scope } from "~/http/context.server";
import { CANNOT_CHANGE_NOW, CUSTOMER, readOpenDraft, releaseOwnHold, type OpenDraft } from "~/http/draft.server";
import { parseForm, problem, refuse } from "~/http/forms.server";
import { limit } from "~/http/limits.server";
import { paths } from "~/paths";
import { website } from "~/services/checkout.server";

/** Signs what the page showed; used by /book/agreement and /sign-agreement. Leads on to the payment. */
export async function signFromForm(scope: Scope, request: Request, form: FormData, open: OpenDraft) {
  const parsed = parseForm(form, agreementSchema);
  if (!parsed.ok) return problem(parsed);
  const allowed = open.signed ? null : await limit(scope, "sign", scope.clientAddress, { max: 60, windowSeconds: 3600 });
  if (allowed && !allowed.ok) return problem(refuse(parsed.values, { "": "Too many agreements were signed from your connection. Please wait a while, or call us." }), 429);
  const signature: Signature = {
    name: parsed.value.signatureName, image: parsed.value.signatureImage, ip: scope.clientAddress,
    userAgent: request.headers.get("User-Agent") ?? "unknown",
  };
  let now = open;
  for (let attempt = 0; attempt < 3 && !now.signed; attempt++) {
    if (!(await releaseOwnHold(scope, now))) return problem(refuse(parsed.values, { "": CANNOT_CHANGE_NOW }), 503);
    const signed = await sign(scope, open, signature, String(form.get("seen") ?? ""));
    if (signed.ok) return toPayment(scope, open, signed.booking);
    now = again(scope, now);
    if (signed.code === "already_paid" && now.booking) return redirect(paths.confirmation(now.booking.capability));
    if (signed.code === "incomplete") return redirect(paths.book.schedule(open.draft.id));
    // Another tab opened the payment page since we looked: its checkout is ended first.
    if (signed.code !== "checkout_open") break;
  }
  // A double click, or going back and signing the same content again: the signature that is there holds.
  if (now.signed && now.booking) return toPayment(scope, open, now.booking);
  return problem(refuse(parsed.values, { "": "The order or a price changed while this page was open. Please check the figures as they are now, then sign." }), 409);
}

function sign({ services, deed }: Scope, { draft }: OpenDraft, signature: Signature, seen: string) {
  return services.db.write((tx) => signAgreement(tx, deed(CUSTOMER), services.settings(), draft, signature, seen, website(services)));
}

/** The draft as it is now. */
function again(scope: Scope, open: OpenDraft): OpenDraft {
  const draft = findDraft(scope.services.db.orm, open.draft.id);
  return draft ? readOpenDraft(scope, draft) : open;
}

function toPayment(scope: Scope, { draft }: OpenDraft, booking: NonNullable<OpenDraft["booking"]>) {
  return redirect(paths.book.payment(draft.id), { headers: { "Set-Cookie": bookingCookie(scope, booking.id) } });
}
