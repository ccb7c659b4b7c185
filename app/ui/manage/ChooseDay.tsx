import type { VisitFee } from "~/domain/charges/visit-fee.server";
import { Form } from "@remix-run/react";
import { managePaths } from "~/manage-paths";
import type { Day } from "~/domain/kernel/days";
import { windowChoice, type DeliveryWindowId } from "~/domain/schedule/rules";
import { ErrorSummary, Notice, RadioCards, SubmitButton, type Answers } from "../form";
import { telLink } from "../frame/facts";
import { manageAddress } from "./addresses";
import { FeeLink, InTheWay } from "./InTheWay";
import { Unbroken } from "../Unbroken";

/** The days that a customer may choose from; `offer` null where there is nothing to choose. */
export interface ChooseDayPage {
  number: string;
  offer: {
    unitId: string;
    seen: string;
    what: "delivery" | "pickup";
    dumpster: string;
    /** When our truck was there in vain, or is planned: a sentence. */
    when: string;
    why: "visit" | "moved" | "asked";
    /** What the visit in vain costs; null where none was. */
    fee: VisitFee | null;
    /** What was in its way. */
    photos: string[];
    /** The least percentage that cancelling costs after the move; we have not come where `isMissed`. */
    floor: number;
    isMissed: boolean;
    /** We have closed that day since. */
    isClosed: boolean;
    /** Only that half of it, where it is one. */
    closedHalf?: "morning" | "afternoon" | null;
    /** Of a pickup: what is planned before it can come, in words. */
    notBefore: string | null;
    window: string;
    days: { day: Day; label: string; windows: DeliveryWindowId[] }[];
    windows: DeliveryWindowId[];
    others: { id: string; label: string }[];
  } | null;
  /** Why there is none, where it is more than that nothing needs one. */
  refused?: string;
}

const named = (windows: DeliveryWindowId[]) => windows.map((id) => windowChoice(id).name).join(", ");

export function ChooseDay({
  page: { number, offer, refused },
  problem,
  phone,
}: { page: ChooseDayPage; phone: string } & Pick<Answers, "problem">) {
  const call = (
    <a className="button secondary" href={telLink(phone)}>
      Call {phone}
    </a>
  );
  if (!offer || offer.days.length === 0)
    return (
      <div className="narrow page stack">
        <ErrorSummary problem={problem} />
        <p className="eyebrow">Booking {number}</p>
        <h1>{offer ? "No free day at the moment" : "No other day to choose here"}</h1>
        <p className="lead">
          {offer
            ? (offer.notBefore ?? "Please call us, and we find one together.")
            : (refused ?? "Your booking stands as it is. For another day, call us.")}
        </p>
        <p className="actions">
          <a className="button" href={manageAddress(number)}>
            See your booking
          </a>{" "}
          {call}
        </p>
      </div>
    );
  const { what, fee, why, floor } = offer;
  // Whatever moved it before: the planned one is not kept.
  const ours = offer.isClosed
    ? `We are closed on that ${offer.closedHalf ?? "day"} after all`
    : offer.isMissed && what === "delivery"
      ? "We have not come in your time"
      : null;
  return (
    <div className="narrow page stack">
      <ErrorSummary problem={problem} />
      <p className="eyebrow">Booking {number}</p>
      <h1>Choose another day</h1>
      <p className="lead">
        <Unbroken
          text={`${what === "delivery" ? "Delivery" : "Pickup"} of your ${offer.dumpster}. ${offer.when} ${offer.notBefore ?? ""}`}
        />
      </p>
      <InTheWay photos={offer.photos} />
      {fee ? (
        <Notice kind="warn">
          <p>
            Choosing a day costs nothing. {fee.words} <FeeLink number={number} fee={fee} />
          </p>
        </Notice>
      ) : why === "asked" || ours ? (
        <Notice kind={floor > 0 ? "warn" : "good"}>
          <p>
            Changing the day costs nothing.{" "}
            {ours
              ? `${ours}, and we are sorry: cancelling is free, too.`
              : floor > 0 &&
                `Cancelling costs ${floor}% now, and that stays the least it costs after the move, also with more notice.`}
          </p>
        </Notice>
      ) : (
        <Notice kind="good">
          <p>
            We moved your day, so another one is free{what === "delivery" ? ", and so is cancelling" : ""}. If the
            planned one suits you, you need do nothing.
          </p>
        </Notice>
      )}
      <Form method="post" className="stack" noValidate>
        <input type="hidden" name="unit" value={offer.unitId} />
        <input type="hidden" name="seen" value={offer.seen} />
        <RadioCards
          name="deliveryDate"
          legend={what === "delivery" ? "Delivery day" : "Pickup day"}
          problem={problem}
          cards="wide"
          choices={offer.days.map(({ day, label, windows }) => ({
            value: day,
            label,
            ...(windows.length > 0 && windows.length < offer.windows.length && { text: `${named(windows)} only` }),
          }))}
        />
        {offer.windows.length > 0 && (
          <RadioCards
            name="deliveryTime"
            legend="Delivery time"
            problem={problem}
            fallback={offer.windows.find((id) => id === offer.window) ?? ""}
            choices={offer.windows.map((id) => ({
              value: id,
              label: windowChoice(id).name,
              text: windowChoice(id).hours,
            }))}
          />
        )}
        <p className="actions">
          <SubmitButton>Take this day</SubmitButton>{" "}
          <a className="button secondary" href={manageAddress(number)}>
            {fee ? "Later" : "Keep it as planned"}
          </a>
        </p>
      </Form>
      {offer.others.length > 0 && (
        <>
          <h2>Your other dumpsters</h2>
          <ul>
            {offer.others.map(({ id, label }) => (
              <li key={id}>
                <a href={managePaths.reschedule({ booking: number, unit: id })}>{label}: choose its day</a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small soft">{call}</p>
    </div>
  );
}
