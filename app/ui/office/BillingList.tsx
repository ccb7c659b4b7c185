import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { crmPaths } from "~/crm-paths";
import type { BillingRow } from "~/domain/records/billing.server";
import { BILLING_GROUPS, type BillingGroup } from "~/domain/records/billing-groups";
import { formatCents } from "~/domain/kernel/money";
import { CHARGE_STATE_OFFICE } from "~/domain/states/labels";
import type { ChargeState } from "~/domain/states/transitions";
import { When } from "./bits";
import { byKey } from "./Keys";
import { useFollow } from "./use-follow";

const TONE: Readonly<Record<ChargeState, "go" | "wait" | "bad" | "done">> = {
  proposed: "wait",
  evidence_ready: "wait",
  noticed: "go",
  processing: "go",
  billed: "wait",
  succeeded: "done",
  waived: "done",
  voided: "done",
  questioned: "bad",
  requires_action: "bad",
  failed: "bad",
  written_off: "done",
  disputed: "bad",
  won: "done",
  lost: "bad",
};
const GROUPS = Object.entries(BILLING_GROUPS) as [BillingGroup, (typeof BILLING_GROUPS)[BillingGroup]][];
const said = (count: number) => (count > 99 ? "99+" : String(count));

export function ChargeTag({ state, held }: { state: ChargeState; held: string | null }) {
  return (
    <span className="states">
      <span className={`state ${TONE[state]}`}>{CHARGE_STATE_OFFICE[state]}</span>
      {held !== null && <span className="state bad">Held</span>}
    </span>
  );
}

/** Later charges of one group, newest first; each leads to everything that is known of it. */
export function BillingList({
  list,
  counts,
  rows,
  next,
  further,
}: {
  list: BillingGroup;
  counts: Record<BillingGroup, number>;
  rows: BillingRow[];
  next: string | null;
  further: boolean;
}) {
  const follow = useFollow();
  return (
    <>
      <nav className="chips" aria-label="Charges by where they stand">
        {GROUPS.map(([group, { label }]) => (
          <Fragment key={group}>
            <Link to={crmPaths.billing({ list: group })} aria-current={group === list ? "page" : undefined}>
              {label} <span className="count">{said(counts[group])}</span>
            </Link>{" "}
          </Fragment>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p className="empty">{BILLING_GROUPS[list].empty}</p>
      ) : (
        <table className="list charges" onClick={follow}>
          <caption className="unseen">{BILLING_GROUPS[list].label}, newest first</caption>
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
                <th scope="row" className="breakable">
                  <a href={crmPaths.billing({ list, charge: row.id })}>{row.title}</a>
                </th>
                <td>
                  <a href={crmPaths.booking(row.number, "money")} className="num">
                    {row.number}
                  </a>{" "}
                  <span className="hint">{row.name}</span>
                </td>
                <td>
                  <ChargeTag state={row.state} held={row.heldWhy} />{" "}
                  {row.dueAt !== null && (
                    <span className="hint">
                      due <When at={row.dueAt} />
                    </span>
                  )}
                  {row.lacks.length > 0 && <span className="hint">lacks {row.lacks.join(", ")}</span>}
                </td>
                <td className="money">{formatCents(row.total)}</td>
                <td>
                  <When at={row.madeAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <nav className="pager" aria-label="Pages">
        {further && <Link to={crmPaths.billing({ list })}>Newest</Link>}{" "}
        {next && (
          <Link to={crmPaths.billing({ list, after: next })} rel="next" {...byKey("j", "Older charges")}>
            Older
          </Link>
        )}{" "}
        {rows.length > 0 && (
          <a href={crmPaths.billingCsv({ list })} download {...byKey("e", "Export as CSV")}>
            Export as CSV
          </a>
        )}
      </nav>
    </>
  );
}
