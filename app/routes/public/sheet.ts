import type { LoaderFunctionArgs } from "@remix-run/node";
import { FLOW_SHEET, flowStyles } from "~/styles.server";

/**
 * The booking's style sheet as a file (app/styles.server.ts). A page from before a deploy asks by an earlier name, and
 * gets today's sheet rather than none.
 */
export function loader({ request, params }: LoaderFunctionArgs) {
  if (!/^flow-[\w-]+\.css$/.test(params.name ?? "")) throw new Response(null, { status: 404 });
  const isCurrent = new URL(request.url).pathname === FLOW_SHEET;
  return new Response(flowStyles, {
    headers: {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
    },
  });
}
