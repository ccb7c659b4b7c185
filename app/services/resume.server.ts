import { redirect } from "@remix-run/node";
import type { Draft } from "~/domain/booking/drafts.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import type { Scope } from "~/http/context.server";

const MINUTE_MS = 60_000;

/** Mails the link that opens the draft on any device, to the address typed in it; at most once a minute. */
export async function sendResumeLink(scope: Scope, draft: Draft, back: string): Promise<Response> {
  const minute = Math.floor(Date.now() / MINUTE_MS);
  await scope.services.db.write((tx) => enqueue(tx, { kind: "mail.resume", cause: `mail.resume:${draft.id}:${minute}`, payload: { draftId: draft.id } }));
  return redirect(`${back}&sent=1`);
}
