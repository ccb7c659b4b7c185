import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayAt } from "~/domain/kernel/time.server";
import { findLead } from "~/domain/leads/leads.server";
import { orderForLead } from "~/domain/records/lead-order";
import { prefillOf } from "~/domain/records/customer-record.server";
import { findCallOrder } from "~/domain/records/calls.server";
import { enter } from "~/http/context.server";
import { answerIntent } from "~/http/answers/intents.server";
import { findSentForm } from "~/http/access/kept-form.server";
import { requireCrm } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Notice, type Values } from "~/ui/form";
import { PhoneOrderForm } from "~/ui/office/PhoneOrderForm";
import { useSent } from "~/ui/office/use-sent";
import { answersIn } from "~/ui/office/phone-order";
import { answerNewOrder, emptyOrder, NEW_BOOKING_INTENTS } from "./new-booking-intents.server";
import { answerOrder } from "./order-answers.server";
import { orderOffer } from "./phone-order.server";

export const meta: MetaFunction = () => [
  { title: "New booking · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** What an address may hand over, of a caller or of a former one. */
const PREFILL = ["firstName", "lastName", "phone", "email", "zip", "address"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const query = new URL(args.request.url).searchParams;
  const { orm } = scope.services.db;
  const lead = findLead(orm, query.get("lead") ?? "");
  const call = findCallOrder(orm, query.get("call") ?? "");
  const known = prefillOf(orm, query.get("customer") ?? call?.customerId ?? "");
  const values: Values = {
    ...emptyOrder(scope),
    ...Object.fromEntries(PREFILL.map((name) => [name, (query.get(name) ?? "").slice(0, 254)])),
    ...(lead && orderForLead(lead, dayAt(scope.services.clock.now()))),
    ...known.values,
    // Of a caller the number that they call from; and all that was typed before the line dropped.
    ...(call?.number && { phone: call.number }),
    ...call?.typed,
  };
  // Sent as the session had ended, it stands there again: the answers are to that.
  const sent = findSentForm(scope, args.request, account.id);
  const answers = answerOrder(scope.services, sent?.values ?? values);
  const again = call?.typed ? { number: call.number, dial: call.dial } : null;
  return { values, notServed: known.notServed, offer: orderOffer(scope.services), answers, again };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    NEW_BOOKING_INTENTS,
    scope,
    args.request,
    () => null,
    () => crmPaths.newBooking,
    ({ actor }, _, form) => answerNewOrder(scope, scope.deed(actor), form),
  );
}

export default function NewBookingPage() {
  const { values, notServed, offer, answers, again } = useLoaderData<typeof loader>();
  const refused = useSent();
  const wrong = refused && Object.keys(refused.fields).length > 0;
  return (
    <>
      {wrong && <ErrorSummary problem={refused} />}
      <header className="title">
        <h1>New booking</h1>
        <p className="hint">For a caller</p>
      </header>
      {again && !refused && (
        <Notice kind="warn">
          <p>
            The line dropped here. Everything typed stands below: call <a href={`tel:${again.dial}`}>{again.number}</a>{" "}
            back and go on.
          </p>
        </Notice>
      )}
      {notServed && (
        <Notice kind="bad">
          <p>
            <b>Do not serve:</b> {notServed}
          </p>
        </Notice>
      )}
      <PhoneOrderForm problem={refused} values={values} offer={offer} answers={answersIn(refused, answers)} />
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
