import { Form, Link } from "@remix-run/react";
import { formatCents } from "~/domain/kernel/money";
import type { CustomerRecord } from "~/domain/records/customer-record.server";
import type { Problem } from "~/http/answers/forms.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { SubmitButton, TextareaField } from "~/ui/form";
import { Panel, When } from "./bits";
import { Note } from "./TimelineLines";

/** What all their bookings come to, and the papers of them. */
export function BalancePanel({
  customer,
  owed,
  papers,
  isAdmin,
}: Pick<CustomerRecord, "customer" | "owed" | "papers"> & { isAdmin: boolean }) {
  return (
    <Panel title="Balance" id="balance">
      <p>
        {owed > 0 ? "They owe " : owed < 0 ? "We owe them " : "Nothing is owed."}
        {owed !== 0 && <b className="money">{formatCents(Math.abs(owed))}</b>}{" "}
        <Link to={crmPaths.statement(customer.id)}>Statement</Link>{" "}
        {isAdmin && owed > 0 && <Link to={crmPaths.receive(customer.id)}>Write down a check or cash</Link>}
      </p>
      {papers.issued.length + papers.signed.length === 0 ? (
        <p className="empty">No papers yet.</p>
      ) : (
        <details>
          <summary>Papers ({papers.issued.length + papers.signed.length})</summary>
          <ul className="lines">
            {papers.issued.map((one) => (
              <li key={one.number}>
                <a href={paths.file(one.capability)}>Invoice {one.number}</a>, {formatCents(one.total)},{" "}
                <Link to={crmPaths.booking(one.booking)}>{one.booking}</Link>
              </li>
            ))}
            {papers.signed.map((one) => (
              <li key={one.capability}>
                <a href={paths.file(one.capability)}>Agreement of {one.booking}</a>, signed{" "}
                <When at={one.signedAt} year />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

/** What the office noted, newest first. */
export function NotesPanel({ notes, problem }: Pick<CustomerRecord, "notes"> & { problem: Problem | null }) {
  return (
    <Panel title="Notes" id="notes" count={notes.length}>
      {notes.length === 0 && <p className="empty">No notes yet.</p>}
      <ul className="entries">
        {notes.map((one) => (
          <li key={one.id}>
            <div>
              <Note text={one.why ?? ""} />
              <div className="hint">
                <When at={one.at} year /> · {one.actor_label}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <Form method="post" key={notes.length}>
        <TextareaField name="note" label="Add a note" rows={3} problem={problem} />
        <SubmitButton intent="note" className="button secondary">
          Keep the note
        </SubmitButton>
      </Form>
    </Panel>
  );
}
