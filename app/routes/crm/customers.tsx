import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listCustomers, type CustomerRow } from "~/domain/records/customer-list.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { CustomerTable } from "~/ui/office/CustomerTable";
import { byKey } from "~/ui/office/Keys";
import { SENT_CUSTOMERS } from "~/ui/office/customer-lines";
import { ListSearch } from "~/ui/office/ListSearch";
import type { RouteHandle } from "~/root";

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
  const { rows, next } = listCustomers(scope.services.db.orm, { search, after: searchParams.get("after") });
  return { search, further: searchParams.has("after"), rows: rows as CustomerRow[] | null, next };
}

export default function CustomersPage() {
  const { search, rows: read, next, further } = useLoaderData<typeof loader>();
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
        <p className="empty">
          {search
            ? "No customer fits. Try fewer words, or the number or street of a booking."
            : further
              ? "There are no older customers."
              : "No customers yet. The first booking makes the first one."}
        </p>
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
