import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { USUAL_PLACEMENT } from "~/domain/schedule/placement";
import { readBookIntent } from "~/domain/booking/draft/fields";
import { addDays } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { prefillOf } from "~/domain/records/customer-record.server";
import { findCallOrder } from "~/domain/records/calls.server";
import { enter, type Scope } from "~/http/context.server";
import { readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { requireCrm } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { prepareBooking } from "~/services/booking/prepare.server";
import { ErrorSummary, Notice, type Values } from "~/ui/form";
import { PhoneOrderForm } from "~/ui/office/PhoneOrderForm";
import { useSent } from "~/ui/office/use-sent";
import { answersIn } from "~/ui/office/phone-order";
import { answerOrder } from "./order-answers.server";
import { keepAsLead, orderProblem, withoutSaving } from "./phone-buttons.server";
import { orderOffer, parsePhoneOrder } from "./phone-order.server";

export const meta: MetaFunction = () => [
  { title: "New booking · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** What a lead's page may hand over in the address. */
const PREFILL = ["firstName", "lastName", "phone", "email", "zip", "address"] as const;

/**
 * The form before anything is typed: the day is the first with room after today, which leaves the caller time to sign (a
 * price ends when its delivery begins); today where no other has room.
 */
function emptyOrder({ services }: Scope): Values {
  const settings = services.settings();
  const today = dayAt(services.clock.now());
  const values = {
    projectType: "home_cleanout",
    businessType: "residential",
    deliveryTime: "anytime",
    placement: USUAL_PLACEMENT,
    rentalDays: String(settings.includedDays),
    quoteUntil: addDays(today, settings.quoteDays),
  };
  const { days } = answerOrder(services, values);
  const free = days.filter(({ offered, windows }) => offered && windows.anytime === "open");
  const preset = free.find(({ day }) => day > today) ?? free[0];
  return { ...values, deliveryDate: preset?.day ?? orderOffer(services).firstDay };
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const query = new URL(args.request.url).searchParams;
  const { orm } = scope.services.db;
  const call = findCallOrder(orm, query.get("call") ?? "");
  const known = prefillOf(orm, query.get("customer") ?? call?.customerId ?? "");
  const values: Values = {
    ...emptyOrder(scope),
    ...Object.fromEntries(PREFILL.map((name) => [name, (query.get(name) ?? "").slice(0, 254)])),
    ...known.values,
    // Of a caller the number that they call from; and all that was typed before the line dropped.
    ...(call?.number && { phone: call.number }),
    ...call?.typed,
  };
  const answers = answerOrder(scope.services, values);
  const again = call?.typed ? { number: call.number, dial: call.dial } : null;
  return { values, notServed: known.notServed, offer: orderOffer(scope.services), answers, again };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireCrm(scope, args.request);
  const { services } = scope;
  const form = await readForm(args.request);
  const values = typedValues(form);
  const shown = withoutSaving(services, values, emptyOrder(scope));
  // Nothing is wrong, and everything typed comes back with what is answered to it.
  if (shown) return orderProblem(services, refuse(shown, {}), 200);
  const deed = scope.deed(actor);
  if (form.get("intent") === "lead") {
    const lead = await keepAsLead(services, deed, values);
    return lead.ok ? redirect(crmPaths.lead(lead.id)) : orderProblem(services, lead);
  }
  const order = parsePhoneOrder(services, form);
  if (!order.ok) return orderProblem(services, order);
  const prepared = await prepareBooking(services, order.value, deed, readBookIntent(form.get("intent")));
  if (!prepared.ok)
    return orderProblem(services, {
      ...refuse(values, prepared.fields),
      ...(prepared.title && { title: prepared.title }),
    });
  return redirect(crmPaths.prepared(prepared.bookingNumber));
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
