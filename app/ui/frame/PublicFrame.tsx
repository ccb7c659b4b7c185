import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { KeptPart } from "../kept-part";
import { RenderBoundary } from "../RenderBoundary";
import { SiteHeader } from "./SiteHeader";
import { ContactBand, SiteFooter } from "./SiteFooter";
import { StatusLine } from "./StatusLine";
import { SkipLink } from "./top";
import { telLink, type BusinessFacts } from "./facts";

/**
 * The frame of every public page. `children` bring no <main> of their own. `booked`: its reader has a booking, so nobody
 * asks them whether they know what they need.
 */
export function PublicFrame({
  facts,
  booked = false,
  children,
}: {
  facts: BusinessFacts;
  booked?: boolean;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  return (
    <>
      <SkipLink />
      <KeptPart of={SiteHeader} props={{ facts, at: pathname.toLowerCase() }} />
      <StatusLine />
      <main id="main" tabIndex={-1} accessKey="1">
        <RenderBoundary resetKey={pathname}>{children}</RenderBoundary>
      </main>
      <KeptPart of={ContactBand} props={{ facts, booked }} />
      <KeptPart of={SiteFooter} props={{ facts }} />
      {/* Appears after 500 px of scrolling (specification, section 2), by a scroll-driven animation or public/frame.js. */}
      <aside aria-label="Call us">
        <a className="button float" suppressHydrationWarning href={telLink(facts.phone)}>
          Call<span className="unseen"> {facts.phone}</span>
        </a>
      </aside>
    </>
  );
}
