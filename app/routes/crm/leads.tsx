import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { shortDay, dayOn, yearOf } from "~/domain/kernel/moments";
import { phoneView } from "~/domain/kernel/phone";
import { LEAD_KIND, LEAD_STATE } from "~/domain/leads/labels";
import { findBookedSince, listLeads } from "~/domain/leads/list.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { byKey } from "~/ui/office/Keys";
import { LeadTable } from "~/ui/office/LeadTable";
import type { LiveHandle } from "~/ui/office/LiveOffice";

export const meta: MetaFunction = () => [{ title: "Requests · CRM Dashboard" }, { name: "robots", content: "noindex" }];
export const handle: LiveHandle = { live: ({ kind }) => kind !== "presence" };

/** As the office goes through them: called and undecided first, as nothing else reminds of those. */
const STATES = ["contacted", "new", "closed"] as const;
const NONE = {
  contacted: "Nobody is called and undecided.",
  new: "Nobody waits for a call.",
  closed: "No request was closed yet.",
} as const;

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const { searchParams } = new URL(args.request.url);
  const state = STATES.find((one) => one === searchParams.get("state")) ?? "contacted";
  const after = searchParams.get("after");
  const { rows, next } = listLeads(orm, { state, after });
  const thisYear = yearOf(scope.services.clock.now());
  const lines = rows.map((lead) => ({
    id: lead.id,
    name: lead.name,
    what: LEAD_KIND[lead.kind],
    message: lead.message.slice(0, 120),
    phone: phoneView(lead),
    asked: shortDay(dayOn(lead.created_at), thisYear),
    booked: findBookedSince(orm, lead)?.number ?? null,
  }));
  return { state, lines, next, further: after !== null };
}

export default function LeadsPage() {
  const { state, lines, next, further } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="title">
        <h1>Requests</h1>
        <span className="hint">An order closes no request: close it with what came of it.</span>
      </header>
      <nav className="chips" aria-label="State">
        {STATES.map((one) => (
          <Link key={one} to={crmPaths.leads(one)} aria-current={one === state ? "page" : undefined}>
            {LEAD_STATE[one]}
          </Link>
        ))}
      </nav>
      {lines.length > 0 ? (
        <LeadTable lines={lines} />
      ) : (
        <p className="empty">{further ? "There are no older ones." : NONE[state]}</p>
      )}
      <nav className="pager" aria-label="Pages">
        {further && <Link to={crmPaths.leads(state)}>Newest</Link>}{" "}
        {next && (
          <Link to={crmPaths.leads(state, next)} {...byKey("j")}>
            Older requests
          </Link>
        )}
      </nav>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
