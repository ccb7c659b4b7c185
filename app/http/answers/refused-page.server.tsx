import { renderToStaticMarkup } from "react-dom/server";
import { publicStyles } from "~/styles.server";
import { Refused } from "~/ui/Refused";
import type { Scope } from "../context.server";
import { privateHeaders } from "./private-page.server";

/**
 * The refusal page as a whole answer, for addresses that are no pages of the application (files), and where a page
 * could not be rendered.
 */
export function refusedPage(scope: Pick<Scope, "nonce">, status: number, detail?: string): Response {
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{status === 500 ? "Something went wrong" : `Error ${status}`}</title>
        <style nonce={scope.nonce} dangerouslySetInnerHTML={{ __html: publicStyles }} />
      </head>
      <body>
        <Refused status={status} detail={detail} />
      </body>
    </html>
  );
  const headers = {
    ...privateHeaders(),
    "Content-Type": "text/html; charset=utf-8",
    ...(status === 503 ? { "Retry-After": "30" } : {}),
  };
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, { status, headers });
}
