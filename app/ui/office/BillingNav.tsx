import { crmPaths } from "~/crm-paths";
import { useFollow } from "./use-follow";

/** The pages of Billing. */
export function BillingNav() {
  return (
    <nav className="pager" aria-label="Billing" onClick={useFollow()}>
      <a href={crmPaths.tab("billing")}>Charges</a> <a href={crmPaths.refunds()}>Refunds</a>{" "}
      <a href={crmPaths.disputes()}>Disputes</a> <a href={crmPaths.takings()}>Takings</a>{" "}
      <a href={crmPaths.export()}>Export</a>
    </nav>
  );
}
