import { formatCents } from "~/domain/kernel/money";
import type { Balance } from "~/domain/charges/customer-view.server";
import { ErrorSummary, Notice, SubmitButton, type Answers } from "../form";
import { telLink } from "../frame/facts";
import { manageAddress } from "./addresses";

/** What the page to pay shows; whoever has its link alone sees what is owed, and nothing else of the booking. */
export interface PayPage {
  number: string;
  /** "charging": we are asking the card on file; "processing": what they paid here is on its way. */
  state: "open" | "paid" | "processing" | "charging" | "nothing";
  /** A payment has just come in by this page. */
  hasPaid: boolean;
  /** A card was refused a moment ago, in words. */
  declined?: string;
  balance: Balance;
  /** Where the form is sent, and where one looks again. */
  address: string;
  /** Not everything is paid, and what is not is asked of nobody here: a bank has it, or it came back. */
  isApart: boolean;
  /** What that is, in sentences, for who has the booking open; "" for nobody else. */
  apart: string;
  /** This browser has the booking open besides. */
  isOpened: boolean;
}

const HEADING: Readonly<Record<PayPage["state"], string>> = {
  open: "What is still to be paid",
  paid: "Thank you, it is paid",
  processing: "Your payment",
  charging: "We are charging your card",
  nothing: "Nothing is to be paid",
};

/** Everything that a card did not pay, with how it was worked out, above the one button. */
export function PayBalance({ page, problem, phone }: { page: PayPage; phone: string } & Pick<Answers, "problem">) {
  const { number, state, balance } = page;
  return (
    <div className="narrow page stack">
      <ErrorSummary problem={problem} />
      <p className="eyebrow">Booking {number}</p>
      <h1>{HEADING[state]}</h1>
      {page.hasPaid && (
        <Notice kind="good" live>
          <p>Your payment is in. The receipt comes by email.</p>
        </Notice>
      )}
      {page.declined && (
        <Notice kind="bad" live>
          <p>{page.declined}</p>
        </Notice>
      )}
      {state === "processing" && (
        <p className="lead" role="status">
          We are processing your payment. This usually takes a few seconds. Please do not pay a second time.
        </p>
      )}
      {state === "charging" && (
        <p className="lead" role="status">
          We are asking the card on file right now. This usually takes a few seconds. Please do not pay besides.
        </p>
      )}
      {state === "nothing" && (
        <p className="lead">
          {page.isApart
            ? `Nothing is to be paid here. ${page.apart}`.trim()
            : "Everything that we charged for this booking is paid."}
        </p>
      )}
      {state === "open" && (
        <>
          <ul className="plain cards">
            {balance.charges.map(({ title, lines, total }) => (
              <li key={title} className="card">
                <h2 className="text-xl">{title}</h2>
                {lines.map((line) => (
                  <p key={line} className="soft">
                    {line}
                  </p>
                ))}
                <p>
                  <b className="money">{formatCents(total)}</b>
                </p>
              </li>
            ))}
          </ul>
          <p className="lead">
            To pay: <b className="money">{balance.said}</b>
          </p>
          <form method="post" action={page.address} className="stack">
            <input type="hidden" name="total" value={balance.total} />
            <SubmitButton intent="pay" className="button big full">
              Pay {balance.said}
            </SubmitButton>
            <p className="small soft">You pay on our card partner’s page, with any card. We never see its number.</p>
          </form>
        </>
      )}
      <p className="actions">
        {(state === "processing" || state === "charging") && (
          <a className="button" href={page.address}>
            Refresh Status
          </a>
        )}{" "}
        {page.isOpened && (
          <a className="button secondary" href={manageAddress(number)}>
            See your booking
          </a>
        )}{" "}
        <a className="text-button" href={telLink(phone)}>
          Call {phone}
        </a>
      </p>
    </div>
  );
}
