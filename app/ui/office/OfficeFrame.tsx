import { useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { JumpLink } from "../JumpLink";
import { useFollow } from "./use-follow";
import { useTypedAgain } from "./use-typed-again";
import { StatusLine } from "../frame/StatusLine";
import { byKey, Keys } from "./Keys";
import { QuickSearch } from "./QuickSearch";
import { SignedInAs } from "./SignedInAs";
import { LogoMark } from "~/ui/art/Logo";
import { SignedInTab } from "./TabsOfOne";
import { LiveChanges, LiveDot, ReadAgain, useLiveOffice } from "./LiveOffice";
import { PhoneFrame, PhoneKey } from "../voice/PhoneFrame";

/** The tabs that are open. The others of the contract come with their rooms. */
const TABS = [
  { to: crmPaths.tab("overview"), label: "Overview", keys: "o" },
  { to: crmPaths.tab("bookings"), label: "Bookings", keys: "b" },
  { to: crmPaths.tab("customers"), label: "Customers", keys: "u" },
  { to: crmPaths.tab("dispatch"), label: "Dispatch", keys: "k" },
  { to: crmPaths.tab("inventory"), label: "Inventory", keys: "y" },
  { to: crmPaths.tab("drivers"), label: "Drivers", keys: "v" },
  { to: crmPaths.tab("calls"), label: "Calls", keys: null },
  { to: crmPaths.tab("billing"), label: "Billing", keys: null },
  { to: crmPaths.tab("reports"), label: "Reports", keys: "q" },
  { to: crmPaths.tab("pricing"), label: "Pricing", keys: "d" },
  { to: crmPaths.tab("service-areas"), label: "Areas", keys: "z" },
] as const;
/** Those for admins only. */
const ADMIN_TABS = [
  { to: crmPaths.tab("team"), label: "Team", keys: "t" },
  { to: crmPaths.tab("logs"), label: "Logs", keys: "g" },
  { to: crmPaths.tab("settings"), label: "Settings", keys: "f" },
] as const;

/** The CRM's frame: brand, tabs, the phone order, who is signed in. */
export function OfficeFrame({
  me,
  name,
  role,
  place,
  takesCalls,
  children,
}: {
  /** The account that is signed in. */
  me: string;
  name: string;
  role: "admin" | "staff";
  /** Up to where the page knows what has happened. */
  place: string;
  /** Their telephone starts by itself. */
  takesCalls: boolean;
  children: ReactNode;
}) {
  const live = useLiveOffice(place, me);
  const follow = useFollow();
  useTypedAgain();
  const { pathname } = useLocation();
  // The phone order lies below the bookings' address but is a place of its own.
  const tabs = role === "admin" ? [...TABS, ...ADMIN_TABS] : TABS;
  const here = pathname === crmPaths.newBooking ? pathname : tabs.find(({ to }) => pathname.startsWith(to))?.to;
  // An access key stands in a page once: lists go by their own search, the phone order by its first field.
  const isOrder = pathname === crmPaths.newBooking;
  const hasItsOwn = isOrder || [crmPaths.tab("bookings"), crmPaths.tab("customers")].includes(pathname);
  const tab = (to: string) => ({ href: to, "aria-current": here === to ? ("page" as const) : undefined });
  return (
    <div className="office">
      <JumpLink className="skip" to="main">
        Skip to main content
      </JumpLink>
      <PhoneFrame me={me} takesCalls={takesCalls} listen={live.listen} />
      <header className="bar">
        <a className="logo" href={crmPaths.tab("overview")}>
          <LogoMark />
          <span>Office</span>
        </a>
        <nav aria-label="CRM" accessKey="2" tabIndex={-1} onClick={follow}>
          <span className="rooms">
            {tabs.map(({ to, label, keys }) => (
              <Fragment key={to}>
                <a {...tab(to)} {...(keys && byKey(keys))}>
                  {label}
                </a>{" "}
              </Fragment>
            ))}
          </span>
          <a {...tab(crmPaths.newBooking)} className="new" {...byKey("n")}>
            New booking
          </a>
        </nav>
        <LiveDot connection={live.connection} />
        <PhoneKey />
        {pathname !== crmPaths.search() && (
          <QuickSearch key={pathname} accessKey={hasItsOwn ? undefined : "3"} apart={isOrder} />
        )}
        <SignedInAs name={name} role={role} />
      </header>
      <Keys />
      <StatusLine />
      <SignedInTab me={me} door={paths.auth} lost={live.connection === "closed"} />
      {live.said && <ReadAgain onRead={live.readNow} />}
      <main id="main" tabIndex={-1} accessKey="1">
        <LiveChanges listen={live.listen}>{children}</LiveChanges>
      </main>
    </div>
  );
}
