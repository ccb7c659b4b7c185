import { redirect } from "@remix-run/node";
import type { Draft } from "~/domain/booking/drafts.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import type { Scope } from "~/http/context.server";
import { limit } from "~/http/limits.server";

const MINUTE_MS = 60_000;

/** Mails the link that opens the draft on any device, to the address typed in it; at most once a minute. */
export async function sendResumeLink(scope: Scope, draft: Draft, back: string): Promise<Response> {
  // To the answer itself: it stands at the foot of a long page, which opens at its top without script.
  const sent = `${back}&sent=1#save`;
  const allowed = await limit(scope, "resume-mail", scope.clientAddress, { max: 10, windowSeconds: 3600 });
  const toOne = await limit(scope, "resume-mail-to", draft.data.contactInfo.email, { max: 5, windowSeconds: 86_400 });
  // Said as sent: whether an address gets mail is nobody else's business, and the link stands on the page anyway.
  if (!allowed.ok || !toOne.ok) return redirect(sent);
  const minute = Math.floor(Date.now() / MINUTE_MS);
  await scope.services.db.write((tx) => enqueue(tx, { kind: "mail.resume", cause: `mail.resume:${draft.id}:${minute}`, payload: { draftId: draft.id } }));
  return redirect(sent);
}
