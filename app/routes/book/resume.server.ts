import { redirect } from "@remix-run/node";
import type { Draft } from "~/domain/booking/drafts.server";
import { sha256 } from "~/domain/kernel/ids.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import type { Scope } from "~/http/context.server";
import { mayCause } from "~/http/limits.server";

const MINUTE_MS = 60_000;

/**
 * Mails the link that opens the draft on any device, to the address typed in it; at most once a minute to each address. What the draft and
 * the connection have asked for is said honestly; how much mail an address gets is nobody else's business and decided
 * where it is sent.
 */
export async function sendResumeLink(scope: Scope, draft: Draft, back: string): Promise<Response> {
  // To the answer itself: it stands at the foot of a long page, which opens at its top without script.
  const answer = (sent: "1" | "often") => redirect(`${back}&sent=${sent}#save`);
  if (!(await mayCause(scope, "resume-mail", { target: draft.id })).ok) return answer("often");
  const minute = Math.floor(Date.now() / MINUTE_MS);
  await scope.services.db.write((tx) => enqueue(tx, { kind: "mail.resume", cause: `mail.resume:${draft.id}:${sha256(draft.data.contactInfo.email.toLowerCase()).slice(0, 16)}:${minute}`, payload: { draftId: draft.id } }));
  return answer("1");
}

/** What the page says of the link: just sent, sent too often to send it now, or nothing. */
export function sentOf(request: Request): "just" | "often" | null {
  const sent = new URL(request.url).searchParams.get("sent");
  return sent === "1" ? "just" : sent === "often" ? "often" : null;
}
