import { Fragment, type ReactNode } from "react";
import { JumpLink } from "../JumpLink";
import { paths } from "~/paths";
import { sandboxPaths } from "~/sandbox-paths";

const PLACES: [label: string, to: string][] = [
  ["Sandbox", sandboxPaths.root],
  ["Inbox", sandboxPaths.inbox],
  ["Handset", sandboxPaths.handset()],
  ["Clock", sandboxPaths.clock],
  ["Month", sandboxPaths.month],
  ["Disputes", sandboxPaths.disputes],
  ["Stripe", sandboxPaths.stripe],
];

/** Five links in one row of a phone. */
const PLACE = "ml-0 px-2 text-base";

/** A look of its own, so that nobody takes these pages for the website. */
export function SandboxFrame({ now, children }: { now: string; children: ReactNode }) {
  return (
    <>
      <JumpLink className="skip" to="main">
        Skip to main content
      </JumpLink>
      <header className="top">
        <p className="offline">
          <b>Sandbox</b> – on this computer only. No real money moves, no real mail is sent.
        </p>
        <div className="wrap">
          <nav className="nav row basis-full gap-0" aria-label="Sandbox">
            {PLACES.map(([label, to]) => (
              <Fragment key={to}>
                <a href={to} className={PLACE}>
                  {label}
                </a>{" "}
              </Fragment>
            ))}
            <a href={paths.home} className={PLACE}>
              Website
            </a>
          </nav>
        </div>
      </header>
      <div className="wrap page">
        <main id="main" tabIndex={-1} className="stack">
          <p className="small soft">The clock says {now}</p>
          {children}
        </main>
      </div>
    </>
  );
}
