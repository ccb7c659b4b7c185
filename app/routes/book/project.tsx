import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { EMPTY_DRAFT } from "~/domain/booking/draft/data";
import { startDraft, type Draft } from "~/domain/booking/draft/drafts.server";
import { cleanZip } from "~/domain/service-area/rules";
import { keptCookies } from "~/http/access/links.server";
import { enter, type Scope } from "~/http/context.server";
import { withCookies } from "~/http/access/cookies.server";
import {
  CANNOT_CHANGE_NOW,
  needsCallBack,
  openDraft,
  redirectWithDraft,
  releaseOwnHold,
  saveStep,
  type OpenDraft,
} from "~/http/access/draft.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { mayCause } from "~/http/limits/limits.server";
import { sizesOf } from "~/domain/pricing/types";
import { paths } from "~/paths";
import { outsideView, projectView } from "./booking-views.server";
import { applyProject, keepTyped, prefilled, TOO_MANY_DRAFTS, type ProjectOutcome } from "./project-step.server";
import type { BookContext } from "./layout";
import { sendResumeLink, sentOf } from "./resume.server";
import { OutsideArea } from "~/ui/booking/OutsideArea";
import { ProjectStep } from "~/ui/booking/ProjectStep";
import { foundMeta } from "~/ui/frame/public-data";
import { Notice, useProblem } from "~/ui/form";

export const handle = { step: "project" };

/** The one step that search engines may list, as long as it is nobody's draft. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  const name = matches.map(({ data }) => (data as Partial<BookContext> | undefined)?.facts?.name).find(Boolean) ?? "";
  return foundMeta(loaded && { url: loaded.url ?? "", name }, {
    title: "Book a dumpster online",
    description:
      "Choose what goes in and a size, and see every line of the price with tax. Pay by card, sign on the screen.",
    path: loaded?.url ? paths.book.project() : undefined,
  });
};

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";

/** Step 1 of the booking: what goes in and in which dumpster. The draft is made with the first form that is sent. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const search = new URL(args.request.url).searchParams;
  const open = openDraft(scope, args.request, "project");
  const data = open?.draft.data ?? prefilled(search);
  return {
    url: open ? null : scope.services.config.publicUrl,
    view: projectView(scope.services, open, data, sentOf(args.request), search.get("line")),
    rescued: search.get("notice") === "rescued",
    outside: outsideView(scope.services, open, data.zip),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const open = openDraft(scope, args.request, "project");
  if (!open) return beginDraft(scope, args.request, form);
  const answer = await keepProject(scope, form, open);
  // Another tab may have typed another email address meanwhile, which ends what this browser's request came with.
  return withCookies(answer, keptCookies(scope, args.request, open));
}

async function beginDraft(scope: Scope, request: Request, form: FormData) {
  const { services } = scope;
  const settings = services.settings();
  const sizes = sizesOf(services.catalogue().prices);
  const begun = applyProject(
    { ...EMPTY_DRAFT, zip: cleanZip(String(form.get("zip") ?? "")) ?? "" },
    form,
    settings,
    sizes,
  );
  if (!begun.ok) return problem(begun.problem);
  if (!(await mayCause(scope, "draft", {})).ok) return problem(refuse(typedValues(form), { "": TOO_MANY_DRAFTS }), 429);
  const draft = await startDraft(
    services.db,
    begun.data,
    services.clock.now(),
    settings.draftDays,
    begun.done ? ["project"] : [],
  );
  return redirectWithDraft(scope, request, draft.id, nextPath(scope, draft.id, begun));
}

async function keepProject(scope: Scope, form: FormData, open: OpenDraft) {
  const { draft, settings } = open;
  if (form.get("intent") === "email-link") {
    // Only "Continue" checks the whole step; until then what any other button kept does not count as done.
    const { data } = await saveStep(scope, open, "project", (now) => ({
      ok: true,
      data: keepTyped(now, form),
      done: false,
    }));
    return sendResumeLink(scope, { ...draft, data }, paths.book.project(draft.id));
  }
  const sizes = sizesOf(scope.services.catalogue().prices);
  const applied = applyProject(draft.data, form, settings, sizes);
  if (!applied.ok) return problem(applied.problem);
  if (!(await releaseOwnHold(scope, open))) return problem(refuse(typedValues(form), { "": CANNOT_CHANGE_NOW }), 503);
  const kept = await saveStep(scope, open, "project", (now) => applyProject(now, form, settings, sizes));
  return kept.ok ? redirect(nextPath(scope, draft.id, kept)) : problem(kept.problem);
}

function nextPath(scope: Scope, draft: Draft["id"], { data, done, open }: ProjectOutcome & { ok: true }): string {
  if (!done) return paths.book.project(draft, open);
  return (needsCallBack(scope, draft, data) ? paths.book.callback : paths.book.schedule)(draft);
}

/**
 * Hydrated, the browser's Back would lead to the address without a draft, and every choice would be gone. So the
 * address of this page becomes the draft's before Remix goes on.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<unknown>();
  } catch (answer) {
    const to = answer instanceof Response ? answer.headers.get("Location") : null;
    const draft = to && new URL(to, location.href).searchParams.get("draft");
    if (draft) history.replaceState(history.state, "", paths.book.project(draft));
    throw answer;
  }
}

export default function Project() {
  const { view, rescued, outside } = useLoaderData<typeof loader>();
  const refused = useProblem();
  return (
    <>
      {rescued && (
        <Notice kind="warn">
          <p>
            <b>We could not find your earlier draft in this browser</b>, so we made a new one from what you just sent.
            Please check it and go on.
          </p>
        </Notice>
      )}
      {outside && <OutsideArea {...outside} />}
      <ProjectStep view={view} problem={refused} />
    </>
  );
}
