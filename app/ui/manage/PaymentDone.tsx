import { Form } from "@remix-run/react";
import { useEffect, useState, type MouseEvent, type ReactNode } from "react";
import { paths } from "~/paths";
import { formatCents } from "~/domain/kernel/money";
import { ErrorSummary, Notice, SubmitButton, type Answers } from "../form";
import { manageAddress } from "./addresses";
import { Facts, OrderDetails, WasteTypes } from "./BookingFacts";
import { DocumentLinks } from "./DocumentLinks";
import { NeedAnother } from "./NeedAnother";
import { EMAIL_ERROR, EMAIL_FAILED, openInvoice, tell, usePaymentArrived, type DoneAnswer } from "./use-payment";
import type { PaidBooking, PaymentResult } from "~/domain/records/customer-views";
import { asSentence } from "~/domain/states/sentence";
import { Unbroken } from "../Unbroken";

/** Success: words, labels and buttons of the specification, section 2. */
export function PaymentDone({
  result,
  answer,
  problem,
}: { result: Extract<PaymentResult, { state: "confirmed" }>; answer?: DoneAnswer } & Pick<Answers, "problem">) {
  const { booking, bookingId, sessionId, invoices, documents } = result;
  // Of the invoice, which scripts ask for by themselves; the newer word takes the place of the older one.
  const [said, setSaid] = useState<DoneAnswer | null>(null);
  const cancelled = booking.status === "cancelled";
  // Somebody may come back to this address when the dumpster has long been delivered.
  // What the steps say is to come; of one that does not come as planned the sentence says what is now.
  const isAhead = !booking.isOff && (booking.status === "paid_pending_scheduling" || booking.status === "confirmed");
  usePaymentArrived(
    cancelled
      ? null
      : {
          ...{ sessionId, bookingId, automaticInvoice: invoices?.automatic ?? false },
          off: booking.isOff && booking.statusWords.headline,
        },
    setSaid,
  );
  useEffect(() => {
    if (answer) tell(answer);
    if (problem) tell({ ok: false, title: EMAIL_ERROR, text: EMAIL_FAILED });
    setSaid(null);
  }, [answer, problem]);
  return (
    <>
      <ErrorSummary problem={problem && { ...problem, title: EMAIL_ERROR }} />
      <Said answer={said ?? answer} />
      <p className="eyebrow">Booking {booking.number}</p>
      {cancelled ? (
        <>
          <h1>{booking.statusWords.headline}</h1>
          <p className="lead">
            <Unbroken text={booking.statusWords.more} />
          </p>
        </>
      ) : (
        <>
          <h1>Thank you!</h1>
          <p className="lead">
            {booking.total === 0 ? "Card saved" : "Payment received"}
            {booking.isOff ? "." : " — your booking is confirmed!"}
          </p>
          <p>
            <b>
              <Unbroken text={asSentence(booking.statusWords)} />
            </b>
          </p>
        </>
      )}
      <section className="ticket" aria-labelledby="details-heading">
        <h2 id="details-heading">Booking details</h2>
        <Facts
          rows={[
            [
              "Booking number",
              <span key="number" className="inline-block text-base">
                {booking.number}
              </span>,
            ],
            ["Order details", <OrderDetails key="order" lines={booking.orderDetails} />],
            ["Delivery date", `${booking.comeApart ? "First on " : ""}${booking.deliveryDate}`],
            ["Pickup date", pickupWords(booking)],
            ["Delivery time", <Unbroken key="time" text={booking.deliveryTime} />],
            ["Delivery address", <OrderDetails key="address" lines={booking.addressLines} />],
            ["Placement", booking.placement],
            ...(booking.wasteTypes.length > 0
              ? [["Waste types", <WasteTypes key="waste" labels={booking.wasteTypes} />] as [string, ReactNode]]
              : []),
            [
              "Total amount",
              <b key="total" className="money">
                {formatCents(booking.total)}
              </b>,
            ],
            [
              "Status",
              <span key="status" className="tag">
                {booking.paidLabel}
              </span>,
            ],
          ]}
        />
      </section>
      {isAhead && <NextSteps booking={booking} />}
      {(documents.invoice || documents.agreement) && (
        <section className="stack" aria-labelledby="documents-heading">
          <h2 id="documents-heading">Your documents</h2>
          {invoices ? (
            <DocumentLinks documents={documents} />
          ) : (
            <DocumentLinks documents={{ ...documents, invoice: null }} />
          )}
          {invoices && (invoices.mayDownload || booking.receiptEmail) && (
            <InvoiceButtons
              bookingId={bookingId}
              mayDownload={invoices.mayDownload}
              mayEmail={booking.receiptEmail !== ""}
              onInvoice={setSaid}
            />
          )}
        </section>
      )}
      <div className="actions">
        {booking.dayUrl && (
          <a className="button" href={booking.dayUrl}>
            Choose another day
          </a>
        )}{" "}
        <a className={booking.dayUrl ? "button secondary" : "button"} href={manageAddress(booking.number)}>
          Manage your booking
        </a>{" "}
        <a className="button secondary" href={paths.home}>
          Return to Home
        </a>{" "}
        {result.isAddition ? (
          <NeedAnother
            booking={{ id: bookingId, number: booking.number, email: booking.email }}
            page={result.anotherUrl}
          />
        ) : (
          <a className="button secondary" href={result.anotherUrl}>
            Need another dumpster?
          </a>
        )}
      </div>
    </>
  );
}

