import type { ReactNode } from "react";
import { LogoMark } from "../art/Logo";
import { StatusLine } from "../frame/StatusLine";
import { JumpLink } from "../JumpLink";
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
  return (
    <div className="office">
      <JumpLink className="skip" to="main">
        Skip to main content
      </JumpLink>{" "}
      <header className="bar">
        <nav className="alone" aria-label="Account" accessKey="2" tabIndex={-1}>
          <a className="logo" href={back}>
            <LogoMark />
            <span>{role === "admin" || role === "staff" ? "Office" : role === "driver" ? "My jobs" : "Home page"}</span>
          </a>
        </nav>
        <SignedInAs name={name} role={role} from={role === "driver" ? "driver" : undefined} />
      </header>
      <StatusLine />
      <SignedInTab me={me} says={says} />
      <main id="main" tabIndex={-1} accessKey="1">
        {children}
      </main>
    </div>
  );
}
