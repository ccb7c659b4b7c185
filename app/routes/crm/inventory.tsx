import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listMismatches } from "~/domain/dispatch/mismatches.server";
import { findShortageOf } from "~/domain/inventory/shortage.server";
import { dayAt } from "~/domain/kernel/time.server";
import { readCatalogue } from "~/domain/pricing/pricing.server";
import { countPlaces, listDumpsters, readYardFilter } from "~/domain/records/yard.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import type { RouteHandle } from "~/root";
import { byKey } from "~/ui/office/Keys";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { SENT_YARD, yardLine, type YardLine } from "~/ui/office/yard-lines";
import { PlaceTable, ShortageNotice, YardFilters, YardTable } from "~/ui/office/YardTable";

export const meta: MetaFunction = () => [
  { title: "Inventory · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];
/** Whatever happens to a booking may move its dumpster. */
export const handle: LiveHandle & RouteHandle = {
  live: ({ kind, booking }) => kind !== "presence" && Boolean(booking),
  // The rows stand in the page (yard-lines.ts).
  handOver: (data) => ({ ...(data as Awaited<ReturnType<typeof loader>>), rows: null }),
};

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const { searchParams } = new URL(args.request.url);
  const filter = readYardFilter(searchParams);
  const sizes = readCatalogue(orm).sizes.map(({ size }) => size);
  const today = dayAt(scope.services.clock.now());
  const { rows, next } = listDumpsters(orm, filter, searchParams.get("after"));
  return {
    filter,
    sizes,
    places: countPlaces(orm),
    shortages: sizes.flatMap((size) => findShortageOf(orm, size, today) ?? []),
    mismatches: listMismatches(orm).length,
    further: searchParams.has("after"),
    rows: rows.map((row) => yardLine(row, today.slice(0, 4))) as YardLine[] | null,
    next,
  };
}

export default function InventoryPage() {
  const { filter, sizes, places, shortages, mismatches, further, rows: read, next } = useLoaderData<typeof loader>();
  const rows = read ?? SENT_YARD;
  const words = Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );
  const isFiltered = Object.keys(words).length > 0;
  return (
    <>
      <header className="title">
        <h1>Inventory</h1>
        <nav className="pager" aria-label="Yard">
          <Link to={crmPaths.availability()} {...byKey("a", "The next eight weeks")}>
            Next 8 weeks
          </Link>{" "}
          <Link to={crmPaths.labels(words)}>Labels</Link> <Link to={crmPaths.addDumpster}>Add a dumpster</Link>
        </nav>
      </header>
      {mismatches > 0 && (
        <p className="notice warn apart">
          <Link to={crmPaths.reconcile()}>
            {mismatches === 1 ? "1 dumpster number" : `${mismatches} dumpster numbers`} to clear up
          </Link>
        </p>
      )}
      <ShortageNotice shortages={shortages} />
      <PlaceTable sizes={sizes} places={places} />
      <YardFilters key={JSON.stringify(words)} filter={filter} sizes={sizes} isFiltered={isFiltered} />
      {rows.length > 0 ? (
        <YardTable rows={rows} />
      ) : (
        <p className="empty">
          {isFiltered || further
            ? "No dumpster fits."
            : "There are no dumpsters yet. Add the first one, with the number that is painted on it."}
        </p>
      )}
      <nav className="pager" aria-label="Pages">
        {further && <Link to={crmPaths.inventory(words)}>First page</Link>}{" "}
        {next && <Link to={crmPaths.inventory({ ...words, after: next })}>More dumpsters</Link>}
      </nav>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
