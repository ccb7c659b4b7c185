import type { LoaderFunctionArgs } from "@remix-run/node";
import { enter } from "~/http/context.server";
import { requireCrm } from "~/http/access/guards.server";

/** A tab that does not exist, or is not open yet. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCrm(await enter(args), args.request);
  throw new Response("There is no such page in the CRM.", { status: 404 });
}

export default function Missing() {
  return null;
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
