import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { readBookingNumber } from "~/domain/booking/office/search-words";
import { readDate } from "~/domain/kernel/typed";
import { findLogLine, isLogLevel, listLog, listLogModules } from "~/domain/log/read.server";
import { enter } from "~/http/context.server";
import { requireAdmin } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { Facts, Panel, ThisYear, When } from "~/ui/office/bits";
import { byKey } from "~/ui/office/Keys";
import type { RouteHandle } from "~/root";
import { SENT_LOG, shownLine } from "~/ui/office/log-lines";
import { LogFilters, LogTable } from "~/ui/office/LogTable";

export const meta: MetaFunction = () => [{ title: "Logs · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export const handle: RouteHandle = {
  // The lines stand in the page (log-lines.ts).
  handOver: (data) => ({ ...(data as Awaited<ReturnType<typeof loader>>), lines: null }),
};

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const { orm } = scope.services.db;
  const { searchParams } = new URL(args.request.url);
  const asked = (name: string) => (searchParams.get(name) ?? "").trim().slice(0, 100);
  const id = (name: string) => (/^\d{1,15}$/.test(asked(name)) ? Number(asked(name)) : null);
  const level = asked("level");
  const filter = {
    level: isLogLevel(level) ? level : ("" as const),
    module: asked("module"),
    text: asked("text"),
    booking: asked("booking"),
    day: asked("day"),
  };
  const day = filter.day ? readDate(filter.day) : null;
  const number = readBookingNumber(filter.booking);
  // A number that nobody has finds nothing, as an id that nobody has.
  const bookingId = number ? (findBooking(orm, { number })?.id ?? "none") : filter.booking;
  const dayIsWrong = filter.day !== "" && !day;
  const before = id("before");
  const page = dayIsWrong
    ? { lines: [], next: null, partial: false }
    : listLog(orm, { ...filter, level: filter.level || null, bookingId, day, before });
  const line = id("line");
  return {
    filter,
    dayIsWrong,
    further: before !== null,
    ...page,
    modules: listLogModules(orm),
    days: scope.services.settings().logDays,
    line: line === null ? null : { asked: line, found: findLogLine(orm, line) },
  };
}

export default function LogsPage() {
  const {
    filter,
    dayIsWrong,
    further,
    lines: read,
    next,
    partial,
    modules,
    days,
    line,
  } = useLoaderData<typeof loader>();
  const thisYear = useContext(ThisYear);
  // None where the page was sent: there they are taken from it.
  const lines = (read as typeof read | null)?.map((one) => shownLine(one, thisYear)) ?? SENT_LOG;
  const filtered = Object.values(filter).some((value) => value !== "");
  return (
    <>
      <header className="title">
        <h1>Logs</h1>
        <p className="hint">What the system noted, kept for {days} days.</p>
      </header>
      {line && (
        <Panel title={`Line ${line.asked}`} id="line">
          {line.found ? (
            <Facts
              rows={[
                ["at", <When key="at" at={line.found.at} year />],
                ...line.found.fields.map(([name, value]): [string, ReactNode] => [
                  name,
                  <span key={name} className="breakable as-typed" dir="auto">
                    {value}
                  </span>,
                ]),
              ]}
            />
          ) : (
            <p className="empty">This line is not in the log any more.</p>
          )}
        </Panel>
      )}
      <LogFilters filter={filter} dayIsWrong={dayIsWrong} modules={modules} />
      {lines.length > 0 ? (
        <LogTable lines={lines} />
      ) : (
        !partial && <p className="empty">{filtered ? "No line fits." : "Nothing was logged yet."}</p>
      )}
      {partial && (
        <p className="empty">
          {lines.length > 0 ? "There may be more" : "Nothing yet"}: only the newer lines were looked through. Go on with
          the older ones, or choose a day or a module.
        </p>
      )}
      <nav className="pager" aria-label="Pages">
        {further && <Link to={crmPaths.logs(filter)}>Newest</Link>}{" "}
        {next !== null && (
          <Link to={crmPaths.logs({ ...filter, before: String(next) })} {...byKey("j")}>
            Older lines
          </Link>
        )}
      </nav>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
