import type { Sandbox } from "~/sandbox/start.server";
import { enter, type Scope } from "../context.server";
import type { InboxMessage } from "~/sandbox/inbox.server";

/**
 * The scope of a sandbox page, with the sandbox. Throws 404 unless the request comes from this machine and a service
 * is on its sandbox (domain.md, 4.18): elsewhere these pages do not exist.
 */
export async function enterSandbox(args: {
  context?: unknown;
  request: Request;
}): Promise<Scope & { sandbox: Sandbox }> {
  const scope = await enter(args);
  const { sandbox } = scope.services;
  if (!scope.local || !sandbox) throw new Response(null, { status: 404 });
  return { ...scope, sandbox };
}
/** A message of the sandbox's inbox by the number in its address. Throws 404. */
export function getInboxMessage(sandbox: Sandbox, id: string | undefined): InboxMessage {
  const number = Number(id);
  const [entry] =
    Number.isSafeInteger(number) && number > 0 ? sandbox.inbox.list({ limit: 1, before: number + 1 }) : [];
  const message = entry?.id === number ? sandbox.inbox.find(entry.messageId) : null;
  if (!message) throw new Response(null, { status: 404 });
  return message;
}
