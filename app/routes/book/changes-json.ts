import type { LoaderFunctionArgs } from "@remix-run/node";
import { findDraft, type Draft } from "~/domain/booking/draft/drafts.server";
import { listToldToCaller } from "~/domain/booking/draft/told-to-caller.server";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { isPayable, isQuoteOver } from "~/domain/states/status-rules";
import { CUSTOMER } from "~/http/access/draft.server";
import { mayOpenDraft } from "~/http/access/links.server";
import { json, jsonError } from "~/http/answers/json.server";
import { enter, type Scope } from "~/http/context.server";

/**
 * What the office has changed in this order since the caller's page was made, in words; for scripts. Of the draft of this
 * browser, or of the order whose signing key is the permission (`key`), as long as it can be signed by it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const search = new URL(args.request.url).searchParams;
  const key = search.get("key");
  const draft = key ? draftByKey(scope, key) : draftOfBrowser(scope, args.request, search.get("draft") ?? "");
  if (!draft) return jsonError(404, { code: "not_found", message: "There is no such order in this browser." });
  return json({ words: listToldToCaller(scope.services.db.orm, draft, seenIn(search), CUSTOMER) });
}

const seenIn = (search: URLSearchParams) => Number(/^\d{1,9}$/.exec(search.get("seen") ?? "")?.[0] ?? 0);

function draftOfBrowser(scope: Scope, request: Request, id: string): Draft | null {
  const draft = findDraft(scope.services.db.orm, id);
  return draft && mayOpenDraft(scope, request, draft) ? draft : null;
}

function draftByKey({ services: { clock, db } }: Scope, signingKey: string): Draft | null {
  const booking = findBooking(db.orm, { signingKey });
  if (!booking?.draft_id || !isPayable(booking) || isQuoteOver(booking, clock.now())) return null;
  return findDraft(db.orm, booking.draft_id);
}
