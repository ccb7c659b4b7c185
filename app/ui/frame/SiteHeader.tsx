import { NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "~/paths";
import { LogoMark } from "../art/Logo";
import { telLink, type BusinessFacts } from "./facts";

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

/**
 * Logo and navigation, without script: the menus are <details>; Alt+2 is the browser's own access key. Links from here
 * are document loads: they never wait for scripts, and the Driver Portal has a content security policy of its own.
 */
export function SiteHeader({ facts }: { facts: BusinessFacts }) {
  return (
    <header className="top">
      <div className="wrap">
        <Logo name={facts.name} />
        <nav className="wide-nav" aria-label="Main">
          <ul className="plain nav">
            <Item to={paths.home} accessKey="2">Home</Item>
            <li>
              <details className="menu">
                <summary>Services</summary>
                <div>
                  <ul className="plain">{SERVICES.map(([to, label]) => <Item key={to} to={to}>{label}</Item>)}</ul>
                </div>
              </details>
            </li>
            {REST.map(([to, label]) => <Item key={to} to={to}>{label}</Item>)}
          </ul>
        </nav>
        <a className="button secondary wide-nav" href={telLink(facts.phone)}>{facts.phone}</a>
        <details className="menu slim-nav">
          <summary accessKey="2">Menu</summary>
          <div>
            <nav aria-label="Menu">
              <ul className="plain nav">
                <Item to={paths.home}>Home</Item>
                {SERVICES.map(([to, label]) => <Item key={to} to={to}>{label} service</Item>)}
                {REST.map(([to, label]) => <Item key={to} to={to}>{label}</Item>)}
                <li><a href={telLink(facts.phone)}>Call {facts.phone}</a></li>
              </ul>
            </nav>
          </div>
        </details>
      </div>
    </header>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <a className="logo" href={paths.home}>
      <LogoMark />
      {name}
    </a>
  );
}

function Item({ to, accessKey, children }: { to: string; accessKey?: string; children: ReactNode }) {
  return (
    <li>
      <NavLink to={to} end reloadDocument accessKey={accessKey}>
        {children}
      </NavLink>
    </li>
  );
}
