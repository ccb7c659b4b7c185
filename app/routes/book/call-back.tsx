import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useOutletContext } from "@remix-run/react";
import { requestCallBack } from "./call-back.server";
import { callbackView } from "./call-back.server";
import { enter } from "~/http/context.server";
import { openDraft } from "~/http/access/draft.server";
import { problem, readForm } from "~/http/answers/forms.server";
import { CallbackStep } from "~/ui/booking/CallbackStep";
import type { BookContext } from "./layout";

/**
 * A request that cannot be booked alone: electronics, special waste, a ZIP outside the area, a large order, or a wish.
 */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  return { view: callbackView(openDraft(scope, args.request, "call-back"), new URL(args.request.url).searchParams) };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const open = openDraft(scope, args.request, "call-back");
  const kept = await requestCallBack(scope, form, open, new URL(args.request.url).searchParams);
  return kept.ok ? data({ sent: kept.sent }) : problem(kept.problem, kept.status);
}

export default function CallBack() {
  const { view } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { facts } = useOutletContext<BookContext>();
  if (answer && "sent" in answer) return <CallbackStep view={{ ...view, sent: answer.sent }} facts={facts} />;
  return <CallbackStep view={view} facts={facts} problem={answer} />;
}
