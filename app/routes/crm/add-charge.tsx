import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { readForByHand } from "~/domain/records/billing.server";
import { crmPaths } from "~/crm-paths";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter, type Scope } from "~/http/context.server";
import { ErrorSummary } from "~/ui/form";
import { AddChargeForm } from "~/ui/office/AddChargeForm";
import { useSent } from "~/ui/office/use-sent";
import { ADD_CHARGE_INTENTS } from "./add-charge-intents.server";

export const meta: MetaFunction = () => [
  { title: "Add a charge · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

function find(scope: Scope, request: Request) {
  const number = new URL(request.url).searchParams.get("booking") ?? "";
  const booking = findBooking(scope.services.db.orm, { number });
  if (!booking) throw new Response("There is no booking with this number.", { status: 404 });
  return booking;
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  return readForByHand(scope.services.db.orm, find(scope, args.request).id);
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    ADD_CHARGE_INTENTS,
    scope,
    args.request,
    () => find(scope, args.request),
    () => crmPaths.billing(),
  );
}

export default function AddChargePage() {
  const view = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Add a charge</h1>
        <p className="hint">
          {view.name}, <Link to={crmPaths.booking(view.number, "money")}>{view.number}</Link>
        </p>
      </header>
      {view.isPaid ? (
        <AddChargeForm view={view} problem={problem} />
      ) : (
        <p className="empty">Nobody has paid this order yet, so nothing can be charged beside it.</p>
      )}
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
