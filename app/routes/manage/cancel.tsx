import { isOnClosedDay } from "~/domain/booking/order/closed-day.server";
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { mayCancel, offAccount, previewCancellation } from "~/domain/changes/cancel.server";
import { firstOfSeveral, floorsOf } from "~/domain/changes/cancel-window.server";
import { withSign } from "~/domain/kernel/text";
import { materialLabel } from "~/domain/pricing/materials";
import { deliveryHours } from "~/domain/schedule/rules";
import { formatDay } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, formatTime, type Instant } from "~/domain/kernel/time.server";
import type { Orm } from "#db/client.server";
import { listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { plainWhole } from "~/domain/kernel/whole";
import { customerOf } from "~/http/access/booking.server";
import { enter, type Scope } from "~/http/context.server";
import { problem, readForm, refuse } from "~/http/answers/forms.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { cancelOrder } from "~/services/booking/cancel.server";
import { useProblem } from "~/ui/form";
import { manageAddress } from "~/ui/manage/addresses";
import { CANCEL_REFUSED, CancelPage, type CancelRefusalCode } from "~/ui/manage/CancelPage";
import { useManageFacts } from "~/ui/manage/manage-data";
import { ownBooking, provenBooking } from "./own-booking.server";

export const meta: MetaFunction = () => [{ title: "Cancel your booking" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

function readAddress(request: Request): { number: string; unitId: Id<"unit"> | null } {
  const { searchParams } = new URL(request.url);
  return { number: searchParams.get("booking") ?? "", unitId: (searchParams.get("unit") || null) as Id<"unit"> | null };
}

const labelOf = ({ size_yards, material_category }: Unit) =>
  `${size_yards}-yard dumpster, ${materialLabel(material_category)}`;

function firstOf(units: readonly Unit[]): string | null {
  const first = firstOfSeveral(units);
  return first && `${formatDay(first.delivery_date)}, ${deliveryHours(first.delivery_window)}`;
}

/** What nobody has paid for is given up by whoever opened it; what is paid takes more than a link (decision 0071). */
function openedFor(scope: Scope, request: Request): Booking {
  const booking = ownBooking({ scope, request });
  return booking.paid_at === null ? booking : provenBooking({ scope, request }, "cancel");
}

/** Fee and refund as they are now, before anything happens. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { number, unitId } = readAddress(args.request);
  const booking = openedFor(scope, args.request);
  const { db, clock } = scope.services;
  const settings = scope.services.settings();
  const preview = previewCancellation(db.orm, settings, booking.id, unitId, clock.now());
  const all = listUnits(db.orm, booking.id);
  if (!preview.ok) return data({ number, refused: refusalFor(db.orm, booking, all, unitId, preview.code), plan: null });
  const { percent, paid, fee, refund, deadlines } = preview;
  const isRest = unitId === null && preview.units.length > 0 && preview.units.length < all.length;
  const { latePercent, lastPercent } = settingsAsSigned(db.orm, booking.id, settings).cancellation;
  return data({
    number,
    refused: null,
    plan: {
      what: unitId || isRest ? preview.units.map(labelOf).join(", ") : withSign(booking.items_summary),
      isRest,
      isUnit: unitId !== null,
      isPaid: booking.paid_at !== null,
      offAccount: offAccount(booking, preview),
      isMoved: preview.units.length > 0 && preview.units.every(({ closure_id }) => closure_id !== null),
      isClosed: preview.units.length > 0 && preview.units.every((unit) => isOnClosedDay(db.orm, unit, clock.now())),
      isPartlyMoved: preview.units.some(({ closure_id }) => closure_id !== null),
      percent,
      trip: preview.trip,
      paid,
      fee,
      refund,
      by: preview.by,
      waits: preview.waits,
      already: preview.already,
      first: firstOf(preview.units),
      floors: floorsOf(preview.units),
      freeUntil: moment(deadlines.freeUntil),
      lateUntil: moment(deadlines.lateUntil),
      latePercent,
      lastPercent,
    },
  });
}

/** Why it is too late, so that who reads it knows what can still be done. */
function refusalFor(
  orm: Orm,
  booking: Booking,
  units: readonly Unit[],
  unitId: Id<"unit"> | null,
  code: "too_late" | "nothing_to_cancel",
) {
  if (code !== "too_late") return code;
  const asked = units.filter(({ id }) => unitId === null || id === unitId);
  if (unitId === null && units.some((unit) => mayCancel(orm, booking, [unit], { whole: false })))
    return "partly" as const;
  return asked.some(({ state }) => state === "delivery_failed") ? ("visited" as const) : code;
}

/** "Tuesday, December 1, 8:00 am", in New York. */
function moment(at: Instant): string {
  return `${formatDay(dayAt(at))}, ${formatTime(at)}`;
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { number, unitId } = readAddress(args.request);
  const booking = openedFor(scope, args.request);
  const counted = await mayCause(scope, "cancel", { target: booking.id });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  const form = await readForm(args.request);
  const [fee, refund] = [plainWhole(form.get("fee")), plainWhole(form.get("refund"))];
  if (fee === null || refund === null) return refused("changed", 400);

  const wish = { unitId, fee, refund };
  const done = await cancelOrder(scope.services, scope.deed(customerOf(booking)), booking, wish);
  if (done.ok) return redirect(manageAddress(number, "cancelled"));
  if (done.code === "unreachable") return refused(done.code, 503);
  if (done.code !== "too_late") return refused(done.code === "paid" ? "changed" : done.code, 409);
  const { orm } = scope.services.db;
  return refused(refusalFor(orm, booking, listUnits(orm, booking.id), unitId, done.code), 409);
}

function refused(code: CancelRefusalCode, status: number) {
  return problem(refuse({}, { "": CANCEL_REFUSED[code] }), status);
}

export default function Cancel() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return (
    <CancelPage
      number={page.number}
      refused={page.refused}
      plan={page.plan}
      problem={useProblem()}
      phone={facts.phone}
    />
  );
}
