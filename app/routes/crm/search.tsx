import { yearOf } from "~/domain/kernel/moments";
import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { findByNumber } from "~/domain/records/find-number.server";
import { MOST_BOOKINGS, MOST_CUSTOMERS } from "~/domain/records/find.server";
import { findOrNear } from "~/domain/records/find-near.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { FoundList } from "~/ui/office/FoundList";
import { useCtrlK } from "~/ui/office/QuickSearch";
import { foundWords } from "./found.server";

export const meta: MetaFunction = () => [{ title: "Search · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/**
 * The search as a page, for who has no script or wants to keep it. A whole number of a booking or an invoice opens its record, and so does
 * whatever else is the only thing that fits.
 */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const search = (new URL(args.request.url).searchParams.get("q") ?? "").trim();
  const { orm } = scope.services.db;
  const whole = findByNumber(orm, search);
  if (whole) throw redirect(crmPaths.booking(whole));
  const now = scope.services.clock.now();
  const { hits, isNear } = findOrNear(orm, search, now);
  const thisYear = yearOf(now);
  const results = hits.map((hit) => foundWords(hit, thisYear));
  const [only, ...others] = results;
  if (only && others.length === 0 && !isNear) throw redirect(only.url);
  const isMorePeople = !isNear && hits.filter(({ kind }) => kind === "customer").length === MOST_CUSTOMERS;
  const isMore = hits.filter(({ kind }) => kind === "booking").length === MOST_BOOKINGS;
  return { search, results, isNear, isMore, isMorePeople };
}

export default function SearchPage() {
  const { search, results, isNear, isMore, isMorePeople } = useLoaderData<typeof loader>();
  const field = useRef<HTMLInputElement>(null);
  useCtrlK(() => field.current?.select());
  return (
    <>
      <header className="title">
        <h1>Search</h1>
      </header>
      <Form method="get" role="search" className="filters" key={search}>
        <div>
          <label htmlFor="q">Number, invoice, name, company, phone, email, street, dumpster or ticket</label>
          <input
            ref={field}
            id="q"
            name="q"
            type="search"
            accessKey="3"
            className="input"
            defaultValue={search}
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={search === ""}
          />
        </div>
        <button className="button secondary">Search</button>
      </Form>
      {isNear && <h2>Nothing fits “{search}”. Did you mean:</h2>}
      {results.length > 0 && <FoundList results={results} />}
      {search !== "" && results.length === 0 && (
        <p className="empty">Nothing fits “{search}”. Try fewer words, or the beginning of one.</p>
      )}
      {isMorePeople && (
        <p>
          <Link to={`${crmPaths.tab("customers")}?${new URLSearchParams({ q: search })}`}>
            All customers that fit “{search}”
          </Link>
        </p>
      )}
      {isMore && (
        <p>
          <Link to={`${crmPaths.tab("bookings")}?${new URLSearchParams({ q: search })}`}>
            All bookings that fit “{search}”
          </Link>
        </p>
      )}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
