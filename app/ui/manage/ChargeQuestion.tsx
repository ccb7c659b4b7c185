import type { CustomerCharge } from "~/domain/charges/customer-view.server";
import { ErrorSummary, Notice, SubmitButton, TextareaField, type Answers } from "../form";
import { telLink } from "../frame/facts";
import { manageAddress } from "./addresses";
import { ChargeFacts, LoweredLink } from "./ChargeFacts";

/** One charge, as its link opens it. */
export interface QuestionPage {
  number: string;
  charge: CustomerCharge;
  address: string;
  /** Characters of a question. */
  most: number;
  /** This browser has the booking open besides. */
  isOpened: boolean;
  /** Where it waits to be paid: the page on which all of the booking that waits is, with its sum. */
  pay: { url: string; label: string } | null;
}

/** A charge with everything that it stands on, and one field to say what is not right. */
export function ChargeQuestion({
  page: { number, charge, address, isOpened, most, pay },
  problem,
  phone,
}: { page: QuestionPage; phone: string } & Pick<Answers, "problem">) {
  return (
    <div className="narrow page stack">
      <ErrorSummary problem={problem} />
      <p className="eyebrow">
        Booking {number}
        {charge.dumpster && ` · ${charge.dumpster}`}
      </p>
      <h1>{charge.title}</h1>
      {charge.state === "questioned" ? (
        <Notice kind="good" live>
          <p>
            <b>We got your question.</b> Nothing is charged until somebody of ours has looked at it and answered you.
          </p>
        </Notice>
      ) : (
        <p className="lead">{charge.stands}</p>
      )}
      {charge.lowered && <LoweredLink lowered={charge.lowered} />}
      <ChargeFacts charge={charge} level={2} />
      {charge.questions.length > 0 && (
        <section className="stack" aria-labelledby="asked">
          <h2 id="asked">What you asked</h2>
          {charge.questions.map(({ asked, message, answer }) => (
            <div key={asked} className="card">
              <p className="small soft">{asked}</p>
              <p className="whitespace-pre-line">{message}</p>
              {answer && (
                <p className="whitespace-pre-line">
                  <b>Our answer:</b> {answer}
                </p>
              )}
            </div>
          ))}
        </section>
      )}
      {charge.mayQuestion && (
        <form method="post" action={address} className="stack">
          <h2 className="mt-4">Is something not right?</h2>
          <input type="hidden" name="charge" value={charge.id} />
          <TextareaField
            name="message"
            label="What is not right?"
            hint="As soon as you send it, nothing is charged until we have answered."
            rows={4}
            maxLength={most}
            problem={problem}
          />
          <SubmitButton className="button big">Question this charge</SubmitButton>
        </form>
      )}
      <p className="actions">
        {pay && (
          <a className="button" href={pay.url}>
            {pay.label}
          </a>
        )}{" "}
        {isOpened && (
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
