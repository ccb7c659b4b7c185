import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { customerOf } from "~/http/access/booking.server";
import { isProven } from "~/http/access/links.server";
import { parseForm, problem, readForm, refuse } from "~/http/answers/forms.server";
import { goToPayment } from "~/http/answers/payment-page.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { startBalanceCheckout, type BalanceCheckoutResult } from "~/services/payments/balance.server";
import { useProblem } from "~/ui/form";
import { useManageFacts } from "~/ui/manage/manage-data";
import { PayBalance } from "~/ui/manage/PayBalance";
import { bookingToPay, payView } from "./pay-view.server";

export const meta: MetaFunction = () => [{ title: "Pay for your rental" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** What a card did not pay, and the button to pay it. By the payment link, or in an opened booking. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = { scope: await enter(args), request: args.request };
  return data(await payView(visit, bookingToPay(visit)));
}

const schema = z.object({
  /** What the page showed, in cents. */
  total: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .catch(-1),
});

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const booking = bookingToPay({ scope, request: args.request });
  const parsed = parseForm(await readForm(args.request), schema);
  if (!parsed.ok) return problem(parsed);
  const counted = await mayCause(scope, "pay", { target: booking.id });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  const deed = scope.deed(customerOf(booking));
  const started = await startBalanceCheckout(
    scope.services,
    deed,
    booking,
    parsed.value.total,
    isProven(scope, args.request, booking),
  );
  if (started.ok) return goToPayment(started.url);
  // Paid meanwhile: the page says so.
  if (started.code === "already_paid")
    return redirect(`${new URL(args.request.url).pathname}${new URL(args.request.url).search}`);
  const [message, status] = REFUSED[started.code];
  return problem(refuse({}, { "": message }), status);
}

const REFUSED: Readonly<
  Record<Exclude<Extract<BalanceCheckoutResult, { ok: false }>["code"], "already_paid">, [string, number]>
> = {
  price_changed: ["It is another sum now. Look at it once more, then pay.", 409],
  payment_unreachable: [
    "We cannot reach our card partner right now. Nothing was charged. Please press the button again in a minute.",
    503,
  ],
  payment_refused: ["Our card partner did not open the payment page. Nothing was charged. Try again, or call us.", 502],
};

export default function Pay() {
  const page = useLoaderData<typeof loader>();
  return <PayBalance page={page} problem={useProblem()} phone={useManageFacts().phone} />;
}
