import type { CustomerCharge } from "~/domain/charges/customer-view.server";
import { formatCents } from "~/domain/kernel/money";
import { managePaths } from "~/manage-paths";
import { ChargeFacts, LoweredLink } from "./ChargeFacts";

/** Nothing is asked for it, or not any more. */
const IS_NOTHING: readonly CustomerCharge["state"][] = ["waived", "voided", "written_off", "lost"];

/** What was charged, or is about to be, after the order: each with its proof, where it stands, and what can be done. */
export function LaterCharges({ number, charges }: { number: string; charges: CustomerCharge[] }) {
  if (charges.length === 0) return null;
  const mayPay = charges.some((charge) => charge.mayPay);
  return (
    <section className="stack" aria-labelledby="charges-heading">
      <h2 id="charges-heading">Later charges</h2>
      {mayPay && (
        <p className="actions">
          <a className="button" href={managePaths.pay({ booking: number })}>
            Pay what is open
          </a>
        </p>
      )}
      <ul className="plain cards">
        {charges.map((charge) => (
          <li key={charge.id} className="card">
            <div className="row gap-y-0 justify-between">
              <h3>{charge.title}</h3>
              {!IS_NOTHING.includes(charge.state) && <b className="money ml-auto">{formatCents(charge.total)}</b>}
            </div>
            {charge.dumpster && <p className="small soft">{charge.dumpster}</p>}
            <p>{charge.stands}</p>
            {charge.lowered && <LoweredLink lowered={charge.lowered} />}
            <details>
              <summary>How much, why, and the proof</summary>
              <ChargeFacts charge={charge} level={3} />
            </details>
            {(charge.mayQuestion || charge.questions.length > 0) && (
              <p>
                <a className="inline-block py-2" href={managePaths.question({ booking: number, charge: charge.id })}>
                  {charge.mayQuestion ? "Question this charge" : "Your question and our answer"}
                </a>
              </p>
            )}
            {charge.papers.map(({ label, url }) => (
              <p key={url}>
                <a className="inline-block py-2" href={url}>
                  {label}
                </a>
              </p>
            ))}
          </li>
        ))}
      </ul>
      <p>
        <a className="inline-block py-2" href={managePaths.statement({ booking: number })}>
          See the whole statement
        </a>
      </p>
    </section>
  );
}
