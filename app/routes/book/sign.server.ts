import { redirect } from "@remix-run/node";
import { agreementSchema } from "~/domain/booking/draft/fields";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { listToldToCaller } from "~/domain/booking/draft/told-to-caller.server";
import type { Signature } from "~/domain/documents/sign.server";
import { NothingLeft, signOrder } from "~/domain/payments/account.server";
import { bookingCookie, draftCookies } from "~/http/access/links.server";
import type { Scope } from "~/http/context.server";
import { withCookies } from "~/http/access/cookies.server";
import { CANNOT_CHANGE_NOW, CUSTOMER, readOpenDraft, releaseOwnHold, type OpenDraft } from "~/http/access/draft.server";
import { parseForm, problem, refuse } from "~/http/answers/forms.server";
import { mayCause } from "~/http/limits/limits.server";
import { isPayable } from "~/domain/states/status-rules";
import { paths } from "~/paths";
import { website } from "~/services/payments/checkout.server";
import { redrawSignature } from "~/services/booking/signature.server";

/** Signs what the page showed; used by /book/agreement and /sign-agreement. Leads on to the payment. */
export async function signFromForm(scope: Scope, request: Request, form: FormData, open: OpenDraft) {
  const parsed = parseForm(form, agreementSchema);
  // A drawing stays on its pad; the answer need not carry it back.
  const { signatureImage: _drawing, ...typed } = parsed.values;
  if (!parsed.ok) return problem({ ...parsed, values: typed });
  const allowed = open.signed ? null : await mayCause(scope, "sign", { target: open.draft.id });
  if (allowed && !allowed.ok)
    return problem(
      refuse(typed, {
        "": "Too many agreements were signed from your connection or for this order. Please wait a while, or call us.",
      }),
      429,
    );
  const drawn = open.signed
    ? { ok: true as const, image: null }
    : await redrawSignature(scope.services, parsed.value.signatureImage);
  if (!drawn.ok) return problem(refuse(typed, { signatureImage: drawn.message }));
  const signature: Signature = {
    name: parsed.value.signatureName,
    image: drawn.image,
    ip: scope.clientAddress,
    userAgent: request.headers.get("User-Agent") ?? "unknown",
  };
  let now = open;
  for (let attempt = 0; attempt < 3 && !now.signed; attempt++) {
    if (!(await releaseOwnHold(scope, now, "signed_again")))
      return problem(refuse(typed, { "": CANNOT_CHANGE_NOW }), 503);
    const signed = await sign(scope, open, signature, String(form.get("seen") ?? ""));
    if (signed.ok) return onward(scope, request, open, signed.booking);
    if (signed.code === "obstacle" && signed.byPhone) return redirect(paths.book.byPhone(open.draft.id));
    const told =
      signed.code === "obstacle"
        ? `${Object.values(signed.fields).join(" ")} Nothing was signed. ${OTHER_DAY}`
        : NOT_ON_ACCOUNT[signed.code];
    if (told) return problem(refuse(typed, { "": told }), 409);
    now = again(scope, now);
    if (signed.code === "already_paid" && now.booking) return redirect(paths.confirmation(now.booking.capability));
    if (signed.code === "incomplete") return redirect(paths.book.schedule(open.draft.id));
    // Another tab opened the payment page since we looked: its checkout is ended first.
    if (signed.code !== "checkout_open") break;
  }
  // A double click, or going back and signing the same content again: the signature that is there holds.
  if (now.signed && now.booking) return onward(scope, request, open, now.booking);
  return problem(
    // What was agreed to was another content: it is agreed to anew.
    refuse({ ...typed, agree: "" }, { "": changedWords(scope, open, form) }),
    409,
  );
}

/** What the office put right since the page was made is named; a price or a text may have changed as well. */
function changedWords({ services }: Scope, { draft }: OpenDraft, form: FormData): string {
  const version = Number(/^\d{1,9}$/.exec(String(form.get("version") ?? ""))?.[0] ?? draft.version);
  const said = listToldToCaller(services.db.orm, draft, version, CUSTOMER);
  return said.length === 0
    ? "The order or a price changed while this page was open. Please check the figures as they are now, then sign."
    : `Our office changed this order while this page was open, so nothing was signed. Please check what is different, then sign: ${said.join("; ")}.`;
}

const BY_CARD =
  "This order does not go on your account with us, so nothing was signed. The agreement now says payment by card: read it and sign, or call us.";
const OTHER_DAY = "Change the day, the time or the place first, or call us.";
/** What was to go on an account and does not; how much is owed there is the office's and the company's matter. */
const NOT_ON_ACCOUNT: Readonly<Record<string, string>> = {
  no_account: BY_CARD,
  over_limit: BY_CARD,
  sold_out: "The last dumpster for your days has just gone, so nothing was signed. Choose another day, or call us.",
  window_full: `Your delivery time has just filled up, so nothing was signed. ${OTHER_DAY}`,
};

function sign({ services, deed }: Scope, { draft }: OpenDraft, signature: Signature, seen: string) {
  return services.db
    .write((tx) => signOrder(tx, deed(CUSTOMER), services.settings(), draft.id, signature, seen, website(services)))
    .catch((error: unknown) => {
      if (error instanceof NothingLeft) return { ok: false, code: error.what } as const;
      throw error;
    });
}

/** The draft as it is now. */
function again(scope: Scope, open: OpenDraft): OpenDraft {
  const draft = findDraft(scope.services.db.orm, open.draft.id);
  return draft ? readOpenDraft(scope, draft) : open;
}

/**
 * To the payment, or where the order is booked on account to its confirmation. With new cookies: a signature with another
 * email address has ended those that were given before.
 */
function onward(scope: Scope, request: Request, { draft }: OpenDraft, booking: NonNullable<OpenDraft["booking"]>) {
  return withCookies(
    redirect(isPayable(booking) ? paths.book.payment(draft.id) : paths.confirmation(booking.capability)),
    [bookingCookie(scope, booking.id, "proof"), ...draftCookies(scope, request, draft.id)],
  );
}
