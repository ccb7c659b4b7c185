import { Form } from "@remix-run/react";
import type { CustomerRecord } from "~/domain/records/customer-record.server";
import type { Problem } from "~/http/answers/forms.server";
import { Field, SubmitButton } from "~/ui/form";
import { Panel, When } from "./bits";
import { CallLink } from "./CallLink";

/** How a customer is reached, and how they were; a contact is added and ended. */
export function ContactsPanel({
  record,
  isAdmin,
  problem,
}: {
  record: CustomerRecord;
  isAdmin: boolean;
  problem: Problem | null;
}) {
  const { contacts, customer } = record;
  const open = contacts.filter(({ ended }) => ended === null);
  const ended = contacts.filter((one) => one.ended !== null);
  return (
    <Panel title="Contacts" id="contacts">
      {open.length === 0 && <p className="empty">No contact: nobody can reach them.</p>}
      <ul className="entries">
        {open.map((one) => (
          <li key={one.id}>
            <div>
              <a href={one.href} data-customer={customer.id}>
                {one.text}
              </a>
              {one.label && <div className="hint">{one.label}</div>}
              {one.waits && (
                <div className="hint">
                  Counts for their terms and tax exemption once {isAdmin ? "you confirm" : "an admin confirms"} it.
                </div>
              )}
            </div>
            <Form method="post" className="steps-of">
              <input type="hidden" name="contactId" value={one.id} />
              {one.waits && isAdmin && (
                <button className="small-button" name="intent" value="confirm-contact">
                  Confirm<span className="unseen"> {one.text}</span>
                </button>
              )}
              {/* Asked once: the next one's button moves to where this one's was. */}
              <details>
                <summary>
                  End<span className="unseen"> {one.text}</span>
                </summary>
                <button className="small-button" name="intent" value="end-contact">
                  End it<span className="unseen">: {one.text}</span>
                </button>
              </details>
            </Form>
          </li>
        ))}
      </ul>
      {ended.length > 0 && (
        <details>
          <summary>Former contacts ({ended.length})</summary>
          <ul className="lines">
            {ended.map((one) => (
              <li key={one.id} className="hint">
                <CallLink text={one.text} customer={customer.id} />, until <When at={one.ended ?? 0} year />
              </li>
            ))}
          </ul>
        </details>
      )}
      {customer.sms_consent_at !== null && <p className="hint">Agreed to text messages.</p>}
      <details open={problem !== null}>
        <summary>Add a contact</summary>
        <Form method="post" key={contacts.length}>
          {!isAdmin && record.hasGrants && (
            <p className="hint">
              They have payment terms or a tax exemption. Those count with a new contact once an admin confirms it;
              until then it is paid when booking, with tax.
            </p>
          )}
          <Field
            name="contact"
            label="Phone or email"
            required
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            problem={problem}
          />
          <Field name="contactLabel" label="Whose, or what for (optional)" maxLength={60} problem={problem} />
          <SubmitButton intent="add-contact" className="button secondary">
            Add the contact
          </SubmitButton>
        </Form>
      </details>
    </Panel>
  );
}

/** The addresses of their bookings. */
export function SitesPanel({ sites }: Pick<CustomerRecord, "sites">) {
  return (
    <Panel title="Sites" id="sites" count={sites.length}>
      {sites.length === 0 ? (
        <p className="empty">No site yet. The address of each booking becomes one.</p>
      ) : (
        <ul className="lines">
          {sites.map((site) => (
            <li key={site.id}>
              {site.address}, {site.city}, FL {site.zip}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Whether they are served; each way with a reason. */
export function ServicePanel({ notServed, problem }: Pick<CustomerRecord, "notServed"> & { problem: Problem | null }) {
  return (
    <Panel title="Service" id="service">
      {notServed ? (
        <Form method="post" className="stack" key="not">
          <p>
            <span className="state bad">Do not serve</span> {notServed.reason}
          </p>
          <p className="hint">
            Since <When at={notServed.since} year />
            {notServed.by && `, by ${notServed.by}`}. Whoever books with one of their contacts is asked for a call-back,
            and is not told why.
          </p>
          <Field name="serveReason" label="Why serve them again?" aria-required problem={problem} />
          <SubmitButton intent="serve-again" className="button secondary">
            Serve again
          </SubmitButton>
        </Form>
      ) : (
        <details open={problem !== null}>
          <summary>Do not serve</summary>
          <Form method="post">
            <p className="hint">
              Whoever books with one of their contacts is asked for a call-back, in neutral words. An order that is
              being paid cannot be paid any more. Bookings that are paid stay as they are: each that is still to be
              delivered becomes a task, for you to decide.
            </p>
            <Field name="stopReason" label="Why?" aria-required problem={problem} />
            <SubmitButton intent="stop-serving" className="button danger">
              Do not serve
            </SubmitButton>
          </Form>
        </details>
      )}
    </Panel>
  );
}
