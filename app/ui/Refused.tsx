import { useEffect, type MouseEvent } from "react";
import { paths } from "~/paths";
import { LogoMark } from "./art/Logo";

const TEXTS: Record<number, { heading: string; text: string }> = {
  403: { heading: "That is not allowed", text: "You do not have access to this page. If you followed a link, please open the page again and try once more." },
  404: { heading: "Page not found", text: "We could not find that page. It may have moved, or the address has a typing mistake." },
  410: { heading: "This link has ended", text: "The link is no longer valid. Look your booking up with its number and your email address instead." },
  413: { heading: "That is too large", text: "What you sent is larger than we accept. Please go back and shorten it." },
  429: { heading: "Too many tries", text: "Please wait a few minutes, then try again." },
  503: { heading: "We are very busy right now", text: "Nothing was lost. Please wait a few seconds and send the page again." },
};
// Specification, section 8: the render-failure screen's own words.
const FAILURE = { heading: "Something went wrong", text: "We encountered an unexpected error. Please try refreshing the page." };

/** The words for everything that cannot be answered, as a page's main content. It never shows a stack trace. */
export function Refused({ status, detail }: { status: number; detail?: string }) {
  return (
    <main id="main" tabIndex={-1} className="refused">
      <p className="eyebrow">Error {status}</p>
      <Words {...(TEXTS[status] ?? FAILURE)} detail={detail} />
      <Ways refresh={!(status in TEXTS)} />
    </main>
  );
}

/** The same as a whole page, where no frame is left around it. */
export function RefusedPage(refusal: { status: number; detail?: string }) {
  // In the browser React has made the document anew, without what the boot script put on it: the theme.
  useEffect(() => void dispatchEvent(new Event("frame")), []);
  return (
    <>
      <header className="top">
        <div className="wrap">
          <a className="logo" href={paths.home}><LogoMark />Home</a>
        </div>
      </header>
      <Refused {...refusal} />
    </>
  );
}

/** The render-failure screen in the place of a part of the page. */
export function RenderFailure() {
  return (
    <div className="refused" role="alert">
      <Words {...FAILURE} />
      <Ways refresh />
    </div>
  );
}

function Words({ heading, text, detail }: { heading: string; text: string; detail?: string }) {
  return (
    <>
      <h1>{heading}</h1>
      <p>{detail ?? text}</p>
    </>
  );
}

function Ways({ refresh }: { refresh: boolean }) {
  return (
    <p className="actions">
      {refresh && (
        <a className="button" href="" onClick={reload}>
          Refresh Page
        </a>
      )}{" "}
      <a className="button secondary" href={paths.home}>
        Return to Home
      </a>
    </p>
  );
}

/** Without script the empty address does the same; with it, a page under a hash is loaded anew too. */
function reload(event: MouseEvent) {
  event.preventDefault();
  location.reload();
}
