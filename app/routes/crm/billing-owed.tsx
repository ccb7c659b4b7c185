import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayAt } from "~/domain/kernel/time.server";
import { listOwedOnAccount } from "~/domain/records/owed-on-account.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { BillingNav } from "~/ui/office/BillingNav";
import { OwedTable } from "~/ui/office/OwedTable";

export const meta: MetaFunction = () => [
  { title: "Owed on account · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** The file has all of them. */
const MOST_ROWS = 200;

/** Who owes how much on account, since when, and what of it is past due. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const rows = listOwedOnAccount(scope.services.db.orm, dayAt(scope.services.clock.now()));
  const sum = (of: "owed" | "pastDue") => rows.reduce((all, row) => all + row[of], 0);
  return {
    rows: rows.slice(0, MOST_ROWS),
    all: { count: rows.length, owed: sum("owed"), pastDue: sum("pastDue") },
  };
}

export default function OwedPage() {
  const { rows, all } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="title">
        <h1>Owed on account</h1>
        <BillingNav />
        <p className="hint">
          What is open of orders that went on a customer’s account; past due first, the oldest first.
        </p>
      </header>
      {rows.length === 0 ? (
        <p className="empty">Nobody owes anything on account.</p>
      ) : (
        <OwedTable rows={rows} all={all} />
      )}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
