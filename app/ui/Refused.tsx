const TEXTS: Record<number, { heading: string; text: string }> = {
  403: { heading: "That is not allowed", text: "You do not have access to this page. If you followed a link, please open the page again and try once more." },
  404: { heading: "Page not found", text: "We could not find that page. It may have moved, or the address has a typing mistake." },
  410: { heading: "This link has ended", text: "The link is no longer valid. Look your booking up with its number and your e-mail address instead." },
  413: { heading: "That is too large", text: "What you sent is larger than we accept. Please go back and shorten it." },
  429: { heading: "Too many tries", text: "Please wait a few minutes, then try again." },
  503: { heading: "We are very busy right now", text: "Nothing was lost. Please wait a few seconds and send the page again." },
};
// Specification, section 8: the render-failure screen's own words.
const FAILURE = { heading: "Something went wrong", text: "We encountered an unexpected error. Please try refreshing the page." };

/** The page for everything that cannot be answered. It never shows a stack trace. */
export function Refused({ status, detail }: { status: number; detail?: string }) {
  const { heading, text } = TEXTS[status] ?? FAILURE;
  return (
    <main id="main" className="refused">
      <p className="eyebrow">Error {status}</p>
      <h1>{heading}</h1>
      <p>{detail ?? text}</p>
      <p className="actions">
        {!(status in TEXTS) && (
          <a className="button" href="">
            Refresh Page
          </a>
        )}
        <a className="button secondary" href="/">
          Return to Home
        </a>
      </p>
    </main>
  );
}