/** How something went, in the words of its toast. */
export function Said({ answer }: { answer?: DoneAnswer | null }) {
  if (!answer) return null;
  return (
    <Notice kind={answer.ok ? "good" : "bad"} live>
      <p>
        <b>{answer.title}</b>
      </p>
      <p>{answer.text}</p>
    </Notice>
  );
}

/** The four steps of the specification, with the facts that the mail says too. */
function NextSteps({ booking }: { booking: PaidBooking }) {
  return (
    <section className="stack" aria-labelledby="next-heading">
      <h2 id="next-heading">Next Steps</h2>
      <ol className="plain cards how">
        <li>
          {booking.email ? (
            <>
              A confirmation email is on its way to <b>{booking.email}</b>.
            </>
          ) : (
            <>
              A text message with the link to your booking is on its way
              {booking.receiptEmail && (
                <>
                  , and an email with your papers to <b>{booking.receiptEmail}</b>
                </>
              )}
              .
            </>
          )}
        </li>
        <li>
          Our team will contact you to schedule the delivery within your time,{" "}
          <Unbroken text={`${booking.deliveryHours}.`} />
        </li>
        <li>{booking.deliveryStep}</li>
        <li>
          {booking.isKept
            ? `It stays until you ask for the pickup. You have paid until ${booking.pickupDate}; each day after that is charged.`
            : `We arrange the pickup after your rental ends: ${booking.pickupDate}.`}
        </li>
      </ol>
    </section>
  );
}

/** Two buttons of one plain form; hydrated, the invoice opens in a new tab instead. */
function InvoiceButtons({
  bookingId,
  mayDownload,
  mayEmail,
  onInvoice,
}: {
  bookingId: string;
  mayDownload: boolean;
  mayEmail: boolean;
  onInvoice: (answer: DoneAnswer) => void;
}) {
  const open = (event: MouseEvent) => {
    event.preventDefault();
    void openInvoice(bookingId).then(onInvoice);
  };
  return (
    <Form method="post" className="actions">
      {mayDownload && (
        <button className="button secondary" type="submit" name="intent" value="invoice" onClick={open}>
          Download Invoice
        </button>
      )}
      {mayEmail && (
        <SubmitButton intent="email" className="button secondary">
          Email Invoice
        </SubmitButton>
      )}
    </Form>
  );
}

/** What stands behind "Pickup date". Nobody asks for the pickup of what is cancelled. */
export function pickupWords({
  isKept,
  goApart,
  pickupDate,
  status,
}: Pick<PaidBooking, "isKept" | "goApart" | "pickupDate" | "status">): string {
  if (!isKept) return `${goApart ? "Last on " : ""}${pickupDate}`;
  const paid = `${goApart ? "last one " : ""}paid until ${pickupDate}`;
  return status === "cancelled"
    ? `${paid.slice(0, 1).toUpperCase()}${paid.slice(1)}`
    : `When you ask for ${goApart ? "each" : "it"}; ${paid}`;
}
