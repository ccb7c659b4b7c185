import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { prefilled } from "~/domain/booking/draft/project-typed";
import { sentText } from "~/domain/kernel/sent";
import { callersTexts } from "~/domain/booking/draft/writes";
import { withChosen } from "~/http/answers/conflicts.server";
import { withCookies } from "~/http/access/cookies.server";
import { openDraft } from "~/http/access/draft.server";
import { keptCookies } from "~/http/access/links.server";
import { readForm, sentValues } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { paths } from "~/paths";
import { outsideView, projectView } from "./project-view.server";
import type { BookContext } from "./layout";
import { beginDraft, mailProject, openLineOf, pressButton, rescueProject } from "./project-step.server";
import { sentOf } from "./resume.server";
import { OutsideArea } from "~/ui/booking/OutsideArea";
import { ProjectStep } from "~/ui/booking/ProjectStep";
import { stepBoundary } from "~/ui/booking/typed-again";
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
  const data = open?.draft.data ?? prefilled(sentValues(search));
  return {
    url: open ? null : scope.services.config.publicUrl,
    view: projectView(scope.services, open, data, sentOf(args.request), {
      line: search.get("line"),
      notice: search.get("notice"),
    }),
    rescued: search.get("notice") === "rescued",
    outside: outsideView(scope.services, open, data.zip),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const open = openDraft(scope, args.request, "project");
  const isNew = new URL(args.request.url).searchParams.get("draft") === null;
  if (!open) return (isNew ? beginDraft : rescueProject)(scope, args.request, sentValues(form));
  const sent = sentValues(withChosen(form, callersTexts(open.draft.data), openLineOf(open.draft.data, form)));
  const answer = await (sentText(sent, "intent") === "email-link" ? mailProject : pressButton)(scope, sent, open);
  // Another tab may have typed another email address meanwhile, which ends what this browser's request came with.
  return withCookies(answer, keptCookies(scope, args.request, open));
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
        <div className="mb-6">
          <Notice kind="warn">
            <p>
              <b>We could not find your earlier draft in this browser</b>, so we made a new one from what you just sent.
              Please check it and go on.
            </p>
          </Notice>
        </div>
      )}
      {outside && <OutsideArea {...outside} />}
      <ProjectStep view={view} problem={refused} />
    </>
  );
}

/** Where no draft could be made for what was typed: the same page with all of it. */
export const ErrorBoundary = stepBoundary(ProjectStep);
