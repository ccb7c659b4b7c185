import { data } from "@remix-run/node";
import type { DraftData } from "~/domain/booking/draft/data";
import { startDraft } from "~/domain/booking/draft/drafts.server";
import type { Sent } from "~/domain/kernel/sent";
import { redirectWithDraft } from "~/http/access/draft.server";
import { refuse, shownAgain } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { mayCause } from "~/http/limits/limits.server";
import { paths } from "~/paths";
import type { TypedAgain } from "~/ui/booking/typed-again";

/** At the cap of new drafts; everything typed stays on the page. */
export const TOO_MANY_DRAFTS =
  "Too many bookings were begun from your connection. Please wait a while and send this again, or call us.";

/**
 * A form of the booking that arrived for a draft that is gone or not this browser's (cookies were cleared): what was
 * typed becomes a new draft, and the visitor goes on from its first step, which says so. At the cap of new drafts it
 * throws the same page with everything typed, to be sent again (TypedAgain): the page's own loader would lead away from
 * it. `again` makes that page.
 */
export async function rescueTyped<View>(
  scope: Scope,
  request: Request,
  sent: Sent,
  { typed, again }: { typed: DraftData; again: () => View },
): Promise<Response> {
  const { services } = scope;
  if (!(await mayCause(scope, "draft", {})).ok)
    throw data<TypedAgain<View>>(
      { typedAgain: { view: again(), problem: refuse(shownAgain(sent), { "": TOO_MANY_DRAFTS }) } },
      { status: 429, headers: { "Cache-Control": "no-store" } },
    );
  const draft = await startDraft(services.db, typed, services.clock.now(), services.settings().draftDays);
  return redirectWithDraft(scope, request, draft.id, `${paths.book.project(draft.id)}&notice=rescued`);
}
