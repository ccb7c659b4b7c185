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
 * are for text browsers. `at`: the page's own path.
 */
export function SiteHeader({ facts, at }: { facts: BusinessFacts; at: string }) {
  const item = ([to, label]: readonly [string, string]) => (
    <li key={to}>
      <a href={to} aria-current={to === at ? "page" : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <header className="top" suppressHydrationWarning>
      <div className="wrap">
        <Logo name={facts.name} />{" "}
        <nav aria-label="Main" accessKey="2" tabIndex={-1}>
          <button className="opens" {...popover.button("menu")}>
            Menu
          </button>
          <ul className="plain nav" id="menu" {...popover.list}>
            {item([paths.home, "Home"])}
            <li>
              <button className="opens" {...popover.button("services")}>
                Services
              </button>
              <ul className="plain" id="services" {...popover.list}>
                {SERVICES.map(item)}
              </ul>
            </li>
            {REST.map(item)}
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
