import type { ReactNode } from "react";
import { paths } from "~/paths";
import { LogoMark } from "../art/Logo";
import { StatusLine } from "../frame/StatusLine";

interface GateProps {
  /** Whose door it is: a sign above the heading, which leads back to the public site. */
  company?: string;
  className?: string;
  children: ReactNode;
}

/**
 * The frame of a door: signing in, or being told that one may not. No navigation but the few ways on that it brings
 * itself.
 */
export function Gate({ company, className = "", children }: GateProps) {
  return (
    <>
      <StatusLine />
      <main id="main" className={`gate ${className}`.trim()} tabIndex={-1} accessKey="1">
        {company && (
          <a className="logo" href={paths.home}>
            <LogoMark />
            <span>{company}</span>
          </a>
        )}
        {children}
      </main>
    </>
  );
}
