import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { formatCents } from "~/domain/kernel/money";
import { listDisputes } from "~/domain/records/billing-money.server";
import { answerDueWords } from "~/domain/states/dispute-words";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { BillingNav } from "~/ui/office/BillingNav";
import { When } from "~/ui/office/bits";
import { byKey } from "~/ui/office/Keys";
import { DisputeTag } from "~/ui/office/DisputeRecord";

export const meta: MetaFunction = () => [{ title: "Disputes · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const after = new URL(args.request.url).searchParams.get("after");
  return { ...listDisputes(scope.services.db.orm, scope.services.clock.now(), after), after };
}

export default function DisputesPage() {
  const { rows, next, after } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="title">
        <h1>Disputes</h1>
        <BillingNav />
        <p className="hint">
          What customers told their bank about a payment, of an order or of a later charge, ended ones too. The bank
          takes one answer, in time.
        </p>
      </header>
      {rows.length === 0 ? (
        <p className="empty">{after ? "There are no more." : "No payment was ever disputed."}</p>
      ) : (
        <ul className="entries">
          {rows.map(({ id, number, name, state, amount, claim, due, openedAt }) => (
            <li key={id}>
              <div>
                <Link className="strong" to={crmPaths.dispute(id)}>
                  {formatCents(amount)}, {name}
                </Link>{" "}
                <DisputeTag state={state} />
                <div className="hint">
                  {claim} Booking {number}, since <When at={openedAt} year />
                </div>
              </div>
              {due !== null && (
                <span>
                  {answerDueWords(due)} <When at={due.at} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {(after || next) && (
        <nav className="pager" aria-label="Pages of disputes">
          {after && <Link to={crmPaths.disputes()}>Newest</Link>}{" "}
          {next && (
            <Link to={crmPaths.disputes(next)} {...byKey("j", "Older disputes")}>
              Older
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
