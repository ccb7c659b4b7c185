import { useEffect, type MouseEvent } from "react";
import { paths } from "~/paths";
import { LogoMark } from "./art/Logo";

const TEXTS: Record<number, { heading: string; text: string }> = {
  403: {
    heading: "That is not allowed",
    text: "If you followed a link, please open the page again and try once more.",
  },
  404: {
    heading: "Page not found",
    text: "We could not find that page. It may have moved, or the address has a typing mistake.",
  },
  405: { heading: "That is not allowed", text: "This address does not take that kind of request." },
  410: {
    heading: "This link has ended",
    text: "Look your booking up with its number and your email address instead.",
  },
  413: { heading: "That is too large", text: "What you sent is larger than we accept. Please go back and shorten it." },
  429: { heading: "Too many tries", text: "Please wait a few minutes, then try again." },
  503: {
    heading: "We are very busy right now",
    text: "Nothing was lost. Please wait a few seconds and send the page again.",
  },
};
// Specification, section 8: the render-failure screen's own words.
const FAILURE = {
  heading: "Something went wrong",
  text: "We encountered an unexpected error. Please try refreshing the page.",
};

/** What the page of a refusal says of itself in its head. */
export function refusedWords(status: number): { title: string; description: string } {
  const { heading, text } = TEXTS[status] ?? FAILURE;
  return { title: heading, description: text };
}

interface RefusedProps {
  status: number;
  detail?: string;
  /** Other words than the status has, where nothing went wrong: no number of an error then. */
  heading?: string;
  /** The way out where it is not the home page. */
  back?: WayOut;
}
interface WayOut {
  label: string;
  to: string;
}

/** The words for everything that cannot be answered, as a page's main content. It never shows a stack trace. */
export function Refused(refusal: RefusedProps) {
  return (
    <main id="main" tabIndex={-1} accessKey="1" className="refused">
      <WordsAndWays {...refusal} />
    </main>
  );
}

/** The same inside a frame that brings the main content's element. */
export function RefusedPart(refusal: RefusedProps) {
  return (
    <div className="refused">
      <WordsAndWays {...refusal} />
    </div>
  );
}

function WordsAndWays({ status, detail, heading, back }: RefusedProps) {
  return (
    <>
      {!heading && <p className="eyebrow">Error {status}</p>}
      <Words {...(TEXTS[status] ?? FAILURE)} {...(heading && { heading })} detail={detail} />
      <Ways
        again={status === TOO_LARGE ? "Back to the form" : status in TEXTS ? undefined : "Refresh Page"}
        back={back}
      />
    </>
  );
}

/** The same as a whole page, where no frame is left around it. */
export function RefusedPage(refusal: RefusedProps) {
  // In the browser React has made the document anew, without what the boot script put on it: the theme.
  useEffect(() => void dispatchEvent(new Event("frame")), []);
  return (
    <>
      <header className="top">
        <div className="wrap">
          <a className="logo" href={paths.home}>
            <LogoMark />
            Home
          </a>
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
      <Ways again="Refresh Page" />
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

function Ways({ again, back = HOME }: { again?: string; back?: WayOut }) {
  return (
    <p className="actions">
      {again && (
        <a className="button" href="" onClick={reload}>
          {again}
        </a>
      )}{" "}
      <a className="button secondary" href={back.to}>
        {back.label}
      </a>
    </p>
  );
}

const HOME: WayOut = { label: "Return to Home", to: paths.home };
const TOO_LARGE = 413;

/** Without script the empty address does the same; with it, a page under a hash is loaded anew too. */
function reload(event: MouseEvent) {
  event.preventDefault();
  location.reload();
}
