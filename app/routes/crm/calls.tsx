import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { toast } from "sonner";
import { findCallRow, isCallOutcome, listCalls, type CallRow } from "~/domain/records/calls.server";
import { findAgent } from "~/domain/voice/agents.server";
import { identityOf } from "~/domain/voice/identity";
import { CALL_OUTCOME, CALL_STATE, formatSeconds } from "~/domain/voice/labels";
import { formatWhen } from "~/domain/kernel/moments";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { TelephonePanel, useTelephone } from "~/ui/voice/Telephone";

export const meta: MetaFunction = () => [{ title: "Calls · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { db, voice, sandbox } = scope.services;
  const asked = new URL(args.request.url).searchParams;
  const [direction, outcome, show] = [asked.get("direction"), asked.get("outcome"), asked.get("show")];
  const one = asked.get("call");
  const page =
    one === null
      ? listCalls(db.orm, {
          direction: direction === "in" || direction === "out" ? direction : undefined,
          outcome: isCallOutcome(outcome) ? outcome : undefined,
          show: show === "voicemail" || show === "running" ? show : undefined,
          after: asked.get("after") ?? undefined,
        })
      : only(findCallRow(db.orm, one));
  const agent = findAgent(db.orm, account.id);
  return {
    ...page,
    marksRunning: scope.services.flags().voice_call_row_highlight,
    telephone: {
      identity: identityOf(account.id),
      agent: agent && { is_available: agent.is_available },
      edge: voice.edge,
      isStandIn: Boolean(sandbox?.voice),
    },
  };
}

/** A call by itself, where a task leads; none for one that there is not. */
const only = (row: CallRow | null) => ({ rows: row ? [row] : [], next: null });

export default function CallsPage() {
  const { rows, next, marksRunning, telephone: given } = useLoaderData<typeof loader>();
  const telephone = useTelephone({
    ...given,
    say: ({ title, text, tone }) =>
      void (tone === "bad" ? toast.error : tone === "good" ? toast.success : toast)(title, { description: text }),
  });
  return (
    <>
      <h1>Calls</h1>
      <TelephonePanel telephone={telephone} />
      <ul className="plain">
        {rows.map((row) => (
          <li
            key={row.id}
            data-state={row.state}
            className={marksRunning && row.state !== "ended" ? "notice strong" : undefined}
          >
            {row.direction === "in" ? "From" : "To"} {row.customer?.name ?? row.number} · {formatWhen(row.startedAt)} ·{" "}
            {row.outcome ? CALL_OUTCOME[row.outcome] : CALL_STATE[row.state]}
            {row.talkSeconds ? ` · ${formatSeconds(row.talkSeconds)}` : ""}
            {row.voicemail && (
              <>
                {" "}
                · <a href={crmPaths.voicemail(row.id)}>Listen ({formatSeconds(row.voicemail.seconds)})</a>
              </>
            )}
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="hint">No calls yet.</p>}
      {next && <Link to={crmPaths.calls({ after: next })}>Older calls</Link>}
    </>
  );
}
