import { useLocation } from "@remix-run/react";
import { Fragment } from "react";
import { crmPaths } from "~/crm-paths";
import { useFollow } from "./use-follow";

const PAGES = [
  ["Charges", crmPaths.tab("billing")],
  ["Owed on account", crmPaths.owed],
  ["Refunds", crmPaths.refunds()],
  ["Disputes", crmPaths.disputes()],
  ["Takings", crmPaths.takings()],
  ["Export", crmPaths.export()],
] as const;

/** The pages of Billing; the one that is shown is marked. */
export function BillingNav() {
  const { pathname } = useLocation();
  return (
    <nav className="pager" aria-label="Billing" onClick={useFollow()}>
      {PAGES.map(([label, to]) => (
        <Fragment key={to}>
          <a href={to} aria-current={pathname === to ? "page" : undefined}>
            {label}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
