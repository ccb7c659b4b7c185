import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { addDays, formatDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { dayAt } from "~/domain/kernel/time.server";
import { readTakings, unevenDays } from "~/domain/payments/company.server";
import { sinceAsked } from "~/domain/payments/takings";
import { listPayouts } from "~/domain/payments/payouts.server";
import { readAsked, unknownMoves } from "~/domain/payments/transactions.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { BillingNav } from "~/ui/office/BillingNav";
import { Panel } from "~/ui/office/bits";
import { LongDay } from "~/ui/office/LongDay";
import { Differences, HandTable, PayoutTable, StripeBalance, TakingsTable } from "~/ui/office/TakingsTable";
import { useSent } from "~/ui/office/use-sent";
import { TAKINGS_INTENTS } from "./money-intents.server";
import { takingsDay } from "./takings-day.server";

export const meta: MetaFunction = () => [{ title: "Takings · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/** More are a day without its webhooks: the first ones say enough. */
const MOST_DIFFERENCES = 200;

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const { day, problem } = takingsDay(scope, args.request);
  const takings = readTakings(orm, day);
  const asked = readAsked(orm);
  const differences = sinceAsked(takings.differences, asked?.at ?? null);
  const today = dayAt(scope.services.clock.now());
  const shown = {
    ...takings,
    problem,
    differences: differences.slice(0, MOST_DIFFERENCES),
    more: Math.max(0, differences.length - MOST_DIFFERENCES),
    payouts: listPayouts(orm, day),
    // A day is compared as a whole once Stripe was asked after its end.
    uneven: unevenDays(orm, day).map((one) => ({ ...one, isCompared: asked !== null && one.day < dayAt(asked.at) })),
    asked,
    missing: unknownMoves(orm),
    previous: addDays(day, -1),
    next: day < today ? addDays(day, 1) : null,
  };
  return data(shown, { status: problem ? 400 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { day } = takingsDay(scope, args.request);
  return answerIntent(
    TAKINGS_INTENTS,
    scope,
    args.request,
    () => ({ day }),
    () => crmPaths.takings(day),
  );
}

export default function TakingsPage() {
  const {
    day,
    rows,
    fees,
    paidOut,
    other,
    before,
    differences,
    more,
    payouts,
    uneven,
    byHand,
    asked,
    missing,
    previous,
    next,
    problem: noSuchDay,
  } = useLoaderData<typeof loader>();
  const problem = useSent() ?? noSuchDay;
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Takings of {formatDay(day, { year: true })}</h1>
        <BillingNav />
      </header>
      <div className="title">
        <nav className="pager" aria-label="Days">
          <Link to={crmPaths.takings(previous)}>Day before</Link>{" "}
          {next && <Link to={crmPaths.takings(next)}>Day after</Link>}
        </nav>
        <Form method="get" className="filters another-day" key={day}>
          <label htmlFor="day" className="unseen">
            Another day
          </label>
          <input id="day" name="day" type="date" className="input" defaultValue={day} required />
          <button className="button secondary">Show</button>
        </Form>
      </div>
      <TakingsTable rows={rows} fees={fees} paidOut={paidOut} other={other} before={before} />
      <Differences differences={differences} />
      {more > 0 && <p className="hint">And {more} more.</p>}
      {uneven.length > 0 && (
        <Panel title="Other days that differ" id="uneven" count={uneven.length}>
          <ul className="moves">
            {uneven.map((one) => (
              <li key={one.day}>
                <span>
                  <Link to={crmPaths.takings(one.day)}>
                    <LongDay day={one.day} />
                  </Link>
                  {!one.isCompared && <span className="hint"> · not compared yet</span>}
                </span>
                <span className="money">{formatCents(one.ours - one.theirs)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <PayoutTable payouts={payouts} />
      <HandTable byHand={byHand} />
      <StripeBalance asked={asked} missing={missing} />
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
