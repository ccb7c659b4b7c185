import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { readForm as readWishes, readSetup } from "~/domain/setup/change.server";
import { findGroup } from "~/domain/setup/groups";
import { withWishes, type Sent } from "~/domain/setup/read";
import { requireAdmin } from "~/http/access/guards.server";
import { readForm, sentValues } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { DOCUMENT_POLICY } from "~/http/answers/document.server";
import { printSample } from "~/services/documents/sample.server";

/** Whoever comes by its address goes to the form that it belongs to. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(await enter(args), args.request);
  return redirect(crmPaths.setup("settings", "documents"));
}

/** An agreement or invoice with the words that stand in the form, saved or not. Nothing is kept. */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireAdmin(scope, args.request);
  const sent = sentValues(await readForm(args.request));
  const setup = readSetup(scope.services.db.orm);
  const group = findGroup("settings", "documents");
  const form = group && { group, sent: sent as Sent, seen: {}, why: "", from: null };
  const settings = form
    ? withWishes(setup.settings, readWishes(scope.services.db.orm, setup, form).wishes)
    : setup.settings;
  const paper = sent["paper"] === "invoice" ? "invoice" : "agreement";
  const html = printSample(scope.services, scope.deed(actor), settings, paper);
  if (html === null) throw new Response("No dumpster is on offer, so there is nothing to print.", { status: 409 });
  return new Response(html, {
    headers: {
      ...privateHeaders(),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": DOCUMENT_POLICY,
    },
  });
}
