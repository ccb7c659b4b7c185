import { Form } from "@remix-run/react";
import type { Offered } from "~/domain/dispatch/offers.server";
import { formatDay } from "~/domain/kernel/days";
import { formatTime } from "~/domain/kernel/moments";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { jobSizes, JOB_KIND } from "~/domain/states/job-labels";
import { driverPaths } from "~/driver-paths";
import { Field, type Answers } from "../form";

/** What the office asks a driver to take, above the jobs that are theirs. Nothing where nothing is asked. */
export function Offers({ offers }: { offers: Offered[] }) {
  if (offers.length === 0) return null;
  return (
    <section className="offers" aria-labelledby="offers">
      <h2 id="offers">
        Can you take {offers.length === 1 ? "this job" : "these jobs"}? <span className="count">{offers.length}</span>
      </h2>
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} isAmongOthers />
      ))}
    </section>
  );
}

/** One offer with its two answers; a declined one needs a word why. */
export function OfferCard({
  offer,
  problem,
  isAmongOthers = false,
}: { offer: Offered; isAmongOthers?: boolean } & Pick<Answers, "problem">) {
  const action = driverPaths.offer(offer.id);
  return (
    <div className="job offer">
      <p className="job-open">
        <span className="job-kind">
          {JOB_KIND[offer.kind]} · {jobSizes(offer)}
        </span>
        <span>
          {formatDay(offer.day)}, {deliveryTimeLabel(offer.window)}
        </span>
        <span>
          {offer.city} {offer.zip}
        </span>
        <span>Answer until {formatTime(offer.until)}</span>
      </p>
      <Form method="post" action={action}>
        <input type="hidden" name="seen" value={`${offer.day} ${offer.window}`} />
        <button className="button big full" name="intent" value="accept">
          I take it
        </button>
      </Form>
      <details open={problem ? true : undefined}>
        <summary>I cannot</summary>
        <Form method="post" action={action} noValidate>
          <Field
            name="reason"
            {...(isAmongOthers && { id: `reason-${offer.id}` })}
            label="Why not?"
            problem={problem}
            maxLength={200}
            autoComplete="off"
          />
          <button className="button big full secondary" name="intent" value="decline">
            Say no
          </button>
        </Form>
      </details>
    </div>
  );
}
