import { redirect } from "@remix-run/node";
import type { enterSandbox, getInboxMessage } from "~/http/local/sandbox.server";
import { problem, refuse, typedValues } from "~/http/answers/forms.server";
import { sandboxPaths } from "~/sandbox-paths";
import { NO_SUCH_MAILBOX } from "~/sandbox/inbox.server";
import { mailCameBack } from "~/services/messages/send.server";
import { systemDeed } from "~/services/work/worker.server";

const LONGEST_REPLY = 1_600;

type SandboxScope = Awaited<ReturnType<typeof enterSandbox>>;
type InboxMessage = ReturnType<typeof getInboxMessage>;
type Phones = NonNullable<SandboxScope["sandbox"]["twilio"]>;

/** The recipient's server sends the mail back, and takes none for that mailbox any more; or takes them again. */
export async function giveBack(
  { sandbox, services }: SandboxScope,
  { id, to, messageId }: InboxMessage,
  form: FormData,
) {
  const isToClose = form.get("intent") === "bounce";
  await sandbox.inbox.close(to, isToClose);
  if (isToClose) await mailCameBack(services, systemDeed(services, `bounce ${id}`), messageId, NO_SUCH_MAILBOX);
  return redirect(`${sandboxPaths.inbox}/${id}`);
}

/** What the handset's buttons do, by their intent. */
const HANDSET: Readonly<Record<string, (phones: Phones, message: InboxMessage, words: string) => Promise<unknown>>> = {
  reply: (phones, { to }, words) => phones.reply(to, words.slice(0, LONGEST_REPLY)),
  lose: (phones, { messageId }) => phones.lose(messageId),
  block: (phones, { to }) => phones.block(to, true),
  unblock: (phones, { to }) => phones.block(to, false),
};

export async function answerText({ sandbox: { twilio } }: SandboxScope, message: InboxMessage, form: FormData) {
  const intent = String(form.get("intent"));
  const words = String(form.get("reply") ?? "").trim();
  if (!twilio) throw new Response(null, { status: 404 });
  if (intent === "reply" && !words)
    return problem(refuse(typedValues(form), { reply: "Type what the phone answers." }));
  if (Object.hasOwn(HANDSET, intent)) await HANDSET[intent]?.(twilio, message, words);
  return redirect(`${sandboxPaths.inbox}/${message.id}`);
}
