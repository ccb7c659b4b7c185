import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { whoOrdered } from "~/domain/customers/who-ordered.server";
import { checkSent } from "~/domain/kernel/sent";
import { listGivable, planGiveBack } from "~/domain/payments/give-back.server";
import { findSurplus } from "~/domain/payments/surplus.server";
import { listExcess } from "~/domain/payments/taken-by-bank.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { methodWords } from "~/domain/payments/methods";
import { chargeName } from "~/domain/states/labels";
import { requireAdmin } from "~/http/access/guards.server";
import { refuse, sentValues } from "~/http/answers/forms.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter, type Scope } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { GiveBackForm, GiveBackReview, LetOffForm } from "~/ui/office/GiveBackForm";
import { useSent } from "~/ui/office/use-sent";
import { GIVE_BACK_FORM, GIVE_BACK_INTENTS, giveBackWords } from "./money-intents.server";

export const meta: MetaFunction = ({ params }) => [
  { title: `Give money back · ${params["number"]} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];

function find({ services }: Scope, number: string | undefined) {
  const booking = findBooking(services.db.orm, { number: number ?? "" });
  if (!booking) throw new Response("There is no booking with this number.", { status: 404 });
  return booking;
}

/** What it would do stands in the address with what was typed: no money moves before somebody has seen it. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const { orm } = scope.services.db;
  const booking = find(scope, args.params["number"]);
  const sent = sentValues(new URL(args.request.url).searchParams);
  const asked = "amount" in sent ? checkSent(sent, GIVE_BACK_FORM) : null;
  const plan = asked?.ok ? planGiveBack(orm, booking.id, { ...asked.value, chargeId: asked.value.charge }) : null;
  const refused = plan && !plan.ok ? giveBackWords(plan, asked?.ok === true && asked.value.charge === null) : null;
  return {
    number: booking.booking_number,
    name: whoOrdered(orm, booking),
    surplus: findSurplus(orm, booking.id).cents,
    excess: listExcess(orm, booking.id).reduce((sum, { open }) => sum + open, 0),
    byCard: readLedger(orm, booking.id).payments.some(({ method }) => method === "card"),
    charges: listGivable(orm, booking.id).map(({ charge, left }) => ({
      id: charge.id,
      words: chargeName(charge.kind, charge.description),
      left,
    })),
    values: Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, String(value)])),
    problem:
      asked && !asked.ok
        ? refuse(sent, asked.fields)
        : refused
          ? refuse(sent, { [refused.field]: refused.message })
          : null,
    review:
      asked?.ok && plan?.ok
        ? {
            amount: asked.value.amount,
            reason: asked.value.reason,
            charge: plan.charge && chargeName(plan.charge.kind, plan.charge.description),
            left: plan.left,
            forgiven: plan.forgiven,
            parts: plan.parts.map(({ payment, amount, method }) => ({
              amount,
              method,
              words: methodWords(payment),
              at: payment.paid_at,
            })),
          }
        : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    GIVE_BACK_INTENTS,
    scope,
    args.request,
    () => find(scope, args.params["number"]),
    ({ booking_number }) => crmPaths.giveBack(booking_number),
  );
}

export default function GiveBackPage() {
  const page = useLoaderData<typeof loader>();
  const problem = useSent() ?? page.problem;
  const { number, name, charges, surplus, excess, review } = page;
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Give money back to {name}</h1>
        <p className="hint">
          Outside the rules of cancelling, by an admin and with a reason.{" "}
          <Link to={crmPaths.booking(number, "money")}>Back to {number}</Link>
        </p>
      </header>
      {excess > 0 && <LetOffForm excess={excess} problem={problem} />}
      {charges.length === 0 && surplus === 0 ? (
        <p className="empty">Nothing of this booking can be given back.</p>
      ) : review ? (
        <GiveBackReview {...page} review={review} />
      ) : (
        <GiveBackForm {...page} problem={problem ?? undefined} />
      )}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
