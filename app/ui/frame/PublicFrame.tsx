import type { ReactNode } from "react";
import { JumpLink } from "../JumpLink";
import { SiteHeader } from "./SiteHeader";
import { ContactBand, SiteFooter } from "./SiteFooter";
import { OfflineBanner } from "./OfflineBanner";
import { useTopOnNavigation } from "./use-top-on-navigation";
import { telLink, type BusinessFacts } from "./facts";

/** The frame of every public page. `children` bring no <main> of their own. */
export function PublicFrame({ facts, children }: { facts: BusinessFacts; children: ReactNode }) {
  useTopOnNavigation();
  return (
    <>
      <SkipLink />
      <SiteHeader facts={facts} />
      <OfflineBanner />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <ContactBand facts={facts} />
      <SiteFooter facts={facts} />
      {/* Appears after 500 px of scrolling (specification, section 2), by a scroll-driven animation alone. */}
      <a className="button float" href={telLink(facts.phone)}>
        Call<span className="unseen"> {facts.phone}</span>
      </a>
    </>
  );
}

/** Alt+1 goes to the main content (specification, section 2) by the browser's own access key. */
export function SkipLink() {
  return (
    <JumpLink className="skip" to="main" accessKey="1">
      Skip to main content
    </JumpLink>
  );
}
