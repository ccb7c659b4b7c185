import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatInstant, instant } from "~/domain/kernel/time.server";
import { getInboxMessage } from "~/http/local/sandbox.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { paths } from "~/paths";
import { linksIn } from "~/sandbox/links";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.subject ?? "Message"} | Sandbox inbox` },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const message = getInboxMessage(sandbox, args.params.id);
  const { id, to, subject, text, html, receivedAt, channel } = message;
  return {
    id,
    to,
    text,
    channel,
    subject: subject || "SMS",
    hasHtml: html !== "",
    at: formatInstant(instant(receivedAt)),
    links: linksIn(message),
    files: message.attachments.map(({ filename, contentType, bytes }) => ({ filename, contentType, bytes })),
  };
}

export default function Message() {
  const message = useLoaderData<typeof loader>();
  const here = `${paths.sandbox.inbox}/${message.id}`;
  return (
    <>
      <p>
        <a href={paths.sandbox.inbox}>All messages</a>
      </p>
      <h1>{message.subject}</h1>
      <p className="soft">
        To {message.to} · {message.at}
      </p>
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
