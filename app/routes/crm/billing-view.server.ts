import { crmPaths } from "~/crm-paths";
import { countBilling, findBillingRecord, listBilling } from "~/domain/records/billing.server";
import { groupOf, isBillingGroup, type BillingGroup } from "~/domain/records/billing-groups";
import { chargeLine, type ChargeLine } from "~/ui/office/charge-lines";
import { yearOf } from "~/domain/kernel/moments";
import type { Services } from "~/services.server";

/** Where one comes back to after a charge's form. */
export const billingAddress = (charge: string, told: string): string => crmPaths.billing({ told, charge });

/** The billing tab as its address says: a list, and the charge that is open. */
export function billingView({ db, clock }: Pick<Services, "clock" | "db">, url: string) {
  const { searchParams } = new URL(url);
  const named = searchParams.get("charge");
  const chosen = named === null ? null : findBillingRecord(db.orm, named);
  const wanted = searchParams.get("list");
  const counts = countBilling(db.orm);
  const list: BillingGroup = isBillingGroup(wanted) ? wanted : chosen ? groupOf(chosen.state) : firstWithWork(counts);
  const now = clock.now();
  const thisYear = yearOf(now);
  const { rows, next } = listBilling(db.orm, list, searchParams.get("after"));
  return {
    now,
    list,
    counts,
    rows: rows.map((row) => chargeLine(row, thisYear)) as ChargeLine[] | null,
    next,
    further: searchParams.has("after"),
    chosen,
    isMissing: named !== null && chosen === null,
    told: searchParams.get("told"),
  };
}
export type BillingView = ReturnType<typeof billingView>;

/** Where somebody is waited for, else what is under way. */
function firstWithWork(counts: Record<BillingGroup, number>): BillingGroup {
  return (["questioned", "unpaid", "proposed"] as const).find((group) => counts[group] > 0) ?? "noticed";
}
