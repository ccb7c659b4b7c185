import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatInstant, instant } from "~/domain/kernel/time.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { sandboxPaths } from "~/sandbox-paths";

const PAGE = 50;

export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const { searchParams } = new URL(args.request.url);
  const before = Number(searchParams.get("before")) || undefined;
  const to = searchParams.get("to") || undefined;
  const found = sandbox.inbox.list({ limit: PAGE, before, to });
  return {
    to: to ?? "",
    older: found.length === PAGE ? (found.at(-1)?.id ?? null) : null,
    messages: found.map(({ id, messageId, channel, to: recipient, subject, text, receivedAt, attachments }) => ({
      id,
      channel,
      to: recipient,
      subject: subject || text,
      at: formatInstant(instant(receivedAt)),
      files: attachments.length,
      state: channel === "sms" ? (sandbox.twilio?.find(messageId)?.status ?? null) : null,
    })),
  };
}

export default function Inbox() {
  const { messages, older, to } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Inbox</h1>
      <p className="soft">
        Every email and SMS, newest first. Times are wall time in New York. For programs:{" "}
        <a href={`${sandboxPaths.inbox}.json`}>inbox.json</a>.
      </p>
      <form method="get" className="row">
        <label htmlFor="to">To</label>
        <input className="input" id="to" name="to" defaultValue={to} placeholder="name@example.com" />
        <button className="button secondary" type="submit">
          Show
        </button>
      </form>
      {messages.length === 0 && <p className="notice">Nothing has been sent{to && ` to ${to}`} yet.</p>}
      <ul className="plain stack">
        {messages.map((message) => (
          <li key={message.id} className="card">
            <h2 className="text-xl">
              <a href={`${sandboxPaths.inbox}/${message.id}`}>{message.subject}</a>
            </h2>
            <p className="small soft">
              <span className="tag quiet">{message.channel === "sms" ? "SMS" : "Email"}</span> to {message.to} ·{" "}
              {message.at}
              {message.state && ` · ${message.state}`}
              {message.files > 0 && ` · ${message.files} ${message.files === 1 ? "attachment" : "attachments"}`}
            </p>
          </li>
        ))}
      </ul>
      {older !== null && (
        <p className="actions">
          <a
            className="button secondary"
            href={`${sandboxPaths.inbox}?${new URLSearchParams({ before: String(older), ...(to ? { to } : {}) })}`}
          >
            Older messages
          </a>
        </p>
      )}
    </>
  );
}
