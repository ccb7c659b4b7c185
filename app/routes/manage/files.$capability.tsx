import type { LoaderFunctionArgs } from "@remix-run/node";
import { findFileAtAddress } from "~/domain/documents/stored-files.server";
import { enter } from "~/http/context.server";
import { mayCause } from "~/http/limits/limits.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { refusedPage } from "~/http/answers/refused-page.server";
import { readStoredFile } from "~/services/documents/lost-file.server";

/** A stored file at its unguessable address (domain.md, 4.3). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const file = findFileAtAddress(scope.services.db.orm, args.params.capability ?? "");
  if (!file)
    return refusedPage(
      scope,
      404,
      "There is no file at this address. The link may be cut off or have a typing mistake.",
    );
  if (file.revoked_at !== null) return refusedPage(scope, 410);
  const content = await readStoredFile(
    scope.services,
    scope.deed({ kind: "visitor", label: "File address" }),
    file,
    async () => (await mayCause(scope, "pdf", { target: file.booking_id ?? file.id })).ok,
  );
  if (!content)
    return refusedPage(scope, 503, "We cannot show this file right now. Please try again in a minute, or call us.");
  return new Response(new Uint8Array(content), {
    headers: {
      ...privateHeaders(),
      "Content-Type": file.content_type,
      "Content-Length": String(content.length),
      "Content-Disposition": `inline; filename="${file.filename.replace(/[^\w. -]/g, "_")}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
