import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listCustomers, type CustomerRow } from "~/domain/records/customer-list.server";
import { findInsteadOfCustomers } from "~/domain/records/find-near.server";
import { yearOf } from "~/domain/kernel/moments";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { CustomerTable } from "~/ui/office/CustomerTable";
import { byKey } from "~/ui/office/Keys";
import { SENT_CUSTOMERS } from "~/ui/office/customer-lines";
import { ListSearch } from "~/ui/office/ListSearch";
import { NoneFits } from "~/ui/office/NoneFits";
import type { RouteHandle } from "~/root";
import { foundWords } from "./found.server";

export const meta: MetaFunction = () => [
  { title: "Customers · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

export const handle: RouteHandle = {
  // The rows stand in the page (customer-lines.ts).
  handOver: (data) => ({ ...(data as Awaited<ReturnType<typeof loader>>), rows: null }),
};

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { searchParams } = new URL(args.request.url);
  const search = (searchParams.get("q") ?? "").trim().slice(0, 100);
  const { orm } = scope.services.db;
  const { rows, next } = listCustomers(orm, { search, after: searchParams.get("after") });
  const further = searchParams.has("after");
  const thisYear = yearOf(scope.services.clock.now());
  const near =
    rows.length > 0 || further ? [] : findInsteadOfCustomers(orm, search).map((hit) => foundWords(hit, thisYear));
  return { search, further, rows: rows as CustomerRow[] | null, next, near };
}

export default function CustomersPage() {
  const { search, rows: read, next, further, near } = useLoaderData<typeof loader>();
  const rows = read ?? SENT_CUSTOMERS;
  const filter = search ? { q: search } : undefined;
  return (
    <>
      <header className="title">
        <h1>Customers</h1>
      </header>
      <ListSearch
        key={search}
        label="Name, phone, email or street"
        search={search}
        showAll={search ? crmPaths.tab("customers") : null}
      />
      {rows.length > 0 ? (
        <CustomerTable rows={rows} />
      ) : (
        <NoneFits what="customer" search={search} near={near}>
          {search
            ? "No customer fits. Try fewer words, or the number or street of a booking."
            : further
              ? "There are no older customers."
              : "No customers yet. The first booking makes the first one."}
        </NoneFits>
      )}
      <nav className="pager" aria-label="Pages">
        {further && <Link to={`?${new URLSearchParams(filter)}`}>Newest</Link>}{" "}
        {next && (
          <Link to={`?${new URLSearchParams({ ...filter, after: next })}`} {...byKey("j")}>
            Older customers
          </Link>
        )}
      </nav>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
