import { Form, Link, useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { paths } from "~/paths";
import { JumpLink } from "../JumpLink";
import { StatusLine } from "../frame/StatusLine";
import { LogoMark } from "~/ui/art/Logo";

/** The tabs that are open. The others of the contract come with their rooms. */
const TABS = [
  { to: paths.crm.tab("overview"), label: "Overview" },
  { to: paths.crm.tab("bookings"), label: "Bookings" },
  { to: paths.crm.tab("customers"), label: "Customers" },
] as const;

/** The CRM's frame: brand, tabs, the phone order, who is signed in. */
export function OfficeFrame({ name, role, children }: { name: string; role: "admin" | "staff"; children: ReactNode }) {
  const { pathname } = useLocation();
  // The phone order lies below the bookings' address but is a place of its own.
  const here = pathname === paths.crm.newBooking ? pathname : TABS.find(({ to }) => pathname.startsWith(to))?.to;
  const bookings = paths.crm.tab("bookings");
  const hasOwnSearch = [bookings, paths.crm.tab("customers"), paths.crm.newBooking].includes(pathname);
  const tab = (to: string) => ({ to, "aria-current": here === to ? ("page" as const) : undefined });
  return (
    <div className="office">
      <JumpLink className="skip" to="main">
        Skip to main content
      </JumpLink>{" "}
      {/* The lists and the phone order have a search of their own, and nobody is to lose a half-typed order. */}
      {!hasOwnSearch && (
        <Link className="skip" to={`${bookings}#q`} accessKey="3">
          Search bookings
        </Link>
      )}
      <header className="bar">
        <a className="logo" href={paths.crm.tab("overview")}>
          <LogoMark />
          <span>Office</span>
        </a>
        <nav aria-label="CRM" accessKey="2" tabIndex={-1}>
          {TABS.map(({ to, label }) => (
            <Fragment key={to}>
              <Link {...tab(to)}>{label}</Link>{" "}
            </Fragment>
          ))}
          <Link {...tab(paths.crm.newBooking)} className="new">
            New booking
          </Link>
        </nav>
        <SignedInAs name={name} role={role} />
      </header>
      <StatusLine />
      <main id="main" tabIndex={-1} accessKey="1">
        {children}
      </main>
    </div>
  );
}

export function SignedInAs({ name, role, from }: { name: string; role: string; from?: "driver" }) {
  return (
    <details className="me">
      <summary>
        <span className="unseen">Signed in as </span>
        {name}
      </summary>
      <div>
        <p className="hint">{role}</p>
        {/* A document load: the signed-in pages and the others have security policies of their own. */}
        <Form method="post" action={paths.signOut} reloadDocument>
          {from && <input type="hidden" name="from" value={from} />}
          <button className="plain-button">Sign out</button>{" "}
          <button className="plain-button" name="everywhere" value="on">
            Sign out everywhere
          </button>
        </Form>
      </div>
    </details>
  );
}
