import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cancelBooking, previewCancellation } from "~/domain/booking/cancel.server";
import { findBookingRecord, type BookingRecord } from "~/domain/booking/crm-read.server";
import { findBooking } from "~/domain/booking/bookings.server";
import { setOnHold } from "~/domain/booking/on-hold.server";
import type { Id } from "~/domain/kernel/ids.server";
import { enter, type Scope } from "~/http/context.server";
import { problem, readForm, refuse, typedValues } from "~/http/forms.server";
import { requireCrm } from "~/http/guards.server";
import { paths } from "~/paths";
import { isPayable, releaseCheckout } from "~/services/checkout.server";
import { StatusTag, Panel } from "~/ui/office/bits";
import { RecordActions, type CancelOffer } from "~/ui/office/RecordActions";
import { MoneyPanel, PapersPanel } from "~/ui/office/RecordMoney";
import { CustomerPanel, UnitsPanel } from "~/ui/office/RecordOrder";
import { Timeline } from "~/ui/office/Timeline";
import { ErrorSummary } from "~/ui/form";

export const meta: MetaFunction = ({ params }) => [{ title: `${params["number"]} · CRM Dashboard` }, { name: "robots", content: "noindex" }];
const missing = () => new Response("There is no booking with this number.", { status: 404 });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const record = findBookingRecord(scope.services.db.orm, args.params["number"] ?? "");
  if (!record) throw missing();
  const site = scope.services.config.publicUrl;
  const { booking } = record;
  return {
    record, offers: listOffers(scope, record),
    links: [
      { label: "Sign and pay", url: site + paths.signAgreement(booking.signing_key), open: isPayable(booking) },
      { label: "Manage the booking", url: site + paths.manage.open(booking.capability), open: !isPayable(booking) },
    ].filter((link) => link.open),
  };
}

function listOffers(scope: Scope, { booking, units }: BookingRecord): CancelOffer[] {
  const preview = (unitId: Id<"unit"> | null) => previewCancellation(scope.services.db.orm, scope.services.settings(), booking.id, unitId, scope.services.clock.now(), "staff");
  const whole = preview(null);
  const offers: CancelOffer[] = whole.ok && booking.status !== "cancelled" ? [{ unitId: null, label: "Cancel the booking", percent: whole.percent, fee: whole.fee, refund: whole.refund }] : [];
  if (units.length < 2) return offers;
  for (const { unit } of units) {
    const one = unit.state === "cancelled" ? null : preview(unit.id);
    if (one?.ok && one.units.length > 0) offers.push({ unitId: unit.id, label: `Cancel unit ${unit.unit_number}`, percent: one.percent, fee: one.fee, refund: one.refund });
  }
  return offers;
}

const REFUSED = {
  too_late: "A truck is already on its way, so this cannot be cancelled any more.",
  nothing_to_cancel: "There is nothing left to cancel.",
  changed: "The fee has changed since the page was opened. Look at it again, then confirm.",
  no_reason: "Say why, so that the others know.",
  finished: "A finished booking cannot be put on hold.",
} as const;

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireCrm(scope, args.request);
  const { db } = scope.services;
  const booking = findBooking(db.orm, { number: args.params["number"] ?? "" });
  if (!booking) throw missing();
  const form = await readForm(args.request);
  const say = (field: string, message: string) => problem(refuse(typedValues(form), { [field]: message }));
  const intent = form.get("intent");
  if (intent === "hold" || intent === "release") {
    const reason = intent === "hold" ? String(form.get("holdReason") ?? "") : null;
    const done = await db.write((tx) => setOnHold(tx, scope.deed(actor), booking.id, reason));
    if (!done.ok) return say("holdReason", REFUSED[done.code]);
  } else if (intent === "cancel") {
    const why = String(form.get("why") ?? "").trim().slice(0, 200);
    if (!why) return say("", REFUSED.no_reason);
    const ended = await releaseCheckout(scope.services, scope.deed(actor), booking.id);
    if (ended === "unreachable") return say("", "The card company cannot be reached, so an open checkout cannot be ended. Try again in a minute.");
    if (ended === "paid") return say("", "The customer has paid this very moment. Look at the booking again.");
    const unitId = (String(form.get("unitId") ?? "") || null) as Id<"unit"> | null;
    const fee = Number(form.get("expectedFee"));
    const done = await db.write((tx) => cancelBooking(tx, scope.deed(actor), scope.services.settings(), booking.id, unitId, fee, why));
    if (!done.ok) return say("", REFUSED[done.code]);
  } else return say("", "Choose what to do.");
  return redirect(paths.crm.booking(booking.booking_number));
}

export default function BookingPage() {
  const { record, offers, links } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { booking } = record;
  return (
    <>
      <ErrorSummary problem={refused} />
      <header className="title">
        <h1 className="num">{booking.booking_number}</h1>
        <StatusTag status={booking.status} onHold={booking.on_hold_reason} />
        <p className="hint">{booking.items_summary}</p>
      </header>
      <div className="record">
        <div>
          <CustomerPanel booking={booking} customer={record.customer} />
          <UnitsPanel {...record} />
          <PapersPanel {...record} links={links} />
        </div>
        <div>
          <RecordActions offers={offers} onHold={booking.on_hold_reason} finished={booking.status === "cancelled" || booking.status === "completed"} problem={refused} />
          <MoneyPanel {...record} />
          <Panel title="Timeline" id="timeline"><Timeline entries={record.timeline} /></Panel>
        </div>
      </div>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
