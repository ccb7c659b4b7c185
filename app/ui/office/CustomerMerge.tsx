import { Form, Link } from "@remix-run/react";
import { formatCents } from "~/domain/kernel/money";
import type { CustomerRecord, MergePreview } from "~/domain/records/customer-record.server";
import { crmPaths } from "~/crm-paths";
import { SubmitButton } from "~/ui/form";
import { Panel } from "./bits";
import { CallLink } from "./CallLink";

interface Props {
  record: CustomerRecord;
  /** What was typed to find the other record, and who was found. */
  search: string;
  others: { id: string; name: string; phone: string; email: string }[];
  preview: MergePreview | null;
  isAdmin: boolean;
}

/** Two records of the same person or company become one: suggested, looked at, merged, and taken back. */
export function MergePanel({ record, search, others, preview, isAdmin }: Props) {
  const { customer, merged, perhapsSame } = record;
  const look = (id: string) => `${crmPaths.customer(customer.id, { merge: id })}#merging`;
  return (
    <Panel title="Same customer twice?" id="merging">
      {preview && preview.id !== customer.id && !preview.merged && (
        <BothRecords record={record} other={preview} isAdmin={isAdmin} />
      )}
      {perhapsSame.length > 0 && (
        <>
          <p>The same number or address is also with:</p>
          <ul className="lines">
            {perhapsSame.map((other) => (
              <li key={other.id}>
                <Link to={crmPaths.customer(other.id)}>{other.name}</Link> ·{" "}
                <Link to={look(other.id)}>
                  Look at merging<span className="unseen"> with {other.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="entries">
        {merged.map((other) => (
          <li key={other.id}>
            <div>
              Merged into this: {other.name}
              {other.isAdmins && !isAdmin && (
                <div className="hint">
                  Their payment terms or tax exemptions differ, so only an admin can undo it: please ask one.
                </div>
              )}
            </div>
            {(isAdmin || !other.isAdmins) && (
              <Form method="post" className="steps-of">
                <input type="hidden" name="other" value={other.id} />
                <button className="small-button" name="intent" value="undo-merge">
                  Undo<span className="unseen"> the merge with {other.name}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <details open={search !== ""}>
        <summary>Find another record</summary>
        <Form method="get" action={`${crmPaths.customer(customer.id)}#merging`} role="search">
          <label htmlFor="find">Name, phone, email or street</label>
          <input id="find" name="find" type="search" className="input" defaultValue={search} maxLength={100} />
          <button className="button secondary">Find</button>
        </Form>
        {search && others.length === 0 && <p className="empty">No other customer fits.</p>}
        <ul className="lines">
          {others.map((other) => (
            <li key={other.id}>
              <Link to={look(other.id)}>{other.name}</Link>
              <div className="hint" data-customer={other.id}>
                {other.phone && <CallLink text={other.phone} />}
                {other.phone && other.email && " · "}
                {other.email}
              </div>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}

/** Both records beside each other, before anybody merges them. */
function BothRecords({ record, other, isAdmin }: { record: CustomerRecord; other: MergePreview; isAdmin: boolean }) {
  const isLeft = other.isAdmins && !isAdmin;
  return (
    <div className="notice warn">
      <p>
        <b>{other.name}</b> becomes part of <b>{record.name}</b>:
      </p>
      <ul className="lines">
        <li>
          {other.bookings} {other.bookings === 1 ? "booking" : "bookings"}, balance {formatCents(other.owed)}
        </li>
        <li>{other.contacts.join(", ") || "no contacts"}</li>
        {other.sites.length > 0 && <li>{other.sites.slice(0, 5).join("; ")}</li>}
        {other.notServed && (
          <li>
            <span className="state bad">Do not serve</span> would hold for both.
          </li>
        )}
      </ul>
      <p className="hint">
        Bookings keep their names and papers as they were signed. Name, terms and PO number stay those of {record.name}.
        It can be undone at any time.
      </p>
      {other.isAdmins && (
        <p>
          Their payment terms or tax exemptions differ, and as one they have those of {record.name}.
          {isLeft && " So only an admin can merge them: please ask one."}
        </p>
      )}
      {isLeft ? (
        <Link to={crmPaths.customer(record.customer.id)}>Leave both</Link>
      ) : (
        <Form method="post" action={crmPaths.customer(record.customer.id)}>
          <input type="hidden" name="other" value={other.id} />
          <SubmitButton intent="merge">Merge into {record.name}</SubmitButton>{" "}
          <Link to={crmPaths.customer(record.customer.id)}>Leave both</Link>
        </Form>
      )}
    </div>
  );
}
