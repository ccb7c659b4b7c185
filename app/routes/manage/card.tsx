import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { cardWords } from "~/domain/payments/card-words";
import { customerOf } from "~/http/access/booking.server";
import { problem, refuse } from "~/http/answers/forms.server";
import { goToPayment } from "~/http/answers/payment-page.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { startCardCheckout } from "~/services/payments/card-checkout.server";
import { CardPage } from "~/ui/manage/CardPage";
import { useProblem } from "~/ui/form";
import { useManageFacts } from "~/ui/manage/manage-data";
import { provenBooking } from "./own-booking.server";

export const meta: MetaFunction = () => [{ title: "Change the card" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** A booking that is paid and not over has later charges, which go to its card; one on account has none. */
const hasCard = ({ paid_at, status, account_days }: Booking): boolean =>
  paid_at !== null && status !== "cancelled" && account_days === null;

/** Another card for what may be charged later: kept by the card company, never by us. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = provenBooking({ scope, request: args.request }, "card");
  return data({ number: booking.booking_number, card: cardWords(booking), isPossible: hasCard(booking) });
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const booking = provenBooking({ scope, request: args.request }, "card");
  if (!hasCard(booking)) return problem(refuse({}, { "": "No card is kept for this booking." }), 409);
  const counted = await mayCause(scope, "new-card", { target: booking.id });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  const started = await startCardCheckout(scope.services, scope.deed(customerOf(booking)), booking.id);
  if (started.ok) return goToPayment(started.url);
  const away = "We cannot reach the card company at the moment. Nothing was changed. Try again in a minute.";
  return problem(
    refuse(
      {},
      { "": started.code === "payment_refused" ? "The card company did not open its page. Please call us." : away },
    ),
    503,
  );
}

export default function Card() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <CardPage page={page} problem={useProblem()} phone={facts.phone} />;
}
