import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { phoneView } from "~/domain/kernel/phone";
import { findLead, isLeadState, moveLead } from "~/domain/leads/leads.server";
import { LEAD_KIND, LEAD_STATE } from "~/domain/leads/labels";
import { typedWords } from "~/domain/records/lead-order";
import { enter } from "~/http/context.server";
import { readForm } from "~/http/answers/forms.server";
import { requireCrm } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { Facts, Panel, When } from "~/ui/office/bits";
import { LeadSteps } from "~/ui/office/LeadSteps";
import { useSent } from "~/ui/office/use-sent";

export const meta: MetaFunction = () => [{ title: "Lead · CRM Dashboard" }, { name: "robots", content: "noindex" }];
const missing = () => new Response("There is no such lead.", { status: 404 });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const lead = findLead(scope.services.db.orm, args.params["id"] ?? "");
  if (!lead) throw missing();
  const { data: _, ...shown } = lead;
  return { lead: { ...shown, phone: phoneView(lead) }, typed: typedWords(lead) };
}

/** Moves the lead on, then back to where the button was. */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireCrm(scope, args.request);
  const to = (await readForm(args.request)).get("state");
  if (!isLeadState(to)) throw new Response("Choose what became of the lead.", { status: 400 });
  const moved = await scope.services.db.write((tx) => moveLead(tx, scope.deed(actor), args.params["id"] ?? "", to));
  if (!moved.ok && moved.code === "unknown") throw missing();
  return redirect(to === "closed" ? crmPaths.tab("overview") : crmPaths.lead(args.params["id"] ?? ""));
}

export default function LeadPage() {
  const { lead, typed } = useLoaderData<typeof loader>();
  return (
    <>
      <ErrorSummary problem={useSent()} />
      <header className="title">
        <h1>{lead.name}</h1>
        <span className={lead.state === "new" ? "state wait" : "state done"}>{LEAD_STATE[lead.state]}</span>
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
            ]}
          />
          <div className="actions">
            <LeadSteps id={lead.id} state={lead.state} />
            <Link className="button" to={crmPaths.newBookingFrom(lead.id)}>
              Make a booking
            </Link>
          </div>
        </Panel>
        <Panel title="Typed so far" id="typed">
          {typed.length > 0 ? <Facts rows={typed} /> : <p className="empty">Nothing besides the request.</p>}
        </Panel>
      </div>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
