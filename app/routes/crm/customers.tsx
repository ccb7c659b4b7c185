import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { listCustomers } from "~/domain/records/customer-list.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { paths } from "~/paths";
import { CustomerTable } from "~/ui/office/CustomerTable";

export const meta: MetaFunction = () => [
  { title: "Customers · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { searchParams } = new URL(args.request.url);
  const search = (searchParams.get("q") ?? "").trim().slice(0, 100);
  return {
    search,
    further: searchParams.has("after"),
    ...listCustomers(scope.services.db.orm, { search, after: searchParams.get("after") }),
  };
}

export default function CustomersPage() {
  const { search, rows, next, further } = useLoaderData<typeof loader>();
  const filter = search ? { q: search } : undefined;
  return (
    <>
      <header className="title">
        <h1>Customers</h1>
      </header>
      <Form method="get" role="search" className="filters" key={search}>
        <div>
          <label htmlFor="q">Name, phone, email or street</label>
          <input
            id="q"
            name="q"
            accessKey="3"
            type="search"
            className="input"
            defaultValue={search}
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <button className="button secondary">Search</button>
        {search && <Link to={paths.crm.tab("customers")}>Show all</Link>}
      </Form>
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
        {further && <Link to={`?${new URLSearchParams(filter)}`}>Newest</Link>}
        {next && <Link to={`?${new URLSearchParams({ ...filter, after: next })}`}>Older customers</Link>}
      </nav>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
