import { redirectDocument, type ActionFunctionArgs } from "@remix-run/node";
import { enter } from "~/http/context.server";
import { readForm } from "~/http/answers/forms.server";
import { doorOut } from "~/http/access/ended-driver.server";
import { findSignedIn, signOut } from "~/http/access/session.server";
import { paths } from "~/paths";

/** Opened as a page it changes nothing: signing out is a form. */
export function loader() {
  return redirectDocument(paths.auth);
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const door =
    form.get("from") === "driver" ? paths.driver.auth : doorOut(scope, await findSignedIn(scope, args.request));
  const headers = await signOut(scope, args.request, form.get("everywhere") === "on");
  return redirectDocument(`${door}?told=out`, { headers });
}
