import { Form, Link, useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { paths } from "~/paths";
import { JumpLink } from "../JumpLink";
import { StatusLine } from "../frame/StatusLine";
import { LogoMark } from "~/ui/art/Logo";
import { LiveChanges, LiveDot, ReadAgain, useLiveOffice } from "./LiveOffice";

/** The tabs that are open. The others of the contract come with their rooms. */
const TABS = [
  { to: paths.crm.tab("overview"), label: "Overview" },
  { to: paths.crm.tab("bookings"), label: "Bookings" },
] as const;

/** The CRM's frame: brand, tabs, the phone order, who is signed in. */
export function OfficeFrame({
  name,
  role,
  place,
  children,
}: {
  name: string;
  role: "admin" | "staff";
  /** Up to where the page knows what has happened. */
  place: string;
  children: ReactNode;
}) {
  const live = useLiveOffice(place);
  const { pathname } = useLocation();
  // The phone order lies below the bookings' address but is a place of its own.
  const here = pathname === paths.crm.newBooking ? pathname : TABS.find(({ to }) => pathname.startsWith(to))?.to;
  const bookings = paths.crm.tab("bookings");
  const tab = (to: string) => ({ to, "aria-current": here === to ? ("page" as const) : undefined });
  return (
    <div className="office">
      <JumpLink className="skip" to="main">
        Skip to main content
      </JumpLink>{" "}
      {/* The list and the phone order have a search of their own, and nobody is to lose a half-typed order. */}
      {pathname !== bookings && pathname !== paths.crm.newBooking && (
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
        <LiveDot connection={live.connection} />
        <SignedInAs name={name} role={role} />
      </header>
      <StatusLine />
      {live.said && <ReadAgain onRead={live.readNow} />}
      <main id="main" tabIndex={-1} accessKey="1">
        <LiveChanges listen={live.listen}>{children}</LiveChanges>
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
