import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useOutletContext } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { openDraft, requireDraft } from "~/http/access/draft.server";
import { problem, readForm } from "~/http/answers/forms.server";
import { paths } from "~/paths";
import { paymentView } from "./booking-views.server";
import { payFromForm } from "./pay.server";
import { sendResumeLink, sentOf } from "./resume.server";
import { SoldOut } from "~/ui/booking/dead-ends";
import { PaymentStep } from "~/ui/booking/PaymentStep";
import type { BookContext } from "./layout";

export const handle = { step: "payment" };

export { draftHeaders as headers } from "~/http/answers/private-page.server";
export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";

/** Step 4: everything once more, the consent for the card on file, and the way to the card company's page. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const open = requireDraft(scope, args.request, "payment");
  return { view: paymentView(scope.services, open, sentOf(args.request)) };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const open = openDraft(scope, args.request, "payment");
  if (!open) throw redirect(paths.book.expired());
  if (form.get("intent") === "email-link")
    throw await sendResumeLink(scope, open.draft, paths.book.payment(open.draft.id));
  const paid = await payFromForm(scope, form, open);
  if (paid.kind === "go") throw redirect(paid.url, 303);
  if (paid.kind === "problem") return problem(paid.problem, paid.status);
  return data({ ok: false as const, fields: {}, values: {}, soldOut: paid.view }, { status: 409 });
}

export default function Payment() {
  const view = useLoaderData<typeof loader>().view;
  const refused = useActionData<typeof action>();
  const { facts } = useOutletContext<BookContext>();
  if (refused && "soldOut" in refused) return <SoldOut view={refused.soldOut} facts={facts} />;
  return <PaymentStep view={view} problem={refused} />;
}
