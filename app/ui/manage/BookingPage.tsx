import type { CustomerCharge } from "~/domain/charges/customer-view.server";
import type { PaperLink } from "~/domain/documents/papers.server";
import { paths } from "~/paths";
import { managePaths } from "~/manage-paths";
import type {
  CustomerBooking,
  CustomerDownloads,
  CustomerUnit,
  Documents,
  MoneyRow,
  TruckView,
} from "~/domain/records/customer-views";
import { asSentence, type StatusSentence } from "~/domain/states/sentence";
import { formatCents } from "~/domain/kernel/money";
import { telLink, type BusinessFacts } from "../frame/facts";
import { Notice, SubmitButton } from "../form";
import { cancelAddress, manageAddress } from "./addresses";
import { Unbroken } from "../Unbroken";
import { BookingWhere, Included, PriceTicket } from "./BookingFacts";
import { DocumentLinks, DownloadLinks, PaperLinks } from "./DocumentLinks";
import { FollowBooking } from "./FollowBooking";
import { LaterCharges } from "./LaterCharges";
import { PayForm } from "./PayForm";
import { PutBack, type FormerView } from "./PutBack";
import { TruckSteps } from "./TruckSteps";
import { UnitCards } from "./UnitCards";

export interface ManagePage {
  booking: CustomerBooking;
  documents: Documents;
  /** Invoices and credit notes of what came after the order, the newest. */
  papers: PaperLink[];
  /** Null where the flag "customer downloads" keeps them in the office, or there are none. */
  downloads: CustomerDownloads | null;
  units: CustomerUnit[];
  money: MoneyRow[];
  /** What was charged after the order, or is about to be. */
  charges: CustomerCharge[];
  /** What a card did not pay and can be paid now: "$81.00"; null where that is nothing. */
  owed: string | null;
  /** What is on their account, in a sentence; null where nothing is. */
  account: string | null;
  mayCancel: boolean;
  /** Where an additional dumpster can be asked for; null where there is nothing to add to. */
  anotherUrl: string | null;
  /** Trucks on their way, at the site, or here today. */
  trucks: TruckView[];
  /** On a day with a truck the page follows it. */
  follow: { bookingId: string; address: string } | null;
  /** A driver stands there and cannot get in. */
  waits: boolean;
  /** Its delivery is to come, on a day that stands. */
  isAhead: boolean;
  /** After a visit in vain, or because we moved it. */
  mayChooseDay: boolean;
  /** This browser has shown that the booking is its customer's (decision 0071). */
  isProven: boolean;
  /** What has just been done, in a sentence. */
  done: DoneWords | null;
  /** Where that was another day: the former one, for as long as it is free. */
  former: FormerView | null;
}

/** `isTold`: a mail says it too. */
export type DoneWords = StatusSentence & { isTold: boolean };

/** Everything a customer may know and do about their booking. */
export function BookingPage({ page, facts }: { page: ManagePage; facts: BusinessFacts }) {
  const { booking, documents, units, money } = page;
  const openWords = page.owed && `${page.owed} is still to be paid.`;
  // A mail leads to this page to pay: here the sum is said, beside its button.
  const lead = openWords && booking.status === "balance_due" ? openWords : booking.statusWords.more;
  return (
    <div className="wrap page stack">
      {page.done && (
        <Notice kind="good" live arrived>
          <p>
            {booking.status !== "cancelled" && (
              <b>
                <Unbroken text={`${asSentence(page.done)} `} />
              </b>
            )}
            {page.done.isTold && "We have sent you an email about it."}
          </p>
          {page.former && <PutBack number={booking.number} former={page.former} />}
        </Notice>
      )}
      <p className="eyebrow">Booking {booking.number}</p>
      <h1>
        <Unbroken text={booking.statusWords.headline} />
      </h1>
      {lead && (
        <p className="lead">
          <Unbroken text={lead} />
        </p>
      )}
      {page.owed && lead !== openWords && (
        <p>
          <b>{openWords}</b>
        </p>
      )}
      {page.account && (
        <p>
          <Unbroken text={page.account} />{" "}
          <a className="inline-block py-2" href={managePaths.statement({ booking: booking.number })}>
            See the statement
          </a>
        </p>
      )}
      {page.trucks.length > 0 && <TruckSteps trucks={page.trucks} />}
      {page.follow && <FollowBooking {...page.follow} />}
      <div className="actions">
        {page.waits && (
          <a className="button" href={managePaths.access({ booking: booking.number })}>
            Answer the driver
          </a>
        )}
        {page.mayChooseDay && (
          <a className="button" href={managePaths.reschedule({ booking: booking.number })}>
            Choose another day
          </a>
        )}
        {page.owed && (
          <a className="button" href={managePaths.pay({ booking: booking.number })}>
            Pay {page.owed}
          </a>
        )}
        {booking.isOpen && <PayForm number={booking.number} label={booking.payLabel} />}
        {booking.isPaid && page.isAhead && (
          <a className="button" href={paths.manage.calendar(booking.number)}>
            Add to calendar
          </a>
        )}{" "}
        {page.anotherUrl && (
          <a className="button secondary" href={page.anotherUrl}>
            Need another dumpster?
          </a>
        )}{" "}
        <a className="button secondary" href={telLink(facts.phone)}>
          Call {facts.phone}
        </a>
      </div>
      <div className="with-side mt-8">
        <div className="stack">
          {units.length > 0 && <UnitCards number={booking.number} units={units} mayCancelAll={page.mayCancel} />}
          <h2>Your booking</h2>
          <BookingWhere booking={booking} />
          <LaterCharges number={booking.number} charges={page.charges} />
          {booking.status !== "cancelled" && <Included booking={booking} />}
          {(documents.invoice || documents.agreement) && (
            <>
              <h2>Your documents</h2>
              <DocumentLinks documents={documents} />
              <PaperLinks papers={page.papers} />
              {page.papers.length > 0 && (
                <p>
                  <a className="inline-block py-2" href={managePaths.statement({ booking: booking.number })}>
                    The whole statement, with all papers
                  </a>
                </p>
              )}
            </>
          )}
          {page.downloads && (
            <>
              <h2>Photos and weight tickets</h2>
              <DownloadLinks {...page.downloads} />
            </>
          )}
        </div>
        <div className="stack side">
          <PriceTicket booking={booking} heading={booking.isPaid ? "Your order" : "To pay"} />
          {money.length > 0 && <Payments number={booking.number} rows={money} />}
        </div>
      </div>
      <Changes page={page} phone={facts.phone} />
      {booking.isPaid && <More number={booking.number} />}
      <form method="post" action={manageAddress(booking.number)} className="actions">
        <SubmitButton intent="sign-out" className="text-button">
          Sign out of this booking
        </SubmitButton>{" "}
        <span className="soft small">
          {page.isProven
            ? "On every device, and the links in our emails so far end with it. Your booking number and email address open it again."
            : "On this device. The link that you came by still opens it."}
        </span>
      </form>
    </div>
  );
}

