import { redirect } from "@remix-run/node";
import type { Draft } from "~/domain/booking/draft/drafts.server";
import { mailResumeLink } from "~/domain/booking/draft/resume-mail.server";
import type { Scope } from "~/http/context.server";
import { mayCause } from "~/http/limits/limits.server";

/**
 * Mails the link that opens the draft on any device, to the address typed in it. What the draft and the connection have
 * asked for is said honestly; how much mail an address gets is nobody else's business and decided where it is sent.
 */
export async function sendResumeLink(scope: Scope, draft: Draft, back: string): Promise<Response> {
  // To the answer itself: it stands at the foot of a long page, which opens at its top without script.
  const answer = (sent: "1" | "often") => redirect(`${back}&sent=${sent}#save`);
  if (!(await mayCause(scope, "resume-mail", { target: draft.id })).ok) return answer("often");
  await scope.services.db.write((tx) => mailResumeLink(tx, draft.id, draft.data.contactInfo.email));
  return answer("1");
}

/** What the page says of the link: just sent, sent too often to send it now, or nothing. */
export function sentOf(request: Request): "just" | "often" | null {
  const sent = new URL(request.url).searchParams.get("sent");
  return sent === "1" ? "just" : sent === "often" ? "often" : null;
}
