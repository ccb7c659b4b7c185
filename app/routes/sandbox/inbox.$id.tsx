import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatInstant, instant } from "~/domain/kernel/time.server";
import { getInboxMessage } from "~/http/local/sandbox.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { readForm, type Problem } from "~/http/answers/forms.server";
import { sandboxPaths } from "~/sandbox-paths";
import { linksIn } from "~/sandbox/links";
import type { TwilioSandbox } from "~/sandbox/twilio/twilio.server";
import { ErrorSummary } from "~/ui/form";
import { Phone, type PhoneView } from "~/ui/sandbox/Phone";
import { answerText, giveBack } from "./inbox-answers.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.subject ?? "Message"} | Sandbox inbox` },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const message = getInboxMessage(sandbox, args.params["id"]);
  const { id, to, subject, text, html, receivedAt, channel } = message;
  return {
    id,
    to,
    text,
    channel,
    subject: subject || "SMS",
    isClosed: sandbox.inbox.isClosed(to),
    hasHtml: html !== "",
    at: formatInstant(instant(receivedAt)),
    links: linksIn(message),
    phone: sandbox.twilio && channel === "sms" ? phoneOf(sandbox.twilio, message.messageId, to) : null,
    files: message.attachments.map(({ filename, contentType, bytes }) => ({ filename, contentType, bytes })),
  };
}

/** What whoever got it may do: the forms of a mail's and of a text's page. */
export async function action(args: ActionFunctionArgs) {
  const scope = await enterSandbox(args);
  const message = getInboxMessage(scope.sandbox, args.params["id"]);
  const form = await readForm(args.request);
  return message.channel === "email" ? giveBack(scope, message, form) : answerText(scope, message, form);
}

/** What became of the text, what was said with its phone besides, and whether the network takes our texts for it. */
function phoneOf(twilio: TwilioSandbox, sid: string, to: string): PhoneView {
  const text = twilio.find(sid);
  return {
    number: to,
    state: text?.status ?? "delivered",
    errorCode: text?.errorCode ?? null,
    blocked: twilio.isBlocked(to),
    thread: twilio.listOf(to).map(({ sid: id, direction, body, createdAt }) => ({
      id,
      body,
      fromPhone: direction === "inbound",
      at: formatInstant(instant(createdAt)),
    })),
  };
}

export default function Message() {
  const message = useLoaderData<typeof loader>();
  const refused = useActionData<Problem>();
  const here = `${sandboxPaths.inbox}/${message.id}`;
  return (
    <>
      <ErrorSummary problem={refused} />
      <p>
        <a href={sandboxPaths.inbox}>All messages</a>
      </p>
      <h1>{message.subject}</h1>
      <p className="soft">
        To {message.to} · {message.at}
      </p>
      {message.channel === "email" && (
        <form method="post" className="row">
          <button className="button secondary" name="intent" value={message.isClosed ? "open" : "bounce"}>
            {message.isClosed ? "Open the mailbox again" : "Bounce"}
          </button>
          <span className="soft small">
            {message.isClosed
              ? "This mail came back, and every further one is refused: the mailbox is closed."
              : "The mail comes back, and the mailbox refuses every further one with 550. The office gets a task."}
          </span>
        </form>
      )}
      {message.files.length > 0 && (
        <ul>
          {message.files.map((file, i) => (
            <li key={i}>
              <a className="inline-block py-2" href={`${here}/attachments/${i}`}>
                {file.filename}
              </a>{" "}
              <span className="soft small">
                {file.contentType}, {Math.ceil(file.bytes / 1024)} KB
              </span>
            </li>
          ))}
        </ul>
      )}
      {message.links.length > 0 && (
        <>
          <h2>Links</h2>
          <ul>
            {message.links.map((link) => (
              <li key={link}>
                <a className="inline-block py-2 break-all" href={link}>
                  {link}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Text</h2>
      <pre className="card whitespace-pre-wrap">{message.text}</pre>
      {message.phone && <Phone phone={message.phone} problem={refused} />}
      {message.hasHtml && (
        <>
          <h2>As a mail program shows it</h2>
          <p>
            <a href={`${here}/html`}>Open on a page of its own</a>
          </p>
          <iframe
            className="mail"
            src={`${here}/html`}
            title="The email"
            sandbox="allow-top-navigation-by-user-activation"
          />
        </>
      )}
    </>
  );
}
