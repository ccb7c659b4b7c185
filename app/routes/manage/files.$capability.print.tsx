import type { LoaderFunctionArgs } from "@remix-run/node";
import { findPrintable } from "~/domain/documents/stored-files.server";
import { enter } from "~/http/context.server";
import { DOCUMENT_POLICY } from "~/http/answers/document.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { refusedPage } from "~/http/answers/refused-page.server";

/** The HTML twin of an invoice or agreement, from its stored facts: it works before the PDF is made. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const html = findPrintable(scope.services.db.orm, args.params.capability ?? "");
  if (html === null)
    return refusedPage(
      scope,
      404,
      "There is no document at this address. The link may be cut off or have a typing mistake.",
    );
  return new Response(html, {
    headers: {
      ...privateHeaders(),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": DOCUMENT_POLICY,
    },
  });
}
