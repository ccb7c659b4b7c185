import { cardWords } from "~/domain/payments/card-words";
import { chargeName, CHARGE_STATE_OFFICE, MESSAGE_CHANNEL, REFUND_STATE_OFFICE } from "~/domain/states/labels";
import type { Cut, MoneySums } from "~/domain/records/cut-record";
import type { BookingRecord } from "~/domain/records/office.server";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { CreditOfCharge } from "~/domain/payments/credits.server";
import { duesWords } from "~/domain/payments/account-words";
import { methodWords } from "~/domain/payments/methods";
import { DISPUTE_STATE } from "~/domain/states/dispute-words";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { describeWhy } from "~/domain/events/why-words";
import { AllOf } from "./AllOf";
import { Facts, Panel, When } from "./bits";
import { CallLink } from "./CallLink";
import { SumList } from "./SumList";
import { byKey } from "./Keys";
import { BecameOf } from "./Texts";

/** The price as it was agreed, and every movement of money. */
export function MoneyPanel({
  booking,
  payments,
  refunds,
  charges,
  credits = [],
  checkouts,
  cancellations,
  disputes = [],
  due,
  onAccount = [],
  taxRate,
  cut,
  moneySums: { paid, refunded },
  isAdmin = false,
}: Pick<BookingRecord, "due" | "booking" | "payments" | "refunds" | "charges" | "checkouts" | "cancellations"> & {
  taxRate: number;
  cut: Cut;
  moneySums: MoneySums;
  isAdmin?: boolean;
  /** Beside their charges; a cancellation's stand in its own line. */
  credits?: readonly CreditOfCharge[];
} & Partial<Pick<BookingRecord, "disputes" | "onAccount">>) {
  return (
    <Panel title="Money" id="money">
      <SumList sums={booking.price} taxRate={taxRate} />
      <Facts
        rows={[
          [
            "Card",
            cardWords(booking) ??
              (booking.card_last4
                ? `Card ending in ${booking.card_last4}`
                : due
                  ? "none: on account"
                  : "none on file yet"),
          ],
          ...(refunded > 0 ? [["Left after refunds", formatCents(paid - refunded)] as [string, string]] : []),
          due
            ? ["On account", duesWords(onAccount) || "nothing is open"]
            : ["Paid", booking.paid_at ? <When key="paid" at={booking.paid_at} year /> : "not yet"],
        ]}
      />
      <ul className="moves">
        {payments.map((payment) => (
          <Move
            key={payment.id}
            at={payment.paid_at}
            what={payment.method === "card" || !payment.method ? "Payment" : `Payment: ${methodWords(payment)}`}
            cents={payment.amount}
          />
        ))}
        {/* Their fees stand among the charges. */}
        {cancellations.map(({ id, created_at: at, base_amount: base, reason }) => (
          <Move
            key={id}
            at={at}
            what={`${base > 0 ? "Cancelled and credited" : "Cancelled"}: ${describeWhy(reason)}`}
            cents={0 - base}
          />
        ))}
        {refunds.map((refund) => (
          <Move
            key={refund.id}
            at={refund.paid_out_at ?? refund.created_at}
            what={`${REFUND_STATE_OFFICE[refund.state]}${refund.method === "check" ? " (check)" : ""}: ${describeWhy(refund.reason)}`}
            cents={-refund.amount}
          />
        ))}
        {charges.map((charge) => (
          <Fragment key={charge.id}>
            <Move
              at={charge.created_at}
              what={`${nameOf(charge)} (${CHARGE_STATE_OFFICE[charge.state]})`}
              to={charge.cause === null ? undefined : crmPaths.billing({ charge: charge.id })}
              cents={charge.amount + charge.tax}
            />
            {credits
              .filter(({ chargeId }) => chargeId === charge.id)
              .map(({ id, at, cents }) => (
                <Move key={id} at={at} what={`Credited: ${nameOf(charge)}`} cents={-cents} />
              ))}
          </Fragment>
        ))}
        {checkouts
          .filter((checkout) => checkout.state !== "complete")
          .map((checkout) => (
            <Move
              key={checkout.createdAt}
              at={checkout.createdAt}
              what={`Checkout ${checkout.state}`}
              cents={checkout.amount}
            />
          ))}
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <span>
              <Link to={crmPaths.dispute(dispute.id)}>Dispute: {DISPUTE_STATE[dispute.state].toLowerCase()}</Link>
              <span className="hint">
                {" "}
                · <When at={dispute.opened_at} />
              </span>
            </span>
            <span className="money">{formatCents(-dispute.withdrawn + dispute.reinstated)}</span>
          </li>
        ))}
      </ul>
      <AllOf list="money" cut={cut} what="movements" />
      {booking.paid_at && (
        <p className="pager">
          <Link to={crmPaths.addCharge(booking.booking_number)}>Add a charge</Link>{" "}
          {isAdmin && charges.length > 0 && (
            <>
              <Link to={crmPaths.giveBack(booking.booking_number)}>Give money back</Link>{" "}
              <Link to={crmPaths.receive(booking.customer_id, { booking: booking.id })}>
                Write down a check or cash
              </Link>
            </>
          )}
        </p>
      )}
    </Panel>
  );
}

