import { useEffect } from "react";
import { paths } from "~/paths";
import { formatCents } from "~/domain/kernel/money";
import { telLink } from "../frame/facts";
import { Spinner } from "../frame/Spinner";
import { showToast } from "../Toasts";
import { manageAddress } from "./addresses";
import { Said } from "./PaymentDone";
import { PayForm } from "./PayForm";
import { usePaymentPoll } from "./use-payment";
import type { PaymentResult, ReturnReason } from "~/domain/records/customer-views";
import { Unbroken } from "../Unbroken";

type Of<S extends PaymentResult["state"]> = Extract<PaymentResult, { state: S }>;

const NO_SESSION = "No payment session found. Please try making a booking again.";

/** The words are the specification's (sections 2 and 8). */
export function NoSession() {
  useEffect(() => void showToast({ kind: "error", title: "No Payment Session", text: NO_SESSION }), []);
  return (
    <>
      <h1>Payment</h1>
      <p className="lead">{NO_SESSION}</p>
      <p className="actions">
        <a className="button" href={paths.home}>
          Return to Home
        </a>{" "}
        <a className="button secondary" href={paths.manage.lookup}>
          Manage booking
        </a>
      </p>
    </>
  );
}

export function Processing({ result, phone }: { result: Of<"processing">; phone: string }) {
  const trouble = usePaymentPoll(result.sessionId, result.checkout);
  return (
    <>
      <h1>Your payment</h1>
      <Said answer={trouble} />
      <div role="status" className="stack">
        <Spinner />
        <p className="lead">We're processing your payment. This usually takes a few seconds.</p>
      </div>
      <form method="get" action={paths.paymentSuccess()} className="actions">
        <input type="hidden" name="session_id" value={result.sessionId} />
        {result.checkout && <input type="hidden" name="checkout" value={result.checkout} />}
        <button className="button" type="submit">
          Refresh Status
        </button>
      </form>
      <p className="soft">
        {result.nextTry === null
          ? "This takes longer than usual. Please do not pay again: if your payment arrived, you get an email as soon as it is done."
          : "This page checks again by itself. Please do not pay a second time."}{" "}
        Questions? Call{" "}
        <a className="num" href={telLink(phone)}>
          {phone}
        </a>
        .
      </p>
    </>
  );
}

export function NotCompleted({ result }: { result: Of<"expired"> }) {
  return (
    <>
      <p className="eyebrow">Booking {result.booking.number}</p>
      <h1>This payment was not completed</h1>
      <p className="lead">
        The time to pay ran out. <b>Nothing was charged</b>
        {result.isChange ? ", and your booking stands as it was." : ", and the dumpster is no longer held for you."}
      </p>
      <div className="actions">
        {result.isChange ? (
          <a className="button" href={manageAddress(result.booking.number)}>
            Manage your booking
          </a>
        ) : (
          <PayForm number={result.booking.number} label="Try again" />
        )}
        <a className="button secondary" href={paths.home}>
          Return to Home
        </a>
      </div>
    </>
  );
}

const WHY: Record<ReturnReason, { heading: string; text: string; next: string }> = {
  nothing_left: {
    heading: "Your payment came too late",
    text: "Your payment arrived after the time that we could hold the dumpster, and the last one for your days went to somebody else meanwhile.",
    next: "No dumpster is booked. Choose other days or another size: it takes a minute, and what you typed is kept.",
  },
  duplicate: {
    heading: "You had already paid",
    text: "This booking was paid before, so we did not need this second payment.",
    next: "Your booking stands. You do not have to do anything.",
  },
  wrong_amount: {
    heading: "Your order had changed",
    text: "The order was changed after this payment page was opened, so the amount was not the right one for it.",
    next: "The order is not paid yet. Look at it once more, sign it and pay the new amount.",
  },
  not_changed: {
    heading: "We could not make this change",
    text: "When your payment arrived, what you asked for was not possible any more.",
    next: "Your booking stands as it was. You can ask for something else, or call us.",
  },
  not_charged: {
    heading: "That dumpster is no longer free",
    text: "Your card was saved after the time that we could hold the dumpster, and the last one for your days went to somebody else meanwhile.",
    next: "No dumpster is booked. Choose other days or another size: it takes a minute.",
  },
};

/** The money came in and goes back: what happened, where the money is, what to do now. */
export function PaymentReturned({ result, phone }: { result: Of<"returned">; phone: string }) {
  const { heading, text, next } = WHY[result.why];
  const charged = result.amount > 0 && result.why !== "not_charged";
  return (
    <>
      <p className="eyebrow">Booking {result.booking.number}</p>
      <h1>{heading}</h1>
      <p className="lead">{text}</p>
      <div className="notice warn stack">
        <h2>Your money</h2>
        {charged ? (
          <p>
            The whole <b className="money">{formatCents(result.amount)}</b> goes back to the card you paid with. You
            need not ask for it. <Unbroken text="Banks show it within 5–10 business days." />
            {result.refundState && (
              <>
                {" "}
                State now: <b>{result.refundState}</b>.
              </>
            )}
          </p>
        ) : (
          <p>Nothing was charged.</p>
        )}
      </div>
      <h2>What now</h2>
      <p>{next}</p>
      <div className="actions">
        {(result.why === "duplicate" || result.why === "not_changed") && (
          <a className="button" href={manageAddress(result.booking.number)}>
            Manage your booking
          </a>
        )}
        {result.why === "wrong_amount" && <PayForm number={result.booking.number} label="Look at the order again" />}
        {(result.why === "nothing_left" || result.why === "not_charged") && (
          <a className="button" href={result.bookAgainUrl}>
            Book again
          </a>
        )}{" "}
        <a className="button secondary" href={telLink(phone)}>
          Call {phone}
        </a>
      </div>
    </>
  );
}
