import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findBookingRecord, type BookingRecord } from "~/domain/records/office.server";
import { isPrepared } from "~/domain/records/prepared-record.server";
import { listUnweighed } from "~/domain/charges/tickets.server";
import { findBooking, receiptAddress } from "~/domain/booking/order/bookings.server";
import { enter } from "~/http/context.server";
import { answerIntent } from "~/http/answers/intents.server";
import { requireCrm } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { isPayable } from "~/domain/states/status-rules";
import { sendableAgain } from "~/services/booking/send-again.server";
import { listOffers } from "./cancel-offers.server";
import { recordView } from "./record-view.server";
import { changedSinceSigned, obstacleOf } from "./prepared-as-it-is.server";
import { priceEndsIn, renewalView } from "./prepared-view.server";
import { BOOKING_INTENTS } from "./booking-intents.server";
import { StandingDispute } from "~/ui/office/DisputeRecord";
import { OrderedWords, StatusTag } from "~/ui/office/status-bits";
import { RecordActions } from "~/ui/office/RecordActions";
import { MoneyPanel, PapersPanel } from "~/ui/office/RecordMoney";
import { CustomerPanel, UnitsPanel } from "~/ui/office/RecordOrder";
import { PreparedChanged, PreparedObstacle } from "~/ui/office/PreparedOrder";
import { PreparedTold } from "~/ui/office/PreparedTold";
import { JobsPanel } from "~/ui/office/RecordJobs";
import { RenewPrice } from "~/ui/office/RenewPrice";
import { AlsoLooking } from "~/ui/office/AlsoLooking";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { TicketWaiver } from "~/ui/office/TicketWaiver";
import { TimelinePanel } from "~/ui/office/Timeline";
import { ErrorSummary } from "~/ui/form";
import { useSent } from "~/ui/office/use-sent";

const NOINDEX = { name: "robots", content: "noindex" };
export const meta: MetaFunction = ({ params }) => [{ title: `${params["number"]} · CRM Dashboard` }, NOINDEX];
export const handle: LiveHandle = {
  live: ({ kind, booking }, data) =>
    kind !== "presence" && booking === (data as { record: BookingRecord } | undefined)?.record.booking.id,
  endsIn: (data) => (data as { priceEndsIn: number | null } | undefined)?.priceEndsIn ?? null,
};
const missing = () => new Response("There is no booking with this number.", { status: 404 });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  const found = findBookingRecord(scope.services.db.orm, args.params["number"] ?? "");
  if (!found) throw missing();
  const record = recordView(scope, args.request, found);
  const [site, { booking }] = [scope.services.config.publicUrl, record];
  const prepared = isPrepared(scope.services.db.orm, booking);
  const renewal = prepared ? renewalView(scope.services, booking) : null;
  const obstacle = prepared ? obstacleOf(scope, booking) : null;
  return {
    record,
    showsPayments: scope.services.flags().details_payments,
    isAdmin: standing.isAdmin,
    taxRate: scope.services.settings().taxRate,
    maxTons: scope.services.settings().maxTons,
    unweighed: standing.isAdmin ? listUnweighed(scope.services.db.orm, booking.id) : [],
    offers: listOffers(scope.services, record),
    sendable: renewal || obstacle ? null : sendableAgain(booking),
    papersTo: receiptAddress(booking),
    prepared,
    renewal,
    obstacle,
    changed: prepared ? changedSinceSigned(scope, booking) : null,
    priceEndsIn: prepared ? priceEndsIn(booking, scope.services.clock.now()) : null,
    links: [
      isPayable(booking)
        ? { label: "The link to sign", url: site + paths.signAgreement(booking.signing_key) }
        : { label: "Manage the booking", url: site + paths.manage.open(booking.capability) },
    ],
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const find = () => {
    const booking = findBooking(scope.services.db.orm, { number: args.params["number"] ?? "" });
    if (!booking) throw missing();
    return booking;
  };
  return answerIntent(BOOKING_INTENTS, scope, args.request, find, (booking) =>
    crmPaths.booking(booking.booking_number),
  );
}

export default function BookingPage() {
  const view = useLoaderData<typeof loader>();
  const { record, prepared, renewal, showsPayments, offers, sendable, papersTo, links } = view;
  const refused = useSent();
  const { booking } = record;
  const states = record.units.map(({ unit }) => unit.state);
  return (
    <>
      <ErrorSummary problem={refused} />
      <header className="title">
        <h1 className="num">{booking.booking_number}</h1>
        <StatusTag status={booking.status} onHold={booking.on_hold_reason} />
        <StandingDispute dispute={record.disputed} />
        <p className="hint">
          <OrderedWords items={booking.items_summary} units={booking.total_units} states={states} />
          {record.due && " · On account"}
        </p>
        <AlsoLooking bookingId={booking.id} />
        {prepared && <Link to={crmPaths.prepared(booking.booking_number)}>Put the order right</Link>}
      </header>
      {!refused && <PreparedTold />}
      {renewal && <RenewPrice action={crmPaths.booking(booking.booking_number)} renewal={renewal} />}
      <PreparedChanged changed={view.changed} at={crmPaths.prepared(booking.booking_number)} />
      <PreparedObstacle why={view.obstacle} at={crmPaths.prepared(booking.booking_number)} />
      <div className="record three">
        <div>
          <CustomerPanel {...record} showsMoney={showsPayments} />
        </div>
        <div>
          <UnitsPanel {...record} />
          <TicketWaiver unweighed={view.unweighed} problem={refused} />
          <JobsPanel {...record} maxTons={view.maxTons} />
          <PapersPanel {...record} links={links} />
        </div>
        <div>
          <div>
            <RecordActions
              offers={offers}
              movable={record.movable}
              onHold={booking.on_hold_reason}
              notes={record.timeline.filter(({ action }) => action === "note_written").length}
              sendable={sendable}
              email={sendable === "papers" ? papersTo : booking.email}
              byText={booking.sms_consent && record.textStop === null}
              isPayable={isPayable(booking)}
              finished={booking.status === "cancelled" || booking.status === "completed"}
              permit={booking.placement === "street" ? { ...booking, wrong: record.permitWrong } : null}
              problem={refused}
            />
            {showsPayments && <MoneyPanel {...record} taxRate={view.taxRate} isAdmin={view.isAdmin} />}
          </div>
          <div>
            <TimelinePanel record={record} />
          </div>
        </div>
      </div>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
