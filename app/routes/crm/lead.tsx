import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { listHistory } from "~/domain/events/events.server";
import { phoneView } from "~/domain/kernel/phone";
import { findClosing } from "~/domain/leads/close.server";
import { findLead } from "~/domain/leads/leads.server";
import { findBookedSince } from "~/domain/leads/list.server";
import { LEAD_KIND, LEAD_STATE } from "~/domain/leads/labels";
import { typedWords } from "~/domain/records/lead-order";
import type { BookingStatus } from "~/domain/states/transitions";
import { bookingStatusLabel } from "~/domain/states/labels";
import { enter } from "~/http/context.server";
import { answerIntent } from "~/http/answers/intents.server";
import { requireCrm } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { Facts, Panel, When } from "~/ui/office/bits";
import { LeadHistory, LeadSteps } from "~/ui/office/LeadSteps";
import { toldTimeline } from "~/ui/office/timeline-told";
import { useSent } from "~/ui/office/use-sent";
import { LEAD_INTENTS } from "./lead-intents.server";

export const meta: MetaFunction = () => [{ title: "Lead · CRM Dashboard" }, { name: "robots", content: "noindex" }];
const missing = () => new Response("There is no such lead.", { status: 404 });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const lead = findLead(orm, args.params["id"] ?? "");
  if (!lead) throw missing();
  const { data: _, ...shown } = lead;
  const closing = lead.state === "closed" ? findClosing(orm, lead) : null;
  return {
    lead: { ...shown, phone: phoneView(lead) },
    typed: typedWords(lead),
    booked: findBookedSince(orm, lead),
    closed: closing && { at: closing.at, by: closing.actor_label, why: closing.why },
    history: toldTimeline(listHistory(orm, "lead", [lead.id]).reverse()).all,
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const find = () => {
    const lead = findLead(scope.services.db.orm, args.params["id"] ?? "");
    if (!lead) throw missing();
    return lead;
  };
  return answerIntent(LEAD_INTENTS, scope, args.request, find, ({ id }) => crmPaths.lead(id));
}

export default function LeadPage() {
  const { lead, typed, booked, closed, history } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>{lead.name}</h1>
        <span className={lead.state === "new" ? "state wait" : "state done"}>{LEAD_STATE[lead.state]}</span>
        <Link to={crmPaths.leads(lead.state)}>All requests</Link>
      </header>
      <div className="two">
        <Panel title="Request" id="request">
          <Facts
            rows={[
              ["What", LEAD_KIND[lead.kind]],
              [
                "Phone",
                <a key="p" href={lead.phone.href}>
                  {lead.phone.text}
                </a>,
              ],
              [
                "Email",
                lead.email ? (
                  <a key="e" href={`mailto:${lead.email}`}>
                    {lead.email}
                  </a>
                ) : (
                  "none"
                ),
              ],
              ["ZIP", lead.zip],
              ["Asked", <When key="w" at={lead.created_at} year />],
              ["Message", lead.message || "none"],
              ...(booked ? [bookedRow(booked)] : []),
              ...(closed ? [closedRow(closed)] : []),
            ]}
          />
          <div className="actions">
            <LeadSteps state={lead.state} problem={problem} />
            <Link className="button" to={crmPaths.newBookingFrom(lead.id)}>
              Make a booking
            </Link>
          </div>
        </Panel>
        <div>
          <Panel title="Typed so far" id="typed">
            {typed.length > 0 ? <Facts rows={typed} /> : <p className="empty">Nothing besides the request.</p>}
          </Panel>
          <LeadHistory history={history} problem={problem} />
        </div>
      </div>
    </>
  );
}

function bookedRow({ number, status }: { number: string; status: BookingStatus }): [string, ReactNode] {
  return [
    "Booked since",
    <>
      <Link to={crmPaths.booking(number)}>{number}</Link> · {bookingStatusLabel(status)}
    </>,
  ];
}

function closedRow({ at, by, why }: { at: number; by: string; why: string | null }): [string, ReactNode] {
  return [
    "Closed",
    <>
      {why && `${why}. `}
      <When at={at} year /> · {by}
    </>,
  ];
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
