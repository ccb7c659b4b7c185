import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { DraftData } from "~/domain/booking/draft-data";
import { saveDraft } from "~/domain/booking/drafts.server";
import { scheduleSchema, type ScheduleFields } from "~/domain/booking/fields";
import { checkSchedule } from "~/domain/booking/schedule-check.server";
import { findZip } from "~/domain/service-area/service-area.server";
import { cleanZip } from "~/domain/service-area/rules";
import { enter } from "~/http/context.server";
import { CANNOT_CHANGE_NOW, mayVisit, nextStation, openDraft, releaseOwnHold, requireDraft, stationPath } from "~/http/draft.server";
import { parseForm, problem, readForm, refuse } from "~/http/forms.server";
import { paths } from "~/paths";
import { scheduleView } from "./booking-views.server";
import { findWrong, keepWhatFits, rescueTyped } from "./schedule-step.server";
import { sendResumeLink } from "./resume.server";
import { ScheduleStep } from "~/ui/booking/ScheduleStep";
import { seal, useSealed } from "~/ui/frame/sealed";
import { useProblem } from "~/ui/form";

export const handle = { step: "schedule" };

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";

/** Step 2: when and where, and whom to call. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const open = requireDraft(scope, args.request, "schedule");
  return { view: seal(scheduleView(scope.services, open, new URL(args.request.url).searchParams.get("sent") === "1")) };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const day = form.get("day");
  if (typeof day === "string") form.set("deliveryDate", day);
  // Opened as the first step, which always may be: what was typed is kept before the visitor is sent back to it.
  const open = openDraft(scope, args.request, "project");
  if (!open) return rescueTyped(scope, args.request, form);
  const { services } = scope;
  const now = services.clock.now();
  const { draft, settings } = open;
  // A step that was right once is not done any more with answers that were refused or not checked.
  const others = draft.stepsDone.filter((step) => step !== "schedule");
  const save = (data: DraftData, done: boolean) => services.db.write((tx) => saveDraft(tx, draft.id, { data, stepsDone: done ? [...others, "schedule"] : others }, now, settings.draftDays));
  if (!mayVisit(open, "schedule")) {
    await save(keepWhatFits(draft.data, form), false);
    return redirect(stationPath(nextStation(open), draft.id));
  }

  fillCity(services.db.orm, draft.data.zip, form);
  const mails = form.get("intent") === "email-link";
  const stays = day !== null || form.get("intent") === "update" || mails;
  const parsed = parseForm(form, scheduleSchema);
  if (stays || !parsed.ok) {
    const kept = keepWhatFits(draft.data, form);
    await save(kept, false);
    const wrong = findWrong(scope, draft.id, kept, parsed.ok ? refuse(parsed.values, {}) : parsed, mails ? "mails" : stays ? "stays" : "goes on");
    if (wrong) return problem(wrong);
    if (mails) return sendResumeLink(scope, { ...draft, data: kept }, paths.book.schedule(draft.id));
    return redirect(paths.book.schedule(draft.id) + (day === null ? "" : "#deliveryDate"));
  }
  if (!(await releaseOwnHold(scope, open))) return problem(refuse(parsed.values, { "": CANNOT_CHANGE_NOW }), 503);

  const data = withSchedule(draft.data, parsed.value);
  const checked = checkSchedule(services.db.orm, settings, data, now);
  await save(checked.ok ? checked.data : data, checked.ok);
  if (checked.ok) return redirect(paths.book.agreement(draft.id));
  const refused = refuse(parsed.values, checked.fields);
  return problem(checked.offerCallBack ? { ...refused, callBack: `${paths.book.callback(draft.id)}&why=${checked.offerCallBack}` } : refused);
}

/** The city comes from the ZIP and may be overwritten (domain.md 4.4); one that came from the ZIP before goes with it. */
function fillCity(orm: Parameters<typeof findZip>[0], zipBefore: string, form: FormData): void {
  const typed = String(form.get("city") ?? "").trim();
  const zip = cleanZip(String(form.get("zip") ?? "")) ?? "";
  const fromBefore = zip !== zipBefore && typed === findZip(orm, zipBefore)?.city;
  const place = typed === "" || fromBefore ? findZip(orm, zip) : null;
  if (place) form.set("city", place.city);
}

function withSchedule(before: DraftData, { firstName, lastName, phone, email, ...rest }: ScheduleFields): DraftData {
  return { ...before, ...rest, contactInfo: { firstName, lastName, phone, email } };
}

export default function Schedule() {
  return <ScheduleStep view={useSealed(useLoaderData<typeof loader>().view)} problem={useProblem()} />;
}
