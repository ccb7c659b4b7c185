import { Form } from "@remix-run/react";
import { moreDays, type Day } from "~/domain/kernel/days";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { managePaths } from "~/manage-paths";
import { Notice, SelectField, SubmitButton, type Answers } from "../form";
import { SelfPage } from "./SelfPage";
import { PayNext, Sums, type PriceLines } from "./Sums";
import { useArrival } from "./use-arrival";
import { Unbroken } from "../Unbroken";

export interface ExtendView {
  number: string;
  others: { label: string; url: string }[];
  /** Why no later day can be had, in words. */
  why: string | null;
  /** Null where there is no dumpster that could be kept longer. Cents with tax, but `perDay`. */
  offer: {
    unitId: string;
    dumpster: string;
    now: string;
    /** The last day without a charge, where the pickup stands before it. */
    paidUntil: string | null;
    /** Where it may be kept without asking: "costs $25 plus tax, charged to your card". */
    extraDay: string | null;
    perDay: Cents;
    /** The order is on their account. */
    onAccount: boolean;
    /** Why it is not the day that was chosen, in words; null where it is, and where none was. */
    notice: string | null;
    /** `isPastClosed`: its last days are free, as no truck goes out on them. */
    stays: { day: Day; label: string; days: number; total: Cents; isPastClosed: boolean }[];
    review: { day: Day; label: string; days: number; price: PriceLines } | null;
  } | null;
}

/** Choose the day, see the price, pay. */
export function ExtendPage({
  page: { number, others, offer, why },
  problem,
  phone,
}: { page: ExtendView; phone: string } & Pick<Answers, "problem">) {
  // The price comes above the form whose button was pressed.
  useArrival(offer?.review ? `${offer.review.day} ${offer.review.price.total}` : "");
  const shared = { number, others, phone, problem };
  if (!offer || offer.stays.length === 0)
    return (
      <SelfPage
        {...shared}
        heading="It cannot be kept longer here"
        lead={why ?? "None of your dumpsters can get a later pickup at the moment. Call us, and we look together."}
      />
    );
  const { review, perDay } = offer;
  return (
    <SelfPage
      {...shared}
      heading="Keep it longer"
      lead={
        <>
          {offer.dumpster}.{" "}
          {offer.extraDay
            ? `It is paid for until ${offer.paidUntil ?? offer.now}.`
            : `The pickup is planned for ${offer.now}${offer.paidUntil ? `; it is paid for until ${offer.paidUntil}` : ""}.`}
        </>
      }
    >
      {offer.notice && (
        <Notice live>
          <p>
            <Unbroken text={offer.notice} />
          </p>
        </Notice>
      )}
      {review ? <Review {...{ number, offer, review, phone }} /> : null}
      <Form method="post" className="stack" noValidate>
        {review && <h2 className="mt-4">Or choose another day</h2>}
        <input type="hidden" name="unit" value={offer.unitId} />
        <SelectField
          name="pickupDate"
          label={offer.extraDay ? "New last paid day" : "New pickup day"}
          hint={`${formatCents(perDay)} plus tax for each day beyond those that are included.`}
          problem={problem}
          values={{ pickupDate: review?.day ?? offer.stays[0]?.day ?? "" }}
          options={offer.stays.map(({ day, label, days, total }) => ({
            value: day,
            label: `${label}: ${moreDays(days)}, ${total === 0 ? "free" : formatCents(total)}`,
          }))}
        />
        <PastClosed stays={offer.stays} />
        <SubmitButton className={review ? "button secondary" : "button"}>See the price</SubmitButton>
      </Form>
      {offer.extraDay && (
        <Notice>
          <p>
            You chose to keep it longer if you need to. Without a new day each extra day {offer.extraDay}, until you ask
            for the pickup.
          </p>
        </Notice>
      )}
    </SelfPage>
  );
}

/** Why some days cost less than those after them, however they are bought (decision 0038). */
function PastClosed({ stays }: Pick<NonNullable<ExtendView["offer"]>, "stays">) {
  const past = stays.filter(({ isPastClosed }) => isPastClosed).map(({ label }) => label);
  if (past.length === 0) return null;
  const days = new Intl.ListFormat("en-US").format(past);
  return (
    <p className="small soft">
      <Unbroken
        text={`For ${days} you pay only until the closed day before. Any other day counts each day until then, the closed ones too.`}
      />
    </p>
  );
}
type Offer = NonNullable<ExtendView["offer"]>;

function Review({
  number,
  offer: { unitId, extraDay, onAccount },
  review: { day, label, days, price },
  phone,
}: {
  number: string;
  offer: Offer;
  review: NonNullable<Offer["review"]>;
  phone: string;
}) {
  const isFree = price.total === 0;
  return (
    <>
      <p>
        <b>
          {moreDays(days)}: {extraDay === null ? "pickup on" : "paid until"} {label}.
        </b>
      </p>
      {isFree ? (
        <Notice kind="good">
          <p>These days are included in what you paid. It costs nothing more.</p>
        </Notice>
      ) : (
        <Sums heading="What you pay now" what="Total now" price={price} />
      )}
      <Form method="post" className="actions">
        <input type="hidden" name="unit" value={unitId} />
        <input type="hidden" name="pickupDate" value={day} />
        <input type="hidden" name="total" value={price.total} />
        <SubmitButton>{isFree ? "Take these days" : `Pay ${formatCents(price.total)} and keep it`}</SubmitButton>{" "}
        <a className="button secondary" href={managePaths.extend({ booking: number, unit: unitId })}>
          Not this one
        </a>
      </Form>
      {!isFree && <PayNext {...{ onAccount, phone }} then="The new day is yours once it is paid." />}
    </>
  );
}