const nameOf = ({
  cause,
  kind,
  description,
}: Pick<BookingRecord["charges"][number], "cause" | "kind" | "description">) =>
  cause === null ? chargeName(kind, description) : description;

function Move({ at, what, cents, to }: { at: number; what: string; cents: Cents; to?: string | undefined }) {
  return (
    <li>
      <span>
        {to ? <Link to={to}>{what}</Link> : what}
        <span className="hint">
          {" "}
          · <When at={at} />
        </span>
      </span>
      <span className="money">{formatCents(cents)}</span>
    </li>
  );
}

/** What came last is what is asked for; a rental of weeks has two dozen before it. */
const FIRST_MESSAGES = 8;

function MessageLines({ rows, booking }: { rows: BookingRecord["messages"]; booking: string }) {
  return (
    <ul className="messages">
      {rows.map((message) => (
        <li key={message.id}>
          {message.direction === "in" && <span className="strong">Answer. </span>}
          {MESSAGE_CHANNEL[message.channel]}: {message.subject || message.body || message.template}
          <p className="hint">
            {message.direction === "in" ? "from" : "to"} <CallLink text={message.with} booking={booking} />,{" "}
            <When at={message.createdAt} />
            <BecameOf {...message} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The links to give to the caller, the signed papers, and what was sent. */
export function PapersPanel({
  booking,
  agreements,
  invoices,
  files,
  messages,
  toBeSent,
  textsAsleep,
  links,
  cut,
}: Pick<BookingRecord, "booking" | "agreements" | "invoices" | "files" | "messages" | "toBeSent" | "textsAsleep"> & {
  links: { label: string; url: string }[];
  cut: Cut;
}) {
  const told = messages.toReversed();
  return (
    <Panel title="Links, papers, messages" id="papers">
      {links.map(({ label, url }) => (
        <div key={url} className="copy">
          <label htmlFor={`link-${label}`}>{label}</label>
          <input
            {...byKey("l", "The customer’s link, to copy it")}
            id={`link-${label}`}
            className="input"
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
      ))}
      <ul className="lines">
        {agreements.map((agreement) => (
          <li key={agreement.id}>
            <a href={agreement.pdfUrl ?? paths.print(agreement.capability)} {...byKey("a", "Open the agreement")}>
              Agreement, version {agreement.version}
            </a>
            <span className="hint">
              {" "}
              · signed by {agreement.name}, <When at={agreement.signedAt} year />
              {agreement.supersededAt && " · replaced"}
            </span>
          </li>
        ))}
        {invoices.map((invoice) => (
          <li key={invoice.number}>
            <a href={invoice.pdfUrl ?? paths.print(invoice.capability)} {...byKey("i", "Open the invoice")}>
              {invoice.type.startsWith("credit:") ? "Credit note" : "Invoice"}{" "}
              <span className="num">{invoice.number}</span>
            </a>
            <span className="hint">
              {" "}
              · {formatCents(invoice.type.startsWith("credit:") ? -invoice.total : invoice.total)}
            </span>
          </li>
        ))}
        {files.map((file) => (
          <li key={file.capability}>
            <a href={paths.file(file.capability)}>
              {file.kind === "photo" ? "Photo" : "Weight ticket"}: {file.filename}
            </a>
          </li>
        ))}
        {agreements.length + invoices.length + files.length === 0 && (
          <li className="soft">No paper yet{booking.paid_at ? "" : "; the agreement comes with the signature"}.</li>
        )}
      </ul>
      <AllOf list="papers" cut={cut} what="papers" />
      <h3>Messages</h3>
      {toBeSent > 0 && (
        <p className="soft">
          {toBeSent} being sent{textsAsleep > 0 && `, ${textsAsleep} of them at 8 am: texts leave no sooner`}.
        </p>
      )}
      {messages.length === 0 ? (
        toBeSent === 0 && <p className="empty">None yet.</p>
      ) : (
        <>
          <MessageLines rows={told.slice(0, FIRST_MESSAGES)} booking={booking.booking_number} />
          {told.length > FIRST_MESSAGES && (
            <details>
              <summary>Earlier messages ({told.length - FIRST_MESSAGES})</summary>
              <MessageLines rows={told.slice(FIRST_MESSAGES)} booking={booking.booking_number} />
            </details>
          )}
        </>
      )}
      <AllOf list="messages" cut={cut} what="messages" />
    </Panel>
  );
}
