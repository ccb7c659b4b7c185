import { Form } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/days";
import { LANGUAGES, listLanguages } from "~/domain/kernel/language";
import { formatCents } from "~/domain/kernel/money";
import type { CustomerRecord } from "~/domain/records/customer-record.server";
import type { Problem } from "~/http/answers/forms.server";
import { Field, SelectField, SubmitButton } from "~/ui/form";
import { Facts, Panel, When } from "./bits";
import { describeEvent } from "./timeline-words";

interface Props {
  record: CustomerRecord;
  problem: Problem | null;
}

/** What somebody else saved since this form was made; nothing while nobody did. */
function Meanwhile({ record, problem }: Props) {
  const typed = Number(problem?.values["version"] ?? record.customer.version);
  const since = record.history.filter(
    ({ action, data }) => action === "customer_changed" && Number(data?.["version"]) > typed,
  );
  if (since.length === 0) return null;
  return (
    <div className="notice warn">
      <p>Changed meanwhile:</p>
      <ul className="lines">
        {since.map((event) => (
          <li key={event.id}>
            {describeEvent(event)} (<When at={event.at} />, {event.actor_label})
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who they are. Whoever saves after somebody else is told what that changed, and keeps what they typed. */
export function EditPanel({ record, problem }: Props) {
  const { customer } = record;
  const values = {
    kind: customer.kind,
    companyName: customer.company_name ?? "",
    firstName: customer.first_name,
    lastName: customer.last_name,
    poNumber: customer.po_number ?? "",
    language: customer.language,
  };
  const answers = { problem, values };
  const languages = listLanguages();
  return (
    <Panel title="Record" id="record">
      <Facts
        rows={[
          ["Kind", customer.kind === "company" ? "Company" : "Person"],
          ["Name", `${customer.first_name} ${customer.last_name}`],
          ...(customer.company_name ? [["Company", customer.company_name] as [string, string]] : []),
          ...(customer.po_number ? [["PO number", customer.po_number] as [string, string]] : []),
          ...(languages.length > 1 ? [["Language", LANGUAGES[customer.language]] as [string, string]] : []),
          ["Since", <When key="s" at={customer.created_at} year />],
        ]}
      />
      <details open={problem !== null}>
        <summary>Change the record</summary>
        <Form method="post" key={keyOf(values)}>
          <Meanwhile record={record} problem={problem} />
          <p className="hint">Bookings keep the name and contact that were signed.</p>
          <input type="hidden" name="version" value={customer.version} />
          <SelectField
            name="kind"
            label="Kind"
            options={[
              { value: "person", label: "Person" },
              { value: "company", label: "Company" },
            ]}
            {...answers}
          />
          <Field name="companyName" label="Company’s name" hint="For companies only" {...answers} />
          <Field name="firstName" label="First name" required {...answers} />
          <Field name="lastName" label="Last name" required {...answers} />
          <Field name="poNumber" label="PO number (optional)" maxLength={60} {...answers} />
          {languages.length > 1 && <SelectField name="language" label="Language" options={languages} {...answers} />}
          <SubmitButton intent="edit" className="button secondary">
            Save the record
          </SubmitButton>
        </Form>
      </details>
    </Panel>
  );
}

/** A form is filled anew when what stands in it was changed, and keeps what is half typed while another one is saved. */
const keyOf = (values: object) => JSON.stringify(values);

/** Exemption and terms: seen by staff, granted by admins. */
export function CompanyPanel({ record, problem, isAdmin }: Props & { isAdmin: boolean }) {
  const { customer, grantedBy, isExemptionOver } = record;
  const values = {
    certificate: customer.exemption_certificate ?? "",
    exemptUntil: customer.exempt_until ?? "",
    termsDays: customer.terms_days === null ? "" : String(customer.terms_days),
    creditLimit: customer.credit_limit === null ? "" : String(customer.credit_limit / 100),
  };
  const answers = { problem, values };
  return (
    <Panel title="Tax and terms" id="terms">
      <Facts
        rows={[
          [
            "Exemption",
            customer.exemption_certificate
              ? `${customer.exemption_certificate}${customer.exempt_until ? `, ${isExemptionOver ? "ended" : "until"} ${formatDay(customer.exempt_until, { year: true })}` : ""}`
              : "none",
          ],
          [
            "Terms",
            customer.terms_days === null
              ? "Pays when booking"
              : `${customer.terms_days} days to pay, up to ${formatCents(customer.credit_limit ?? 0)}`,
          ],
          ...(customer.terms_days !== null && grantedBy ? [["Granted by", grantedBy] as [string, string]] : []),
        ]}
      />
      {isAdmin ? (
        <details open={problem !== null}>
          <summary>Change tax and terms</summary>
          <Form method="post" key={keyOf(values)}>
            <Meanwhile record={record} problem={problem} />
            <input type="hidden" name="version" value={customer.version} />
            <Field name="certificate" label="Exemption certificate (optional)" maxLength={60} {...answers} />
            <Field name="exemptUntil" type="date" label="Its last day" {...answers} />
            <Field name="termsDays" inputMode="numeric" label="Days to pay (optional)" maxLength={3} {...answers} />
            <Field name="creditLimit" inputMode="decimal" label="Credit limit in dollars" maxLength={12} {...answers} />
            <SubmitButton intent="facts" className="button secondary">
              Save tax and terms
            </SubmitButton>
          </Form>
        </details>
      ) : (
        <p className="hint">Admins change this.</p>
      )}
    </Panel>
  );
}
