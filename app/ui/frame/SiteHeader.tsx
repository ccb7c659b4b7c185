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
] as const;

/**
 * Logo and navigation, without script: the menus are <details>. Links from here are document loads (the frame never
 * waits for scripts), and the Driver Portal has a content security policy of its own.
 */
export function SiteHeader({ facts }: { facts: BusinessFacts }) {
  return (
    <header className="top">
      <div className="wrap">
        <Logo name={facts.name} />
        <nav className="nav wide-nav" aria-label="Main" id="navigation">
          <Item to={paths.home}>Home</Item>
          <details className="menu" name="site-menu">
            <summary>Services</summary>
            <div>{SERVICES.map(([to, label]) => <Item key={to} to={to}>{label}</Item>)}</div>
          </details>
          {REST.map(([to, label]) => <Item key={to} to={to}>{label}</Item>)}
          <Item to={paths.driver.auth}>Driver Portal</Item>
        </nav>
        <a className="button secondary wide-nav" href={telLink(facts.phone)}>{facts.phone}</a>
        <details className="menu slim-nav" name="site-menu">
          <summary>Menu</summary>
          <div>
            <nav className="nav" aria-label="Main">
              <Item to={paths.home}>Home</Item>
              {SERVICES.map(([to, label]) => <Item key={to} to={to}>{label} service</Item>)}
              {REST.map(([to, label]) => <Item key={to} to={to}>{label}</Item>)}
              <Item to={paths.driver.auth}>Driver Portal</Item>
              <a href={telLink(facts.phone)}>Call {facts.phone}</a>
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

function Item({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink to={to} end reloadDocument>
      {children}
    </NavLink>
  );
}
