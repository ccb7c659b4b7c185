import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { DeferredScripts } from "./ui/DeferredScripts";
import { PageContext } from "./ui/page-context";
import { Refused } from "./ui/Refused";

/** What a route may say of itself in its `handle`. */
export interface RouteHandle {
  /** Hydrate at once instead of on intent: /crm, /driver and /payment-success with a session. */
  hydrate?: "now";
  /** Signed-in areas bring their own style sheet by <Links/>. */
  area?: "office";
}

export const links: LinksFunction = () => [
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction = () => [{ title: "Dumpster rental in Central Florida" }];

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, styles } = useContext(PageContext);
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined);
  const hydrateNow = handles.some((handle) => handle?.hydrate === "now");
  const office = handles.some((handle) => handle?.area === "office");
  const css = typeof document === "undefined" ? styles : (document.getElementById("app-styles")?.innerHTML ?? "");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
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
