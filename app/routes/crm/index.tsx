import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { enter } from "~/http/context.server";
import { requireCrm } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";

/** Who may not enter is answered here already: a redirect first would show an address that they cannot open. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCrm(await enter(args), args.request);
  return redirect(crmPaths.tab("overview"));
}

/** Never seen, but with it Remix answers a refusal as a page. */
export default function CrmIndex() {
  return null;
}
