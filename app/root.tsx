import type { LinksFunction, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { BootScript, DeferredScripts, ScriptsAfterPaint } from "./ui/DeferredScripts";
import { LoadingState } from "./ui/frame/LoadingState";
import { RouteChange } from "./ui/frame/RouteChange";
import { KeptPart } from "./ui/kept-part";
import { PageContext } from "./ui/page-context";
import { RefusedPage } from "./ui/Refused";
import { useRefusal } from "./ui/use-refusal";

/** What a route may say of itself in its `handle`. */
export interface RouteHandle {
  /** Hydrate at once instead of on intent: /crm, /driver and /payment-success. */
  hydrate?: "now";
  /** With `hydrate: "now"`: only once the page was painted, because its forms are used before. */
  afterPaint?: boolean;
  /** Where scripts do not run, the page asks again by itself. Given the route's own data. */
  refresh?: (data: unknown) => { seconds: number; to: string } | null;
  /**
   * Its data change from moment to moment: they go with the page, so that React finds what was sent. Given the route's
   * own data.
   */
  momentary?: (data: unknown) => boolean;
  /**
   * What of its own data goes with the page that was made of them, where the rest is read back from the page. Only for
   * routes that hydrate at once: the data are of the very page.
   */
  handOver?: (data: unknown) => unknown;
  /** Signed-in areas bring their own style sheet by <Links/>. */
  area?: "office";
}

// Apple's devices find /apple-touch-icon.png by themselves.
export const links: LinksFunction = () => [{ rel: "icon", href: "/icon.svg", type: "image/svg+xml" }];

/**
 * In the browser: how the page that was sent is styled, and the nonce that its policy asks for, should React have to
 * make the document anew. Read once, because by then it may have cleared the old one.
 */
const SENT =
  typeof document === "undefined"
    ? null
    : {
        styles: document.getElementById("app-styles")?.innerHTML ?? "",
        sheet: document.getElementById("app-sheet")?.getAttribute("href") ?? null,
        sheets: [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]:not([id])")].map(
          (link) => link.href,
        ),
        nonce: document.querySelector<HTMLElement>("script[nonce]")?.nonce,
      };

export const meta: MetaFunction = ({ error }) =>
  error
    ? [
        {
          title: isRouteErrorResponse(error) && error.status !== 500 ? `Error ${error.status}` : "Something went wrong",
        },
        { name: "robots", content: "noindex" },
      ]
    : [{ title: "Dumpster rental in Central Florida" }];

export function Layout({ children }: { children: ReactNode }) {
  const page = useContext(PageContext);
  const { nonce } = page;
  const { styles, sheet } = SENT ?? page;
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as RouteHandle | undefined);
  const routes = matches.map(({ id }) => id).join(" ");
  const hydrateNow = handles.some((handle) => handle?.hydrate === "now");
  const afterPaint = handles.some((handle) => handle?.afterPaint);
  // A route whose loader did not run has null.
  const refresh = matches
    .map((match, i) => ((match.data ?? null) === null ? null : handles[i]?.refresh?.(match.data)))
    .find(Boolean);
  // The root's own error page has none of its routes' links, the office's style sheet among them.
  const failed = (useRouteError() ?? null) !== null;
  const office = !failed && handles.some((handle) => handle?.area === "office");
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <KeptPart of={EveryHead} props={{ nonce }} />
        {refresh && (
          <noscript>
            <meta httpEquiv="refresh" content={`${refresh.seconds};url=${refresh.to}`} />
          </noscript>
        )}
        <Meta />
        <Links />
        {!office && sheet && <link id="app-sheet" rel="stylesheet" href={sheet} />}
        {!office && !sheet && (
          <style
            id="app-styles"
            nonce={SENT?.nonce ?? nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: styles }}
          />
        )}
        {failed && SENT?.sheets.map((href) => <link key={href} rel="stylesheet" href={href} />)}
      </head>
      <body>
        {children}
        {hydrateNow ? (
          <>
            {office && <ScrollRestoration nonce={nonce} />}
            {afterPaint ? <ScriptsAfterPaint routes={routes} /> : <Scripts nonce={nonce} />}
          </>
        ) : (
          <DeferredScripts routes={routes} />
        )}
      </body>
    </html>
  );
}

function EveryHead({ nonce }: { nonce: string | undefined }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {/* A browser takes the first that fits. */}
      <meta name="theme-color" content="#13211f" media="(prefers-color-scheme:dark)" />
      <meta name="theme-color" content="#fff" />
      {/* The boot script takes its "rel" away until the page was painted. */}
      <link rel="manifest" href="/manifest.webmanifest" suppressHydrationWarning />
      <BootScript nonce={nonce} />
    </>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <LoadingState />
      <RouteChange />
    </>
  );
}

export function ErrorBoundary() {
  return <RefusedPage {...useRefusal()} />;
}
