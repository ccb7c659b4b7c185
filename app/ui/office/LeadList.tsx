import { Form, Link } from "@remix-run/react";
import { LEAD_KIND, LEAD_STATE, type LeadKind } from "~/domain/leads/labels";
import type { PhoneView } from "~/domain/kernel/phone";
import { paths } from "~/paths";
import { When } from "./bits";

export interface LeadRow {
  id: string;
  kind: LeadKind;
  state: keyof typeof LEAD_STATE;
  name: string;
  phone: PhoneView;
  email: string;
  zip: string;
  message: string;
  created_at: number;
}

/** The leads that wait, each with its next step. */
export function LeadList({ leads }: { leads: LeadRow[] }) {
  if (leads.length === 0) return <p className="empty">No lead is waiting.</p>;
  return (
    <ul className="entries">
      {leads.map((lead) => (
        <li key={lead.id}>
          <div>
            <Link to={paths.crm.lead(lead.id)} className="strong">
              {lead.name}
            </Link>{" "}
            <span className={lead.state === "new" ? "state wait" : "state done"}>{LEAD_STATE[lead.state]}</span>
            <div className="hint">
              {LEAD_KIND[lead.kind]} · ZIP {lead.zip} · <When at={lead.created_at} />
            </div>
            <div>
              <a href={lead.phone.href}>{lead.phone.text}</a>
            </div>
          </div>
          <LeadSteps id={lead.id} state={lead.state} />
        </li>
      ))}
    </ul>
  );
}

/** The buttons that a lead's state allows. Posts to the lead's own page. */
export function LeadSteps({ id, state }: { id: string; state: LeadRow["state"] }) {
  return (
    <Form method="post" action={paths.crm.lead(id)} className="steps-of">
      {state !== "contacted" && (
        <button className="small-button" name="state" value="contacted">
          {state === "closed" ? "Take up again" : "Called"}
        </button>
      )}{" "}
      {state !== "closed" && (
        <button className="small-button" name="state" value="closed">
          Close
        </button>
      )}
    </Form>
  );
}
