import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import type { DraftData } from "~/domain/booking/draft/data";
import { endsLinks } from "~/domain/booking/draft/drafts.server";
import { scheduleSchema, type ScheduleFields } from "~/domain/booking/draft/fields";
import { grantableOrder } from "~/domain/booking/draft/grants";
import { rightsFor } from "~/domain/booking/draft/grants.server";
import { checkSchedule } from "~/domain/booking/order/schedule-check.server";
import { findZip } from "~/domain/service-area/service-area.server";
import { cleanZip } from "~/domain/service-area/rules";
import { keptCookies } from "~/http/access/links.server";
import { enter, type Scope } from "~/http/context.server";
import { withCookies } from "~/http/access/cookies.server";
import {
  CANNOT_CHANGE_NOW,
  mayVisit,
  nextStation,
  openDraft,
  releaseOwnHold,
  requireDraft,
  saveStep,
  stationPath,
  type OpenDraft,
} from "~/http/access/draft.server";
import { parseForm, problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { mayCause } from "~/http/limits/limits.server";
import { paths } from "~/paths";
import { scheduleView } from "./booking-views.server";
import {
  emailStays,
  findWrong,
  keepFormerEmail,
  keepWhatFits,
  rescueTyped,
  type TypedAgain,
} from "./schedule-step.server";
import { sendResumeLink, sentOf } from "./resume.server";
import { ScheduleStep } from "~/ui/booking/ScheduleStep";
import { useProblem } from "~/ui/form";
import { RefusedPart } from "~/ui/Refused";
import { useRefusal } from "~/ui/use-refusal";

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
  const day = form.get("day");
  if (typeof day === "string") form.set("deliveryDate", day);
  // Opened as the first step, which always may be: what was typed is kept before the visitor is sent back to it.
  const open = openDraft(scope, args.request, "project");
  if (!open) return rescueTyped(scope, args.request, form);
  const answer = await keepSchedule(scope, form, open);
  return withCookies(answer, keptCookies(scope, args.request, open));
}

async function keepSchedule(scope: Scope, form: FormData, open: OpenDraft) {
  const day = form.get("day");
  const { services } = scope;
  const now = services.clock.now();
  const { draft, settings } = open;
  const keep = (change: (now: DraftData) => DraftData, done = false) =>
    saveStep(scope, open, "schedule", (before) => ({ ok: true, data: change(before), done }));
  const counted = endsLinks(services.db.orm, draft, keepWhatFits(draft.data, form))
    ? await mayCause(scope, "other-email", { target: draft.id })
    : null;
  if (counted?.ok === false) {
    const { data } = await keep((before) => keepFormerEmail(before, keepWhatFits(before, form)));
    return problem(refuse(typedValues(form), { email: emailStays(data.contactInfo.email, counted.retryAfter) }), 429);
  }
  if (!mayVisit(open, "schedule")) {
    await keep((before) => keepWhatFits(before, form));
    return redirect(stationPath(nextStation(open), draft.id));
  }

  fillCity(services.db.orm, draft.data.zip, form);
  const mails = form.get("intent") === "email-link";
  const stays = day !== null || form.get("intent") === "update" || mails;
  const parsed = parseForm(form, scheduleSchema);
  if (stays || !parsed.ok) {
    const { data: kept } = await keep((before) => keepWhatFits(before, form));
    const wrong = findWrong(
      scope,
      draft.id,
      kept,
      parsed.ok ? refuse(parsed.values, {}) : parsed,
      mails ? "mails" : stays ? "stays" : "goes on",
    );
    if (wrong) return problem(wrong);
    if (mails) return sendResumeLink(scope, { ...draft, data: kept }, paths.book.schedule(draft.id));
    return redirect(paths.book.schedule(draft.id) + (day === null ? "" : "#deliveryDate"));
  }
  if (!(await releaseOwnHold(scope, open))) return problem(refuse(parsed.values, { "": CANNOT_CHANGE_NOW }), 503);

  const data = withSchedule(draft.data, parsed.value);
  const checked = checkSchedule(
    services.db.orm,
    settings,
    data,
    now,
    rightsFor(services.db.orm, draft.id, grantableOrder(data), now),
  );
  await keep(
    (before) => ({ ...withSchedule(before, parsed.value), ...(checked.ok && foundBySchedule(checked.data)) }),
    checked.ok,
  );
  if (checked.ok) return redirect(paths.book.agreement(draft.id));
  const refused = refuse(parsed.values, checked.fields);
  return problem(
    checked.offerCallBack
      ? { ...refused, callBack: `${paths.book.callback(draft.id)}&why=${checked.offerCallBack}` }
      : refused,
  );
}

/**
 * The city comes from the ZIP and may be overwritten (domain.md 4.4); one that came from the ZIP before goes with it.
 */
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

/** What the check itself found out and filled in. */
function foundBySchedule({ county, city, pickupDate, estimatedPrice, extensionPrice }: DraftData) {
  return { county, city, pickupDate, estimatedPrice, extensionPrice };
}

export default function Schedule() {
  return <ScheduleStep view={useLoaderData<typeof loader>().view} problem={useProblem()} />;
}

/**
 * Where no draft could be made for what was typed: the same page with all of it. Everything else is refused as
 * everywhere.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const refusal = useRefusal();
  if (isRouteErrorResponse(error) && isTypedAgain(error.data)) return <ScheduleStep {...error.data.typedAgain} />;
  return <RefusedPart {...refusal} />;
}

function isTypedAgain(data: unknown): data is TypedAgain {
  return typeof data === "object" && data !== null && "typedAgain" in data;
}
