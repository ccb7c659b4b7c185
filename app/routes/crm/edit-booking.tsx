import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { LIMITS } from "~/domain/booking/draft/fields";
import { editBooking, editTexts } from "~/domain/booking/office/edit.server";
import { EDITABLE, editableOf } from "~/domain/booking/office/edit";
import { findBooking, getBooking } from "~/domain/booking/order/bookings.server";
import { isPrepared } from "~/domain/records/prepared-record.server";
import { requireCrm } from "~/http/access/guards.server";
import { conflictProblem, withChosen } from "~/http/answers/conflicts.server";
import { inOrder, parseSent, problem, readForm, refuse, sentValues, shownAgain } from "~/http/answers/forms.server";
import { findOrGone } from "~/http/answers/gone.server";
import { enter, type Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { AlsoLooking } from "~/ui/office/AlsoLooking";
import { EditBookingForm } from "~/ui/office/EditBookingForm";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { useSent } from "~/ui/office/use-sent";
import { EDIT_REFUSED, editedTexts, editSchema, reachTrouble, readSeen, writeSeen } from "./edit-form.server";

export const meta: MetaFunction = ({ params }) => [
  { title: `Edit ${params["number"]} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];
export const handle: LiveHandle = {
  live: ({ kind, booking }, data) =>
    kind !== "presence" && booking === (data as { bookingId?: string } | undefined)?.bookingId,
};

/** A booking that can be edited; an order that nobody has paid is put right by its own form. */
function requireEditable({ services }: Scope, number: string) {
  const booking = findBooking(services.db.orm, { number });
  if (!booking) throw new Response("There is no booking with this number.", { status: 404 });
  if (editableOf(booking).length > 0) return booking;
  throw redirect(isPrepared(services.db.orm, booking) ? crmPaths.prepared(number) : crmPaths.booking(number));
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const booking = requireEditable(scope, args.params["number"] ?? "");
  // A name and the notes are not cut by the browser, which says nothing: what is too long comes back with words.
  const { email, gateCode } = LIMITS;
  return {
    number: booking.booking_number,
    bookingId: booking.id,
    view: {
      values: editTexts(booking),
      fields: editableOf(booking),
      seen: writeSeen(booking),
      limits: { email, gateCode },
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireCrm(scope, args.request);
  const { db } = scope.services;
  const sent = await readForm(args.request);
  const booking = await findOrGone(() => requireEditable(scope, args.params["number"] ?? ""), sent);
  const typed = shownAgain(sentValues(withChosen(sent, editTexts(booking))));
  const form = parseSent(typed, editSchema);
  const reach = reachTrouble(typed, booking.email);
  if (!form.ok) return problem(refuse(reach.values, inOrder({ ...reach.fields, ...form.fields }, EDITABLE)));
  if (Object.keys(reach.fields).length > 0) return problem(refuse(reach.values, reach.fields));
  const wish = { mine: editedTexts(form.value), seen: readSeen(typed["seen"]) };
  const done = await db.write((tx) => editBooking(tx, scope.deed(actor), booking.id, wish));
  if (done.ok) return redirect(crmPaths.booking(booking.booking_number));
  if (done.code !== "changed") {
    const { field, message } = EDIT_REFUSED[done.code];
    return problem(refuse(typed, { [field]: message }));
  }
  const now = writeSeen(getBooking(db.orm, booking.id));
  return problem(conflictProblem(typed, done.meanwhile, now, "office"), 409);
}

export default function EditBookingPage() {
  const { number, bookingId, view } = useLoaderData<typeof loader>();
  const { key } = useLocation();
  const refused = useSent() ?? null;
  const isWrong = refused && Object.keys(refused.fields).length > 0;
  return (
    <>
      {isWrong && <ErrorSummary problem={refused} />}
      <header className="title">
        <h1>
          Edit{" "}
          <Link className="num" to={crmPaths.booking(number)}>
            {number}
          </Link>
        </h1>
        <AlsoLooking bookingId={bookingId} />
        <p className="hint">
          Size, price, days and address are signed for: they are moved, cancelled or ordered anew on the record.
        </p>
      </header>
      {/* Made anew with each answer, as React keeps an input's first value, when a refusal goes, and with what others wrote. */}
      <EditBookingForm key={`${key} ${view.seen} ${isWrong}`} view={view} number={number} problem={refused} />
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
