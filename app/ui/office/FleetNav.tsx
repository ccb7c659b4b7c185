import { NavLink } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";

/** The pages about who drives, with what, and to where: the same on each of them. */
export function FleetNav() {
  return (
    <nav className="pager" aria-label="Fleet">
      <NavLink end to={crmPaths.tab("drivers")}>
        Drivers
      </NavLink>{" "}
      <NavLink to={crmPaths.trucks}>Trucks</NavLink> <NavLink to={crmPaths.facilities}>Facilities</NavLink>
    </nav>
  );
}
