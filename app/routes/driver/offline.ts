import shell from "~/ui/driver/shell/main.tsx?minified";
import { officeStyles } from "~/styles.server";

/** The same for everybody: nobody's data are in it. An end tag inside the script would end it. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="theme-color" content="#13211f" media="(prefers-color-scheme:dark)"><meta name="theme-color" content="#fff"><meta name="robots" content="noindex"><title>Driver Dashboard, no signal</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${officeStyles}</style></head><body><div id="shell"></div><noscript><p>Without scripts this page needs a connection: <a href="/driver/dashboard">try again</a>.</p></noscript><script>${shell.replaceAll("</script", "<\\/script")}</script></body></html>`;

/**
 * The driver's pages for a phone without signal: one static document, kept whole by the service worker and shown at any
 * address below /driver (architecture.md). Its data come from the phone.
 */
export function loader() {
  return new Response(PAGE, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, no-cache" },
  });
}
