import { Form } from "@remix-run/react";
import { formatCents } from "~/domain/kernel/money";
import { RadioCards, SelectField, SubmitButton, TextareaField, type Answers } from "../form";
import { SelfPage } from "./SelfPage";
import { PayNext, Sums, type PriceLines } from "./Sums";
import { useArrival } from "./use-arrival";
import { Unbroken } from "../Unbroken";

interface Option {
  value: string;
  label: string;
  text?: string;
}

/** A truck that is bought for a dumpster at the customer's place. */
export interface TruckView {
  kind: "haul" | "swap";
  number: string;
  others: { label: string; url: string }[];
  /** Null where no dumpster stands there. */
  offer: {
    unitId: string;
    dumpster: string;
    /** Why the choice cannot be, by field; "" is about all of it. */
    problem: Record<string, string> | null;
    isPossible: boolean;
    days: Option[];
    windows: Option[];
    sizes: Option[];
    materials: Option[];
    /** It can be emptied today, before everything else. */
    emergency: boolean;
    /** The order is on their account. */
    onAccount: boolean;
    values: Record<"as" | "dumpsterSize" | "materialCategory" | "deliveryDate" | "deliveryTime" | "note", string>;
    /** `givenUp`: paid days of the old one that are not used. */
    /** `dropped`: what was chosen and does not count, in words. */
    review: {
      what: string;
      when: string;
      dropped: string | null;
      price: PriceLines;
      pickup: string | null;
      givenUp: number;
    } | null;
  } | null;
}

const WORDS = {
  haul: {
    heading: "Empty it and bring it back",
    says: "We take it to the disposal facility and bring the same one back, empty. Your paid days stay as they are.",
  },
  swap: {
    heading: "Swap it for an empty one",
    says: "We bring an empty one and take the full one. A new rental period begins on that day.",
  },
} as const;

export function TruckPage({
  page: { kind, number, others, offer },
  problem: sent,
  phone,
}: { page: TruckView; phone: string } & Pick<Answers, "problem">) {
  const { heading, says } = WORDS[kind];
  // The price comes above the form whose button was pressed.
  useArrival(offer?.review ? `${offer.review.when} ${offer.review.price.total}` : "");
  if (!offer || !offer.isPossible)
    return (
      <SelfPage
        {...{ number, others, phone, problem: sent }}
        heading={offer ? "That is not possible now" : "No dumpster stands at your place"}
        lead={offer?.problem?.[""] ?? "None of your dumpsters stands at your place at the moment."}
      />
    );
  const problem =
    sent ?? (offer.problem ? { ok: false as const, fields: offer.problem, values: offer.values } : undefined);
  const { review } = offer;
  return (
    <SelfPage {...{ number, others, phone, problem, heading }} lead={`${offer.dumpster}. ${says}`}>
      {review && !problem && <Review {...{ kind, offer, review, phone }} />}
      <Choose kind={kind} offer={offer} problem={problem} isAgain={review !== null && !problem} />
    </SelfPage>
  );
}

type Offer = NonNullable<TruckView["offer"]>;

function Review({
  kind,
  offer,
  review,
  phone,
}: {
  kind: TruckView["kind"];
  offer: Offer;
  phone: string;
  review: NonNullable<Offer["review"]>;
}) {
  const { values } = offer;
  const sent = kind === "swap" ? ["dumpsterSize", "materialCategory"] : ["as"];
  return (
    <>
      <Sums heading="What you pay now" what="Total now" price={review.price} />
      <ul>
        <li>
          <b>
            <Unbroken text={`${review.what}: ${review.when}.`} />
          </b>{" "}
          Please keep the way to the dumpster clear.
        </li>
        {review.dropped && <li>{review.dropped}</li>}
        {review.pickup && <li>{review.pickup}</li>}
        {review.givenUp > 0 && (
          <li>
            No refund of unused days: {review.givenUp} {review.givenUp === 1 ? "day" : "days"} that you paid for the old
            one {review.givenUp === 1 ? "is" : "are"} given up.
          </li>
        )}
        <li>The weight of the full load is billed as your agreement says.</li>
        <li>Until the truck leaves you can take it back, and get this money back.</li>
      </ul>
      <Form method="post" className="actions">
        <input type="hidden" name="unit" value={offer.unitId} />
        {[...sent, "deliveryDate", "deliveryTime", "note"].map((name) => (
          <input key={name} type="hidden" name={name} value={values[name as keyof typeof values]} />
        ))}
        <input type="hidden" name="total" value={review.price.total} />
        <SubmitButton>
          {review.price.total === 0 ? "Plan it" : `Pay ${formatCents(review.price.total)} and plan it`}
        </SubmitButton>
      </Form>
      {review.price.total > 0 && <PayNext onAccount={offer.onAccount} phone={phone} />}
    </>
  );
}

function Choose({
  kind,
  offer,
  problem,
  isAgain,
}: { kind: TruckView["kind"]; offer: Offer; isAgain: boolean } & Pick<Answers, "problem">) {
  const { values } = offer;
  return (
    <Form method="post" className="stack" noValidate>
      {isAgain && <h2 className="mt-4">Or choose differently</h2>}
      <input type="hidden" name="unit" value={offer.unitId} />
      {kind === "swap" && (
        <>
          <SelectField
            name="dumpsterSize"
            label="Size of the new one"
            problem={problem}
            values={values}
            options={offer.sizes}
          />
          <SelectField
            name="materialCategory"
            label="What goes into the new one"
            problem={problem}
            values={values}
            options={offer.materials}
          />
        </>
      )}
      {kind === "haul" && offer.emergency && (
        <RadioCards
          name="as"
          legend="When"
          problem={problem}
          fallback={values.as}
          choices={[
            { value: "dump_and_return", label: "On a day that I choose" },
            { value: "emergency", label: "Today, it is an emergency", text: "Before everything else of the day" },
          ]}
        />
      )}
      <SelectField name="deliveryDate" label="Day" problem={problem} values={values} options={offer.days} />
      <RadioCards
        name="deliveryTime"
        legend="Time"
        problem={problem}
        fallback={values.deliveryTime}
        choices={offer.windows}
      />
      <TextareaField
        name="note"
        label="For the driver (optional)"
        hint="What to mind: a gate code, a dog, low wires."
        problem={problem}
        values={values}
        rows={2}
        maxLength={300}
      />
      <SubmitButton className={isAgain ? "button secondary" : "button"}>See the price</SubmitButton>
    </Form>
  );
}
