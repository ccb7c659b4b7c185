import type { CostMore } from "~/domain/records/cost-more";
import { Money } from "../form/parts";

/** Every charge that can come later, once: what, when, how much; and the most that the load can cost. */
export function WhatCouldCostMore({ more, total }: { more: CostMore; total: number }) {
  return (
    <section aria-labelledby="more-heading">
      <h2 className="text-2xl" id="more-heading">
        What could cost more
      </h2>
      <table className="costs mt-3">
        <thead className="unseen">
          <tr>
            <th scope="col">What and when</th>
            <th scope="col">How much</th>
          </tr>
        </thead>
        <tbody>
          {more.rows.map(({ label, amount, when }) => (
            <tr key={label}>
              <th scope="row">
                {label}
                <p className="hint">{when}</p>
              </th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more.most > total && (
        <p className="mt-4">
          With what you checked and ordered, the heaviest load that we lift comes to <Money cents={more.most} /> in all.
        </p>
      )}
      <p className="mt-2">Florida law applies; the courts are those of Orange County.</p>
    </section>
  );
}
