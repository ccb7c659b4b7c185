import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { preparedOn } from "~/domain/booking/office/prepared-on.server";
import { readLocks } from "~/domain/changes/closure-locks.server";
import { listClosures } from "~/domain/changes/closure-read.server";
import { lookAtClosure } from "~/domain/changes/closures.server";
import { parseDay } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { requireCrm } from "~/http/access/guards.server";
import { parseForm, refuse } from "~/http/answers/forms.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { z } from "zod";
import { CloseDay } from "~/ui/office/CloseDay";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { useSent } from "~/ui/office/use-sent";
import { CLOSE_INTENTS, notClosed, wishFields } from "./close-intents.server";

export const meta: MetaFunction = () => [
  { title: "Close a day · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** What stands on the day may change, and so may what was closed. */
export const handle: LiveHandle = { live: ({ kind }) => /^(job_|unit_|day_|order_|quote_|draft_)/.test(kind) };

/** With a part and a reason in the address: what closing it would do, before anything is done. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  const { services } = scope;
  const { db, clock } = services;
  const settings = services.settings();
  const { searchParams } = new URL(args.request.url);
  const today = dayAt(clock.now());
  const day = parseDay(searchParams.get("day") ?? "") ?? today;
  const form = new FormData();
  for (const [name, value] of [...searchParams, ["day", day]] as [string, string][]) form.set(name, value);
  const asked = searchParams.has("part") ? parseForm(form, z.object(wishFields)) : null;
  const looked = asked?.ok ? lookAtClosure(db.orm, settings, asked.value, clock.now()) : null;
  const plan = looked?.ok ? looked.plan : null;
  return {
    day,
    today,
    minutes: settings.moveNoticeMinutes,
    closures: listClosures(db.orm, day),
    locks: readLocks(db.orm, day),
    isAdmin: standing.isAdmin,
    values: { day, part: searchParams.get("part") ?? "day", reason: searchParams.get("reason") ?? "" },
    wrong: !asked?.ok ? asked : looked?.ok === false ? refuse(asked.values, notClosed(looked.code)) : null,
    plan: plan && {
      ...plan,
      prepared: preparedOn(db.orm, [plan.closing.day], clock.now())
        // "Anytime" comes in the other half.
        .filter(({ window }) => plan.closing.part === "day" || window === plan.closing.part)
        .map(({ number }) => number),
      jobs: plan.jobs.map(({ jobId, kind, size, brings, booking, name, window, to, note, isOnHold, pickup }) => ({
        ...{ jobId, kind, size, brings, booking, name, window, to, note, isOnHold, pickup },
      })),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const day = new URL(args.request.url).searchParams.get("day") ?? undefined;
  return answerIntent(
    CLOSE_INTENTS,
    scope,
    args.request,
    () => null,
    () => crmPaths.closeDay({ day }),
  );
}

export default function CloseDayPage() {
  const view = useLoaderData<typeof loader>();
  return <CloseDay view={view} problem={useSent() ?? view.wrong ?? undefined} />;
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
