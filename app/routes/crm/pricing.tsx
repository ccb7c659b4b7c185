import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { parseDay } from "~/domain/kernel/days";
import { formatPrice } from "~/domain/kernel/money";
import { readMatrix, readSetupTab } from "~/domain/setup/pages.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { Panel } from "~/ui/office/bits";
import { ChangeList } from "~/ui/office/ChangeList";
import { PlanList } from "~/ui/office/SetupForm";
import { GroupPanels, SavedNotice } from "~/ui/office/SetupPanels";

export const meta: MetaFunction = () => [{ title: "Pricing · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/** What is charged and was: staff read it, admins change it a group at a time (domain.md, sections 3 and 5). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const { searchParams } = new URL(args.request.url);
  return {
    mayChange: standing.isAdmin,
    saved: searchParams.get("saved"),
    from: parseDay(searchParams.get("from") ?? ""),
    matrix: readMatrix(orm),
    ...readSetupTab(orm, "pricing"),
  };
}

export default function PricingPage() {
  const { mayChange, saved, from, matrix, groups, plans, changes } = useLoaderData<typeof loader>();
  return (
    <>
      <SavedNotice groups={groups} saved={saved} from={from} />
      <header className="title">
        <h1>Pricing</h1>
        <p className="hint">Before tax. What was paid or quoted keeps its price.</p>
      </header>
      {matrix.mismatches.map((message) => (
        <p key={message} className="notice warn">
          {message}. Somebody changed it by hand: saving the sizes writes all three places.
        </p>
      ))}
      <div className="record">
        <div>
          <Panel title="Size and material" id="matrix">
            <table className="matrix">
              <caption className="unseen">What one dumpster costs by material and size, in yards</caption>
              <thead>
                <tr>
                  <th scope="col">Material</th>
                  {matrix.sizes.map((size) => (
                    <th key={size} scope="col">
                      {size} yd
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {matrix.rows.map(({ id, label, terms, callFirst, prices }) => (
                  <tr key={id}>
                    <th scope="row">
                      {label} <span className="hint">{terms}</span>
                      {callFirst && <span className="hint"> (call first)</span>}
                    </th>
                    {prices.map((cents, at) => (
                      <td key={at}>{cents === null ? "–" : cents === 0 ? "free" : formatPrice(cents)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
          <Panel title="Planned" id="planned" count={plans.length}>
            <PlanList plans={plans} mayWithdraw={false} />
          </Panel>
        </div>
        <div>
          <GroupPanels
            groups={groups.filter(({ id }) => id !== "materials")}
            address={(id) => (mayChange ? crmPaths.setup("pricing", id) : null)}
          />
          {mayChange && (
            <Panel title="Materials" id="materials">
              <p className="hint">Factor, credit and handling fee of each.</p>
              <Link className="button secondary" to={crmPaths.setup("pricing", "materials")}>
                Change the materials
              </Link>
            </Panel>
          )}
          {!mayChange && <p className="hint">Admins can change prices.</p>}
        </div>
      </div>
      <Panel title="Changed last" id="history">
        <ChangeList changes={changes} empty="No price was changed yet." />
      </Panel>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
