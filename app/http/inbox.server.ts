import type { InboxMessage } from "~/sandbox/inbox.server";
import type { Sandbox } from "~/sandbox/start.server";

/** A message of the sandbox's inbox by the number in its address. Throws 404. */
export function getInboxMessage(sandbox: Sandbox, id: string | undefined): InboxMessage {
  const number = Number(id);
  const [entry] = Number.isSafeInteger(number) && number > 0 ? sandbox.inbox.list({ limit: 1, before: number + 1 }) : [];
  const message = entry?.id === number ? sandbox.inbox.find(entry.messageId) : null;
  if (!message) throw new Response(null, { status: 404 });
  return message;
}
