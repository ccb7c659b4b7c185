import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withCookies } from "~/http/access/cookies.server";
import { openDraft, requireDraft } from "~/http/access/draft.server";
import { keptCookies } from "~/http/access/links.server";
import { callersTexts } from "~/domain/booking/draft/writes";
import { withChosen } from "~/http/answers/conflicts.server";
import { readForm, sentValues } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { scheduleView } from "./schedule-view.server";
import { sentOf } from "./resume.server";
import { pressButton, rescueSchedule, withChosenDay } from "./schedule-step.server";
import { ScheduleStep } from "~/ui/booking/ScheduleStep";
import { stepBoundary } from "~/ui/booking/typed-again";
import { useProblem } from "~/ui/form";

export const handle = { step: "schedule" };

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";

/** Step 2: when and where, and whom to call. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const open = requireDraft(scope, args.request, "schedule");
  return { view: scheduleView(scope.services, open, sentOf(args.request)) };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  // Opened as the first step, which always may be: what was typed is kept before the visitor is sent back to it.
  const open = openDraft(scope, args.request, "project");
  if (!open) return rescueSchedule(scope, args.request, withChosenDay(sentValues(form)));
  const sent = withChosenDay(sentValues(withChosen(form, callersTexts(open.draft.data))));
  return withCookies(await pressButton(scope, sent, open), keptCookies(scope, args.request, open));
}

export default function Schedule() {
  return <ScheduleStep view={useLoaderData<typeof loader>().view} problem={useProblem()} />;
}

/** Where no draft could be made for what was typed: the same page with all of it. */
export const ErrorBoundary = stepBoundary(ScheduleStep);
