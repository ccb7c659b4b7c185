import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { noteOpened } from "~/domain/booking/order/prepared.server";
import { findLastEvent } from "~/domain/events/events.server";
import { stillSignedIn } from "~/http/access/session.server";
import { enter, type Scope } from "~/http/context.server";
import {
  CUSTOMER,
  mayVisit,
  nextStation,
  readOpenDraft,
  redirectWithDraft,
  stationPath,
  toConfirmation,
} from "~/http/access/draft.server";
import { withCookies } from "~/http/access/cookies.server";
import { readForm } from "~/http/answers/forms.server";
import { paths } from "~/paths";
import { agreementView } from "./agreement-view.server";
import { formatEnd } from "~/domain/kernel/time.server";
import { isPayable, isQuoteOver } from "~/domain/states/status-rules";
import { signFromForm } from "./sign.server";
import { AgreementStep } from "~/ui/booking/AgreementStep";
import { useProblem } from "~/ui/form";

export const handle = { step: "agreement" };

export { draftHeaders as headers } from "~/http/answers/private-page.server";
export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";

/** /sign-agreement/<session>: the same signature for a booking made by staff. The address itself is the permission. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { booking, draft } = findPrepared(scope, args.params.sessionId ?? "");
  if (!isPayable(booking)) throw toConfirmation(booking);
  await tellOpened(scope, args.request, booking);
  // Their own draft as well (domain.md, 4.25): whoever may sign it may put it right.
  const change = new URL(args.request.url).searchParams.get("change");
  if (change === "project" || change === "schedule")
    throw redirectWithDraft(scope, args.request, draft.id, stationPath(change, draft.id));
  const open = readOpenDraft(scope, draft);
  if (open.signed || !mayVisit(open, "agreement"))
    throw redirectWithDraft(scope, args.request, draft.id, stationPath(nextStation(open), draft.id));
  return { view: agreementView(scope.services, open, { key: booking.signing_key }) };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { draft } = findPrepared(scope, args.params.sessionId ?? "");
  const answer = await signFromForm(scope, args.request, await readForm(args.request), readOpenDraft(scope, draft));
  if (!(answer instanceof Response)) return answer;
  throw withCookies(
    redirectWithDraft(scope, args.request, draft.id, answer.headers.get("Location") ?? paths.home),
    answer.headers.getSetCookie(),
  );
}

/** The office sees that the link was opened: once, and not when one of them looks at it. */
async function tellOpened(scope: Scope, request: Request, { id, source }: Booking): Promise<void> {
  const { db } = scope.services;
  if (source !== "staff" || findLastEvent(db.orm, id, "link_opened")) return;
  if ((await stillSignedIn(scope, request))?.standing.mayUseCrm) return;
  const deed = scope.deed(CUSTOMER);
  await db.write((tx) => noteOpened(tx, deed, id));
}

/** Throws 404 for an unknown address and 410 when the price made by the office has expired. */
function findPrepared(scope: Scope, signingKey: string) {
  const booking = findBooking(scope.services.db.orm, { signingKey });
  const draft = booking?.draft_id ? findDraft(scope.services.db.orm, booking.draft_id) : null;
  if (!booking || !draft)
    throw new Response(
      `We could not find this agreement. Please check the link, or call us at ${scope.services.settings().phone}.`,
      { status: 404 },
    );
  if (isQuoteOver(booking, scope.services.clock.now())) {
    throw new Response(
      `The price of booking ${booking.booking_number} was good ${formatEnd(booking.quote_expires_at ?? 0)}, and is over. Please call us at ${scope.services.settings().phone}; we renew it in a minute.`,
      { status: 410 },
    );
  }
  return { booking, draft };
}

export default function SignAgreement() {
  const view = useLoaderData<typeof loader>().view;
  return <AgreementStep key={view.contentSha256} view={view} problem={useProblem()} />;
}
