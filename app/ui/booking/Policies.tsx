import { formatCents, formatPrice } from "~/domain/kernel/money";
import { tons, type Ceiling } from "~/domain/pricing/ceiling";
import { Money } from "../form/parts";
import type { PolicyFigures } from "../frame/figures";

/** The policies that can cost money, in plain words (domain.md, 4.16). */
export function Policies({ figures }: { figures: PolicyFigures }) {
  const { cancellation: cancel } = figures;
  const p = formatPrice;
  return (
    <section className="mt-10">
      <h2 className="text-2xl">Good to know before you pay</h2>
      <ul className="mt-3 stack">
        <li>
          <b>Weight.</b> {tons(figures.includedTons)} is included for each dumpster; {tons(figures.maxTons)} is the most
          we lift. Over {tons(figures.includedTons)} costs {p(figures.overagePerTon)} plus {p(figures.landfillPerTon)}{" "}
          landfill fee per ton.
        </li>
        <li>
          <b>Blocked access.</b> If we come and cannot reach the place, the dry run costs {p(figures.dryRunFee)}.
        </li>
        <li>
          <b>Prohibited items.</b> {p(figures.prohibitedItemFee)} for each.
        </li>
        <li>
          <b>Cancelling.</b> Free {cancel.freeHours} hours or more before your delivery window; {cancel.latePercent}% of
          the total from {cancel.lateHours} to {cancel.freeHours} hours; {cancel.lastPercent}% in the last{" "}
          {cancel.lateHours} hours. Not once the truck is on its way.
        </li>
        <li>
          <b>Permits</b> outside Orlando are billed separately.
        </li>
        <li>
          <b>Law.</b> Florida law applies; the courts are those of Orange County.
        </li>
      </ul>
    </section>
  );
}

/** The honest ceiling and how to stay below it (domain.md, 4.17). */
export function MostYouCouldPay({ ceiling }: { ceiling: Ceiling }) {
  return (
    <section className="mt-10" aria-labelledby="ceiling-heading">
      <h2 className="text-2xl" id="ceiling-heading">
        The most you could pay for the load: <Money cents={ceiling.ceiling} />
      </h2>
      <p className="mt-2">That is your total of {formatCents(ceiling.total)} with the heaviest load that we lift:</p>
      <dl className="sum mt-3">
        <div>
          <dt>Total now</dt>
          <dd>
            <Money cents={ceiling.total} />
          </dd>
        </div>
        {ceiling.items.map((item) => (
          <div key={item.label}>
            <dt>
              {item.label}
              <div className="hint">{item.detail}</div>
            </dt>
            <dd>
              <Money cents={item.amount} />
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6">How not to pay more</h3>
      <ul className="mt-2">
        {ceiling.howNotToPay.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <details className="more mt-3">
        <summary>Not in that sum: charges that depend on what happens</summary>
        <ul>
          {ceiling.onlyIf.map((fee) => (
            <li key={fee.label}>
              <b>
                {fee.label}, {formatPrice(fee.amount)} {fee.per}.
              </b>{" "}
              {fee.howToAvoid}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
