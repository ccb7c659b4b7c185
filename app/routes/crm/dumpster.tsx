import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findDumpster, findDumpsterAsWritten, seenWords } from "~/domain/inventory/dumpsters.server";
import { findShortageOf } from "~/domain/inventory/shortage.server";
import { dayAt } from "~/domain/kernel/time.server";
import { findDumpsterRecord } from "~/domain/records/yard.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { DumpsterFacts, DumpsterForm, DumpsterHistory, DumpsterRentals } from "~/ui/office/DumpsterRecord";
import { useSent } from "~/ui/office/use-sent";
import { ConditionTag, ShortageNotice } from "~/ui/office/YardTable";
import { DUMPSTER_INTENTS } from "./yard-intents.server";
import { wordsFor } from "~/ui/words-for";

export const meta: MetaFunction = ({ params }) => [
  { title: `Dumpster ${params["number"]} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];
const missing = () => new Response("There is no dumpster with this number.", { status: 404 });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const written = args.params["number"] ?? "";
  const record = findDumpsterRecord(orm, written);
  // A number as somebody typed it, or as an old label has it.
  const meant = record ? null : findDumpsterAsWritten(orm, written);
  if (meant) throw redirect(crmPaths.dumpster(meant.number));
  if (!record) throw missing();
  const short = findShortageOf(orm, record.size, dayAt(scope.services.clock.now()));
  return {
    record,
    seen: seenWords(record),
    shortages: short ? [short] : [],
    told: new URL(args.request.url).searchParams.get("told"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const find = () => {
    const dumpster = findDumpster(scope.services.db.orm, args.params["number"] ?? "");
    if (!dumpster) throw missing();
    return dumpster;
  };
  return answerIntent(DUMPSTER_INTENTS, scope, args.request, find, ({ number }) => crmPaths.dumpster(number));
}

const TOLD: Readonly<Record<string, string>> = {
  added: "Added. It can go out from now on.",
  changed: "Saved.",
  short: "Saved. There are too few of this size now: the bookings are named below, and it is on the task list.",
};

export default function DumpsterPage() {
  const { record, seen, shortages, told } = useLoaderData<typeof loader>();
  const problem = useSent();
  const words = problem ? undefined : wordsFor(TOLD, told);
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>
          Dumpster <span className="num">{record.number}</span>
        </h1>
        <ConditionTag condition={record.condition} />
        <p className="hint">{record.size} yards</p>
        <nav className="pager" aria-label="Yard">
          <Link to={crmPaths.inventory()}>All dumpsters</Link>{" "}
          <Link to={crmPaths.labels({ q: record.number })}>Label</Link>
        </nav>
      </header>
      {words && (
        <Notice kind={told === "short" ? "warn" : "good"} live>
          <p>{words}</p>
        </Notice>
      )}
      <ShortageNotice shortages={shortages} />
      <div className="record">
        <div>
          <DumpsterFacts record={record} />
          <DumpsterRentals record={record} />
        </div>
        <div>
          <DumpsterForm key={seen} record={record} seen={seen} problem={problem} />
          <DumpsterHistory record={record} />
        </div>
      </div>
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
