import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { isMessageName, kindsNamed, LISTED_NAMES, MESSAGE_NAMES, type MessageName } from "~/domain/messages/catalogue";
import { requireAdmin } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { MESSAGE_KINDS, samplesOf } from "~/services/messages/samples.server";
import type { Services } from "~/services.server";
import { MessageList, MessagePreview } from "~/ui/office/MessagePreview";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.shown?.title ?? "Messages"} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];

/** Each message that customers and the office get, as it reads with made-up facts; `?message=` shows one whole. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const name = new URL(args.request.url).searchParams.get("message");
  if (name !== null && !isMessageName(name)) throw new Response("There is no such message.", { status: 404 });
  return {
    list: name === null ? LISTED_NAMES.map((one) => lineOf(scope.services, one)) : [],
    shown: name === null ? null : shownOf(scope.services, name),
  };
}

type Read = Pick<Services, "clock" | "config" | "flags" | "settings">;

function lineOf(services: Read, name: MessageName) {
  const samples = kindsNamed(MESSAGE_KINDS, name).flatMap((kind) => samplesOf(services, kind));
  const segments = samples.flatMap(({ text }) => (text ? [text.segments] : []));
  return {
    name,
    ...MESSAGE_NAMES[name],
    hasMail: samples.some(({ mail }) => mail !== null),
    segments: segments.length === 0 ? null : Math.max(...segments),
  };
}

function shownOf(services: Read, name: MessageName) {
  const at = LISTED_NAMES.indexOf(name);
  const samples = kindsNamed(MESSAGE_KINDS, name).flatMap((kind) =>
    samplesOf(services, kind).map(({ label, mail, text }, number) => ({
      label,
      text,
      mail: mail && { subject: mail.subject, text: mail.text, html: crmPaths.messageMail(kind, number) },
    })),
  );
  const beside = (by: -1 | 1) => {
    const other = LISTED_NAMES[at + by];
    return other === undefined ? null : { name: other, title: MESSAGE_NAMES[other].title };
  };
  return { ...MESSAGE_NAMES[name], samples, before: beside(-1), after: beside(1) };
}

export default function MessagesPage() {
  const { list, shown } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="title">
        <h1>{shown?.title ?? "Messages"}</h1>
        <Link to={shown ? crmPaths.messages() : crmPaths.tab("settings")}>
          {shown ? "All messages" : "All settings"}
        </Link>
        <p className="hint">
          {shown
            ? `${shown.when}. Made-up facts; the company’s own are those of the settings.`
            : "What customers and the office get, with made-up facts. Nothing is sent from here."}
        </p>
      </header>
      {shown ? <MessagePreview shown={shown} /> : <MessageList list={list} />}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
