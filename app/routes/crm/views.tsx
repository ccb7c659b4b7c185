import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listViews, MOST_VIEWS, VIEW_NAME } from "~/domain/booking/office/views.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { Panel } from "~/ui/office/bits";
import { useSent } from "~/ui/office/use-sent";
import { describeFilter, KeepView, RenameView, ViewTable } from "~/ui/office/ViewForms";
import { readBookingFilter, writeBookingFilter } from "./booking-filter.server";
import { VIEW_INTENTS } from "./view-intents.server";

export const meta: MetaFunction = () => [
  { title: "Saved views · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** The filter in the page's address. */
const filterOf = (request: Request) => writeBookingFilter(readBookingFilter(new URL(request.url).searchParams));

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account, standing } = await requireCrm(scope, args.request);
  const views = listViews(scope.services.db.orm, account.id).map(({ is_shared: isShared, ...view }) => ({
    ...view,
    isShared,
    mayChange: !isShared || standing.isAdmin,
    words: describeFilter(readBookingFilter(new URLSearchParams(view.filter))),
  }));
  const filter = filterOf(args.request);
  const chosen = new URL(args.request.url).searchParams.get("view");
  return {
    views,
    filter,
    words: describeFilter(readBookingFilter(new URLSearchParams(filter))),
    changed: views.find(({ id, mayChange }) => mayChange && id === chosen) ?? null,
    isAdmin: standing.isAdmin,
    limits: { most: MOST_VIEWS, name: VIEW_NAME },
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const filter = filterOf(args.request);
  return answerIntent(
    VIEW_INTENTS,
    scope,
    args.request,
    () => new URLSearchParams(filter).toString(),
    () => crmPaths.views(filter),
  );
}

export default function ViewsPage() {
  const { views, filter, words, changed, isAdmin, limits } = useLoaderData<typeof loader>();
  const problem = useSent() ?? null;
  const hasFilter = Object.keys(filter).length > 0;
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Saved views</h1>
        <Link to={crmPaths.bookings(filter)}>Back to the bookings</Link>
      </header>
      <div className="two">
        <div>
          <Panel title="Views" id="views" count={views.length}>
            <ViewTable views={views} filter={filter} />
          </Panel>
        </div>
        <div>
          {changed && <RenameView key={changed.id} view={changed} most={limits.name} problem={problem} />}
          {hasFilter && !changed && <KeepView words={words} isAdmin={isAdmin} most={limits.name} problem={problem} />}
          <p className="hint">
            Up to {limits.most} views of your own, and {limits.most} of everybody. A search, a status, a delivery day or
            a sum’s days: what the list of bookings shows can be saved from there.
          </p>
        </div>
      </div>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
