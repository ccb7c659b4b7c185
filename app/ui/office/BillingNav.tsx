import { Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";

/** The pages of Billing. */
export function BillingNav() {
  return (
    <nav className="pager" aria-label="Billing">
      <Link to={crmPaths.tab("billing")}>Charges</Link> <Link to={crmPaths.refunds()}>Refunds</Link>{" "}
      <Link to={crmPaths.disputes()}>Disputes</Link> <Link to={crmPaths.takings()}>Takings</Link>{" "}
      <Link to={crmPaths.export()}>Export</Link>
    </nav>
  );
}
