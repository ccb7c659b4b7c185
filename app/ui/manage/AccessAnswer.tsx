import type { VisitFee } from "~/domain/charges/visit-fee.server";
import { formatPrice, type Cents } from "~/domain/kernel/money";
import { managePaths } from "~/manage-paths";
import { ErrorSummary, Notice, SelectField, SubmitButton, type Answers } from "../form";
import { telLink } from "../frame/facts";
import { manageAddress } from "./addresses";
import { FeeLink, InTheWay } from "./InTheWay";

/** How long clearing may take, in minutes: a driver does not wait longer without being asked. */
export const CLEARING_MINUTES = [5, 10, 15, 20] as const;

/**
 * Where the visit stands: nobody was there, somebody waits, it is over, or another day is to be chosen. `photos` of what is
 * in the way; `fee` of a visit that was in vain.
 */
export type AccessPage = { number: string; photos: string[]; fee: VisitFee | null } & (
  | { state: "nobody" }
  | { state: "choose" }
  /** `ended`: how it ended, in a sentence. */
  | { state: "over"; ended: string }
  | {
      state: "waiting";
      visitId: string;
      /** "Delivery of dumpster 2 of 3"; null where there is but one. */
      truck: string | null;
      reason: string;
      /** "10:57 am" */
      until: string;
      /** That has passed: the driver may go. */
      isOver: boolean;
      /** What was answered: so many minutes to clear the way. */
      minutes: number | null;
      /** For how long a driver still waits who is told so. */
      choices: { value: string; label: string }[];
      /** A day of a delivery or a pickup is theirs to choose; of anything else we call them. */
      choosesDay: boolean;
      /** What another day costs that is asked for now, in cents; 0 for nothing. */
      sentAwayFee: Cents;
      /** What a visit in vain may cost, in words. */
      mayCost: string;
    }
);

/** Two large buttons, for one hand at a door. */
export function AccessAnswer({ page, problem, phone }: { page: AccessPage; phone: string } & Pick<Answers, "problem">) {
  return (
    <div className="narrow page stack">
      <ErrorSummary problem={problem} />
      <p className="eyebrow">
        Booking {page.number}
        {page.state === "waiting" && page.truck && ` · ${page.truck}`}
      </p>
      {page.state === "waiting" ? (
        <Waiting page={page} problem={problem} phone={phone} />
      ) : (
        <>
          <h1>{page.state === "nobody" ? "No driver is waiting" : "The driver is not waiting any more"}</h1>
          <p className="lead">
            {page.state === "nobody"
              ? "Nothing is to be answered at the moment."
              : page.state === "choose"
                ? "We come another day. Choose the one that suits you."
                : page.ended}
          </p>
          {page.fee && (
            <p>
              {page.fee.words} <FeeLink number={page.number} fee={page.fee} />
            </p>
          )}
          <InTheWay photos={page.photos} />
          <p className="actions">
            {page.state === "choose" && (
              <a className="button" href={managePaths.reschedule({ booking: page.number })}>
                Choose another day
              </a>
            )}{" "}
            <a className={page.state === "choose" ? "button secondary" : "button"} href={manageAddress(page.number)}>
              See your booking
            </a>
          </p>
        </>
      )}
    </div>
  );
}

function Waiting({
  page,
  problem,
  phone,
}: { page: Extract<AccessPage, { state: "waiting" }>; phone: string } & Pick<Answers, "problem">) {
  const { minutes, isOver, choices } = page;
  const until = <b className="num">{page.until}</b>;
  const hidden = <input type="hidden" name="visit" value={page.visitId} />;
  return (
    <>
      <h1>
        {isOver
          ? "The driver may leave any minute"
          : minutes === null
            ? "Our driver cannot get in"
            : "The driver waits for you"}
      </h1>
      {isOver || minutes === null ? (
        <p className="lead">
          {page.reason}. They {isOver ? "waited" : "wait"} until {until}.
          {isOver && " Is the way clear? Call us at once."}
        </p>
      ) : (
        <Notice kind="good" live>
          <p>
            <b>The driver sees it:</b> you are clearing the way, about {minutes} minutes. They wait until {until}.{" "}
            {page.reason}.
          </p>
        </Notice>
      )}
      {choices.length > 0 && (
        <form method="post" className="stack">
          {hidden}
          <SelectField
            name="minutes"
            label="How long does it take?"
            problem={problem}
            values={{ minutes: String(minutes ?? 10) }}
            options={choices}
          />
          <SubmitButton intent="clearing" className="button big full">
            {minutes === null ? "I am clearing it now" : "Tell them the new time"}
          </SubmitButton>
        </form>
      )}
      <InTheWay photos={page.photos} />
      <form method="post" className="stack">
        {hidden}
        <SubmitButton intent="reschedule" className="button secondary big full">
          {page.sentAwayFee > 0
            ? `Come another day: we leave, and the ${formatPrice(page.sentAwayFee)} dry-run fee applies`
            : "Come another day"}
        </SubmitButton>
        <p className="small soft">
          {page.choosesDay ? "You choose the day next." : "We call you about the day."} {page.mayCost}
        </p>
      </form>
      <p className="actions">
        <a className={isOver ? "button" : "text-button"} href={telLink(phone)}>
          Call {phone}
        </a>{" "}
        <a className="text-button" href={managePaths.access({ booking: page.number })}>
          Look again
        </a>
      </p>
    </>
  );
}
