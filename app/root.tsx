import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches, useRouteError } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { DeferredScripts } from "./ui/DeferredScripts";
import { PageContext } from "./ui/page-context";
import { Refused } from "./ui/Refused";

/** What a route may say of itself in its `handle`. */
export interface RouteHandle {
  /** Hydrate at once instead of on intent: /crm, /driver and /payment-success with a session. */
  hydrate?: "now" | ((search: URLSearchParams) => boolean);
  /** Where scripts do not run, the page asks again by itself. Given the route's own data. */
  refresh?: (data: unknown) => { seconds: number; to: string } | null;
  /** Signed-in areas bring their own style sheet by <Links/>. */
  area?: "office";
}

export const links: LinksFunction = () => [
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction = ({ error }) =>
  error ? [{ title: isRouteErrorResponse(error) ? `Error ${error.status}` : "Something went wrong" }, { name: "robots", content: "noindex" }] : [{ title: "Dumpster rental in Central Florida" }];

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, styles } = useContext(PageContext);
  const search = new URLSearchParams(useLocation().search);
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as RouteHandle | undefined);
  const hydrateNow = handles.some((handle) => (typeof handle?.hydrate === "function" ? handle.hydrate(search) : handle?.hydrate === "now"));
  const refresh = matches.map((match, i) => (match.data === undefined ? null : handles[i]?.refresh?.(match.data))).find(Boolean);
  const office = handles.some((handle) => handle?.area === "office");
  const css = typeof document === "undefined" ? styles : (document.getElementById("app-styles")?.innerHTML ?? "");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refresh && (
          <noscript>
            <meta httpEquiv="refresh" content={`${refresh.seconds};url=${refresh.to}`} />
          </noscript>
        )}
        <Meta />
        <Links />
        {!office && <style id="app-styles" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />}
      </head>
      <body>
        {children}
        {hydrateNow ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : (
          <DeferredScripts />
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <Refused status={isRouteErrorResponse(error) ? error.status : 500} detail={isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : undefined} />;
}
