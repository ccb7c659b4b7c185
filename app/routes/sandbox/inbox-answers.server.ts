import { redirect } from "@remix-run/node";
import { type enterSandbox, type getInboxMessage } from "~/http/local/sandbox.server";
import { problem, refuse, typedValues } from "~/http/answers/forms.server";
import { sandboxPaths } from "~/team-paths";
import { NO_SUCH_MAILBOX } from "~/sandbox/inbox.server";
import { mailCameBack } from "~/services/messages/send.server";
import { systemDeed } from "~/services/work/worker.server";

const LONGEST_REPLY = 1_600;

type SandboxScope = Awaited<ReturnType<typeof enterSandbox>>;
type InboxMessage = ReturnType<typeof getInboxMessage>;

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

export async function answerText({ sandbox: { twilio } }: SandboxScope, message: InboxMessage, form: FormData) {
  const intent = form.get("intent");
  const words = String(form.get("reply") ?? "").trim();
  if (!twilio) throw new Response(null, { status: 404 });
  if (intent === "reply" && !words)
    return problem(refuse(typedValues(form), { reply: "Type what the phone answers." }));
  if (intent === "reply") await twilio.reply(message.to, words.slice(0, LONGEST_REPLY));
  if (intent === "lose") await twilio.lose(message.messageId);
  if (intent === "block" || intent === "unblock") await twilio.block(message.to, intent === "block");
  return redirect(`${sandboxPaths.inbox}/${message.id}`);
}
