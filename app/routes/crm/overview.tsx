import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { REFUND_STATE } from "~/domain/states/labels";
import { getOverview } from "~/domain/records/office.server";
import { formatDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { enter } from "~/http/context.server";
import { requireCrm } from "~/http/access/guards.server";
import { paths } from "~/paths";
import { Panel, When, plural } from "~/ui/office/bits";
import { BookingTable } from "~/ui/office/BookingTable";
import { byKey } from "~/ui/office/Keys";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { LeadList } from "~/ui/office/LeadList";

export const meta: MetaFunction = () => [{ title: "Overview · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export const handle: LiveHandle = { live: ({ kind }) => kind !== "presence" };

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  return getOverview(scope.services.db.orm, scope.services.clock.now());
}

export default function OverviewPage() {
  const { today, figures, permits, newest, leads, failedWork, refunds } = useLoaderData<typeof loader>();
  const trouble = failedWork.length + refunds.length;
  return (
    <>
      <header className="title">
        <h1>Overview</h1>
        <p className="hint">{formatDay(today)}</p>
      </header>
      <dl className="figures">
        <Figure label="Sold today" value={formatCents(figures.soldTotal)} note={plural(figures.sold, "booking")} />
        <Figure
          label="Deliveries today"
          value={`${figures.deliveries.done} of ${figures.deliveries.all}`}
          note="done"
        />
        <Figure label="Pickups today" value={`${figures.pickups.done} of ${figures.pickups.all}`} note="done" />
        <Figure
          label="Outstanding"
          value={String(figures.outstanding)}
          note={figures.outstanding > 0 ? "jobs whose day has passed" : "nothing overdue"}
        />
        <Figure
          label="To be scheduled"
          value={String(figures.unscheduled)}
          note={
            <Link
              to={`${paths.crm.tab("bookings")}?status=paid_pending_scheduling`}
              {...byKey("s", "Orders to schedule")}
            >
              Show them
            </Link>
          }
        />
        <Figure
          label="New leads"
          value={String(figures.waitingLeads)}
          note={figures.waitingLeads > 0 ? <a href="#leads">Call them</a> : "none waiting"}
        />
      </dl>
      {trouble > 0 && (
        <Panel title="Needs attention" id="attention" count={trouble} className="alarm">
          <ul className="entries">
            {refunds.map((refund) => (
              <li key={refund.id}>
                <div>
                  <Link to={paths.crm.booking(refund.number)} className="strong num">
                    {refund.number}
                  </Link>{" "}
                  {REFUND_STATE[refund.state]}
                  <div className="hint">
                    {formatCents(refund.amount)} · {refund.reason ?? "no reason given"} · <When at={refund.updatedAt} />
                  </div>
                </div>
              </li>
            ))}
            {failedWork.map((work) => (
              <li key={work.id}>
                <div>
                  {work.number ? (
                    <Link to={paths.crm.booking(work.number)} className="strong num">
                      {work.number}
                    </Link>
                  ) : (
                    <span className="strong">No booking</span>
                  )}{" "}
                  {work.kind} given up after {plural(work.attempts, "try", "tries")}
                  <div className="hint">
                    {work.error ?? "no error text"} · <When at={work.createdAt} />
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {permits.length > 0 && (
        <Panel title="Street permits to get" id="permits" count={permits.length} className="alarm">
          <ul className="entries">
            {permits.map(({ number, words, address, city }) => (
              <li key={number}>
                <div>
                  <Link to={paths.crm.booking(number)} className="strong num">
                    {number}
                  </Link>{" "}
                  {address}, {city}
                  <div className="hint">{words}</div>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <div className="two">
        <Panel title="Newest bookings" id="newest">
          {newest.length > 0 ? (
            <BookingTable rows={newest} caption="The newest bookings" />
          ) : (
            <p className="empty">No booking yet.</p>
          )}
          <p>
            <Link to={paths.crm.tab("bookings")}>All bookings</Link>
          </p>
        </Panel>
        <Panel title="Leads" id="leads" count={leads.length}>
          <LeadList leads={leads} />
        </Panel>
      </div>
    </>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b> <span className="hint">{note}</span>
      </dd>
    </div>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
