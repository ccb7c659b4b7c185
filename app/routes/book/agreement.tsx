import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { openDraft, requireDraft } from "~/http/access/draft.server";
import { readForm } from "~/http/answers/forms.server";
import { paths } from "~/paths";
import { agreementView } from "./agreement-view.server";
import { sendResumeLink, sentOf } from "./resume.server";
import { signFromForm } from "./sign.server";
import { AgreementStep } from "~/ui/booking/AgreementStep";
import { useProblem } from "~/ui/form";

export const handle = { step: "agreement" };

export { draftHeaders as headers } from "~/http/answers/private-page.server";
export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";

/** Step 3: the agreement. Signing makes the booking with its number. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const open = requireDraft(scope, args.request, "agreement");
  return { view: agreementView(scope.services, open, { sent: sentOf(args.request) }) };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const open = openDraft(scope, args.request, "agreement");
  if (!open) return redirect(paths.book.expired());
  if (form.get("intent") === "email-link")
    return sendResumeLink(scope, open.draft, paths.book.agreement(open.draft.id));
  return signFromForm(scope, args.request, form, open);
}

export default function Agreement() {
  const refused = useProblem();
  const view = useLoaderData<typeof loader>().view;
  return <AgreementStep key={view.contentSha256} view={view} problem={refused} />;
}
