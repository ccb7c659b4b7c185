import type { ReactNode } from "react";
import { LogoMark } from "../art/Logo";
import { StatusLine } from "../frame/StatusLine";
import { JumpLink } from "../JumpLink";
import { byKey, Keys } from "./Keys";
import { SignedInAs } from "./SignedInAs";
import { SignedInTab } from "./TabsOfOne";
import type { AuthEvent } from "./tabs";

interface AccountFrameProps {
  /** The account that is signed in. */
  me: string;
  /** What has just been done with it. */
  says?: AuthEvent | undefined;
  name: string;
  role: string;
  /** Where this person works: the office, the driver's jobs, or the public site. */
  back: string;
  children: ReactNode;
}

/** The frame of one's own account, alike for the office, drivers and everybody else. */
export function AccountFrame({ me, says, name, role, back, children }: AccountFrameProps) {
  const isTeam = role === "admin" || role === "staff";
  return (
    <div className="office">
      <JumpLink className="skip" to="main">
        Skip to main content
      </JumpLink>{" "}
      <header className="bar">
        <nav className="alone" aria-label="Account" accessKey="2" tabIndex={-1}>
          <a className="logo" href={back} {...(isTeam && byKey("o", "The office"))}>
            <LogoMark />
            <span>{isTeam ? "Office" : role === "driver" ? "My jobs" : "Home page"}</span>
          </a>
        </nav>
        <SignedInAs name={name} role={role} from={role === "driver" ? "driver" : undefined} />
      </header>
      {isTeam && <Keys />}
      <StatusLine />
      <SignedInTab me={me} says={says} />
      <main id="main" tabIndex={-1} accessKey="1">
        {children}
      </main>
    </div>
  );
}
