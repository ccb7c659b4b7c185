import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { bookingStatusLabel } from "~/domain/states/labels";
import { BOOKING_STATUSES } from "~/domain/states/transitions";
import { listViews } from "~/domain/booking/office/views.server";
import { listForOffice } from "~/domain/records/booking-list.server";
import { formatCents } from "~/domain/kernel/money";
import { moneyOf } from "~/domain/payments/money.server";
import { findByNumber } from "~/domain/records/find-number.server";
import { findNearBookings } from "~/domain/records/find-near.server";
import { formatDay } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { enter } from "~/http/context.server";
import { yearOf } from "~/domain/kernel/moments";
import { requireCrm } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { foundWords } from "./found.server";
import { isWrongDay, readBookingFilter, writeBookingFilter } from "./booking-filter.server";
import { BookingTable } from "~/ui/office/BookingTable";
import { bookingLine, SENT_LINES, type BookingLine } from "~/ui/office/booking-lines";
import { DayFilter } from "~/ui/office/DayFilter";
import { ListSearch } from "~/ui/office/ListSearch";
import { NoneFits } from "~/ui/office/NoneFits";
import { ViewLinks } from "~/ui/office/ViewLinks";
import type { RouteHandle } from "~/root";
import { byKey } from "~/ui/office/Keys";
import type { LiveHandle } from "~/ui/office/LiveOffice";

export const meta: MetaFunction = () => [{ title: "Bookings · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export const handle: LiveHandle & RouteHandle = {
  live: ({ kind, booking }) => kind !== "presence" && Boolean(booking),
  // The rows stand in the page (booking-lines.ts).
  handOver: (data) => ({ ...(data as Awaited<ReturnType<typeof loader>>), rows: null }),
};

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { searchParams } = new URL(args.request.url);
  const { orm } = scope.services.db;
  const wanted = readBookingFilter(searchParams);
  const { search, status, day, money } = wanted;
  const number = findByNumber(orm, search);
  if (number) throw redirect(crmPaths.booking(number));
  const thisYear = yearOf(scope.services.clock.now());
  const { rows, next, lookedBackTo } = listForOffice(orm, { ...wanted, after: searchParams.get("after") });
  return {
    search,
    near: rows.length > 0 || lookedBackTo ? [] : findNearBookings(orm, wanted).map((hit) => foundWords(hit, thisYear)),
    status,
    day,
    dayIsWrong: isWrongDay(searchParams, wanted),
    money: money && { ...moneyOf(orm, money), ...money },
    filter: writeBookingFilter(wanted),
    views: listViews(orm, account.id).map(({ name, filter }) => ({ name, filter })),
    further: searchParams.has("after"),
    rows: rows.map((row) => bookingLine(row, thisYear)) as BookingLine[] | null,
    next,
    lookedBackTo: lookedBackTo && formatDay(dayAt(lookedBackTo), { year: true }),
  };
}

export default function BookingsPage() {
  const data = useLoaderData<typeof loader>();
  const { search, near, status, day, dayIsWrong, money } = data;
  const { rows: read, next, further, lookedBackTo, filter, views } = data;
  const rows = read ?? SENT_LINES;
  return (
    <>
      <header className="title">
        <h1>Bookings</h1>
        <Link className="button" to={crmPaths.newBooking}>
          New booking
        </Link>
      </header>
      <ListSearch
        key={`${search} ${status} ${day}`}
        label="Number, invoice, name, email or phone"
        search={search}
        showAll={search || status || day || dayIsWrong || money ? crmPaths.tab("bookings") : null}
      >
        <div>
          <label htmlFor="status">Status</label>
          <select id="status" name="status" className="input" defaultValue={status ?? ""}>
            <option value="">All</option>
            {BOOKING_STATUSES.map((id) => (
              <option key={id} value={id}>
                {bookingStatusLabel(id)}
              </option>
            ))}
          </select>
        </div>
        <DayFilter label="Delivery day" value={day ?? ""} shown={dayIsWrong ? "All days are shown." : null} />
      </ListSearch>
      <ViewLinks views={views} filter={filter} />
      {money && (
        <p>
          Money {money.from === money.to ? "on" : "from"} {formatDay(money.from, { short: true, year: true })}
          {money.from !== money.to && ` to ${formatDay(money.to, { short: true, year: true })}`}:{" "}
          <b className="money">{formatCents(money.came - money.went)}</b>
          <span className="hint">
            {" "}
            ({formatCents(money.came)} came in, {formatCents(money.went)} went back). It is the sum of what these
            bookings paid and were paid back in that time{(further || next) && ", over all pages"}; the last one first.
          </span>
        </p>
      )}
      {rows.length > 0 ? (
        <BookingTable
          rows={rows}
          caption={money ? "Bookings whose money moved" : "Bookings, newest first"}
          {...(money && { sums: "Came − went back" })}
        />
      ) : (
        !lookedBackTo && (
          <NoneFits what="booking" search={search} near={near}>
            No booking fits. Try fewer words, or another status{day && " or day"}.
          </NoneFits>
        )
      )}
      {lookedBackTo && (
        <p className="empty">
          {rows.length > 0 ? "There may be more" : "Nothing yet"}: this looked at what was booked since {lookedBackTo}.
          Look at older bookings, or add a word.
        </p>
      )}
      <nav className="pager" aria-label="Pages">
        {further && <Link to={`?${new URLSearchParams(filter)}`}>Newest</Link>}{" "}
        {next && (
          <Link to={`?${new URLSearchParams({ ...filter, after: next })}`} {...byKey("j", "Older bookings")}>
            Older bookings
          </Link>
        )}{" "}
        {rows.length > 0 && (
          <a href={crmPaths.bookingsCsv(filter)} download {...byKey("e", "Export as CSV")}>
            Export as CSV
          </a>
        )}
      </nav>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
