import type { LoaderFunctionArgs } from "@remix-run/node";
import { enterSandbox } from "~/http/local/sandbox.server";
import { findMonth } from "~/services/month/runs.server";

/** The month that goes on, or was last, for programs: `npm run month` follows it here. */
export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enterSandbox(args);
  return Response.json({ run: findMonth(services.db.orm) }, { headers: { "Cache-Control": "no-store" } });
}
