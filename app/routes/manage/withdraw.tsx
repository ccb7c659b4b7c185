import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { findBoughtJob, wasTakenBack, withdrawExtra } from "~/domain/changes/withdraw-extra.server";
import { formatDay } from "~/domain/kernel/days";
import { cardOfBought } from "~/domain/records/customer-refund.server";
import { shortCard } from "~/domain/payments/card-words";
import { problem, refuse } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter, type Scope } from "~/http/context.server";
import { useProblem } from "~/ui/form";
import { manageAddress } from "~/ui/manage/addresses";
import { useManageFacts } from "~/ui/manage/manage-data";
import { WithdrawPage } from "~/ui/manage/WithdrawPage";
import { provenBooking } from "./own-booking.server";
import { countChange } from "./self-service.server";

export const meta: MetaFunction = () => [{ title: "Take it back" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** The job that the address names, when it is this booking's. */
function find(scope: Scope, booking: Booking, request: Request) {
  const found = findBoughtJob(scope.services.db.orm, new URL(request.url).searchParams.get("job") ?? "");
  return found?.job.booking_id === booking.id ? found : null;
}

/** A truck that was asked for is not wanted any more: what goes back, before it does. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = provenBooking({ scope, request: args.request }, "withdraw");
  const found = find(scope, booking, args.request);
  return data({
    number: booking.booking_number,
    plan: found?.mayEnd
      ? {
          kind: found.job.kind,
          when: formatDay(found.job.day),
          back: found.back,
          isDisputed: found.isDisputed,
          card: shortCard(cardOfBought(scope.services.db.orm, found.job)),
        }
      : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const booking = provenBooking({ scope, request: args.request }, "withdraw");
  const found = find(scope, booking, args.request);
  const { db } = scope.services;
  const isDone = found?.mayEnd
    ? await countChange(scope, booking).then((deed) =>
        db.write((tx) => withdrawExtra(tx, deed, found.job.id, "customer_asked")),
      )
    : false;
  // Pressed twice, the second press finds what the first one did.
  if (isDone || (found && wasTakenBack(db.orm, found.job.id)))
    return redirect(manageAddress(booking.booking_number, "withdrawn"), 303);
  const gone = "Its truck has left, or it was taken back already. Nothing was changed now.";
  return problem(refuse({}, { "": gone }), 409);
}

export default function Withdraw() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <WithdrawPage page={page} problem={useProblem()} phone={facts.phone} />;
}
