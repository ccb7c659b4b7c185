import type { LoaderFunctionArgs } from "@remix-run/node";
import { FLOW_SHEET, flowStyles } from "~/styles.server";

/** The booking's style sheet as a file (app/styles.server.ts); an earlier one's name is not found. */
export function loader({ request }: LoaderFunctionArgs) {
  if (new URL(request.url).pathname !== FLOW_SHEET) throw new Response(null, { status: 404 });
  return new Response(flowStyles, { headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable" } });
}
