import { NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "~/paths";
import { telLink, type BusinessFacts } from "./facts";
import { Logo } from "./top";

const SERVICES = [
  [paths.services.residential, "Residential"],
  [paths.services.commercial, "Commercial"],
  [paths.services.construction, "Construction"],
] as const;

const REST = [
  [paths.about, "About"],
  [paths.manage.lookup, "Manage booking"],
  [paths.driver.auth, "Driver Portal"],
] as const;

/** React 18 has no names for these in JSX. In a browser that does not know them, the list simply stands open. */
const popover = { list: { popover: "" }, button: (id: string) => ({ type: "button" as const, popovertarget: id }) };

/**
 * Logo and navigation, without script: one menu, a row where there is room and else a list behind a button
 * (styles.css), closed by Escape and by a click elsewhere as the browser does it. Links from here are document loads:
 * they never wait for scripts, and the Driver Portal has a content security policy of its own. Spaces between the parts
 * are for text browsers.
 */
export function SiteHeader({ facts }: { facts: BusinessFacts }) {
  return (
    <header className="top" suppressHydrationWarning>
      <div className="wrap">
        <Logo name={facts.name} />{" "}
        <nav aria-label="Main" accessKey="2" tabIndex={-1}>
          <button className="opens" {...popover.button("menu")}>
            Menu
          </button>
          <ul className="plain nav" id="menu" {...popover.list}>
            <Item to={paths.home}>Home</Item>
            <li>
              <button className="opens" {...popover.button("services")}>
                Services
              </button>
              <ul className="plain" id="services" {...popover.list}>
                {SERVICES.map(([to, label]) => (
                  <Item key={to} to={to}>
                    {label}
                  </Item>
                ))}
              </ul>
            </li>
            {REST.map(([to, label]) => (
              <Item key={to} to={to}>
                {label}
              </Item>
            ))}
            <li>
              <a className="button secondary" href={telLink(facts.phone)}>
                Call<span> {facts.phone}</span>
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}

function Item({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <NavLink to={to} end reloadDocument>
        {children}
      </NavLink>
    </li>
  );
}
