import { Fragment } from "react";
import { crmPaths } from "~/crm-paths";
import { BILLING_GROUPS, type BillingGroup } from "~/domain/records/billing-groups";
import { CHARGE_STATE_OFFICE } from "~/domain/states/labels";
import type { ChargeState } from "~/domain/states/transitions";
import { byKey } from "./Keys";
import { toneOfCharge, type ChargeLine } from "./charge-lines";
import { useFollow } from "./use-follow";

const GROUPS = Object.entries(BILLING_GROUPS) as [BillingGroup, (typeof BILLING_GROUPS)[BillingGroup]][];
const said = (count: number) => (count > 99 ? "99+" : String(count));

/** Its list is that of its state. From the tab itself its address need not be written out, fifty times. */
const onThisPage = (address: string) => address.slice(crmPaths.billing().length);

export function ChargeTag({ state, held }: { state: ChargeState; held: string | null }) {
  return (
    <span className="states">
      <span className={`state ${toneOfCharge(state)}`}>{CHARGE_STATE_OFFICE[state]}</span>
      {held !== null && <span className="state bad">Held</span>}
    </span>
  );
}

/**
 * Later charges of one group, newest first; each leads to everything that is known of it. Plain rows of texts, which the
 * browser reads back (charge-lines.ts).
 */
export function BillingList({
  list,
  counts,
  rows,
  next,
  further,
}: {
  list: BillingGroup;
  counts: Record<BillingGroup, number>;
  rows: readonly ChargeLine[];
  next: string | null;
  further: boolean;
}) {
  const follow = useFollow();
  return (
    <div onClick={follow}>
      <nav className="chips" aria-label="Charges by where they stand">
        {GROUPS.map(([group, { label }]) => (
          <Fragment key={group}>
            <a href={crmPaths.billing({ list: group })} aria-current={group === list ? "page" : undefined}>
              {`${label} `}
              <span className="count">{said(counts[group])}</span>
            </a>{" "}
          </Fragment>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p className="empty">{BILLING_GROUPS[list].empty}</p>
      ) : (
        <table className="list charges">
          <caption className="unseen">{`${BILLING_GROUPS[list].label}, newest first`}</caption>
          <thead>
            <tr>
              <th scope="col">For</th>
              <th scope="col">Booking</th>
              <th scope="col">Where it stands</th>
              <th scope="col">Amount</th>
              <th scope="col">Proposed</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <a href={onThisPage(crmPaths.billing({ charge: row.id }))}>{row.title}</a>
                </th>
                <td>
                  <a href={crmPaths.booking(row.booking, "money")}>{row.booking}</a>
                  {` ${row.name}`}
                </td>
                <td>
                  <b className={row.tone}>{row.state}</b>
                  {row.isHeld && (
                    <>
                      {" "}
                      <b className="bad">Held</b>
                    </>
                  )}
                  {row.hint && (
                    <>
                      {" "}
                      <span>{row.hint}</span>
                    </>
                  )}
                </td>
                <td>{row.total}</td>
                <td>{row.made}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <nav className="pager" aria-label="Pages">
        {further && <a href={crmPaths.billing({ list })}>Newest</a>}{" "}
        {next && (
          <a href={crmPaths.billing({ list, after: next })} rel="next" {...byKey("j", "Older charges")}>
            Older
          </a>
        )}{" "}
        {rows.length > 0 && (
          <a href={crmPaths.billingCsv({ list })} download {...byKey("e")}>
            Export as CSV
          </a>
        )}
      </nav>
    </div>
  );
}