/** Money that moved: with its sign where it went back. */
function Payments({ number, rows }: { number: string; rows: MoneyRow[] }) {
  return (
    <section className="card" aria-labelledby="payments-heading">
      <h2 id="payments-heading" className="text-xl">
        Payments and refunds
      </h2>
      <ul className="plain stack">
        {rows.map((row, i) => (
          <li key={i}>
            <span className="row gap-y-0 justify-between">
              <b>{row.label}</b> <b className="money ml-auto">{formatCents(row.amount)}</b>
            </span>{" "}
            <span className="small soft">{[row.state, row.when].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
      <p className="small">
        <a className="inline-block py-2" href={managePaths.statement({ booking: number })}>
          What was charged stands in the statement
        </a>
      </p>
    </section>
  );
}

/** The history, and the same order once more. */
function More({ number }: { number: string }) {
  return (
    <section className="stack" aria-labelledby="again">
      <h2 id="again">More</h2>
      <p>
        <a className="inline-block py-2" href={managePaths.history(number)}>
          What has happened so far, and what we wrote
        </a>
      </p>
      <form method="post" action={manageAddress(number)} className="actions">
        <SubmitButton intent="again" className="button secondary">
          Book the same again
        </SubmitButton>{" "}
        <span className="soft small">
          A new order with your choices and address. You choose the days, and sign again.
        </span>
      </form>
    </section>
  );
}

function Changes({ page: { booking, mayCancel, units }, phone }: { page: ManagePage; phone: string }) {
  if (booking.status === "cancelled" || booking.status === "completed") return null;
  return (
    <section className="stack" aria-labelledby="changes-heading">
      <h2 id="changes-heading">Change or cancel</h2>
      {booking.isPaid && (
        <>
          <ul className="plain row">
            <li>
              <a className="inline-block py-2" href={managePaths.notes({ booking: booking.number })}>
                Note and pictures for the driver
              </a>
            </li>
            {booking.card && (
              <li>
                <a className="inline-block py-2" href={managePaths.card({ booking: booking.number })}>
                  Change the card
                </a>
              </li>
            )}
          </ul>
          <p>
            For another address, call{" "}
            <a className="num" href={telLink(phone)}>
              {phone}
            </a>{" "}
            and give your booking number.
          </p>
        </>
      )}
      {mayCancel ? (
        <p className="actions">
          <a className="button danger" href={cancelAddress(booking.number)}>
            {units.length > 1 ? "Cancel the whole booking" : "Cancel the booking"}
          </a>{" "}
          <span className="soft small">You see the fee and the refund before anything happens.</span>
        </p>
      ) : (
        <p>
          {units.some((unit) => unit.mayCancel)
            ? "The whole booking cannot be cancelled online any more. What has not left yet is cancelled above, each dumpster on its own."
            : booking.status === "delivery_failed"
              ? "After a visit that could not deliver, cancelling is arranged by phone."
              : "This booking cannot be cancelled online any more, because the delivery has started. Call us and we will help."}
        </p>
      )}
    </section>
  );
}
