import { Link, useLocation } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";

const PAGES = [
  ["Drivers", crmPaths.tab("drivers")],
  ["Trucks", crmPaths.trucks],
  ["Facilities", crmPaths.facilities],
] as const;

/** The pages about who drives, with what, and to where: the same on each of them. */
export function FleetNav() {
  const { pathname } = useLocation();
  return (
    <nav className="pager" aria-label="Fleet">
      {PAGES.map(([label, to]) => (
        <span key={to}>
          <Link to={to} aria-current={pathname === to ? "page" : undefined}>
            {label}
          </Link>{" "}
        </span>
      ))}
    </nav>
  );
}
