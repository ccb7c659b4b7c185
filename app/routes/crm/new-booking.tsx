import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { USUAL_PLACEMENT } from "~/domain/schedule/placement";
import { firstDeliveryDay, lastDeliveryDay } from "~/domain/schedule/rules";
import { readBookIntent } from "~/domain/booking/draft/fields";
import { scheduleContext } from "~/domain/booking/order/open-days.server";
import { prefillOf } from "~/domain/records/customer-record.server";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { sizesOf } from "~/domain/pricing/types";
import { enter } from "~/http/context.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { requireCrm } from "~/http/access/guards.server";
import { paths } from "~/paths";
import { prepareBooking } from "~/services/booking/prepare.server";
import { ErrorSummary, Notice, type Values } from "~/ui/form";
import { PhoneOrderForm } from "~/ui/office/PhoneOrderForm";
import { listPlaces, parsePhoneOrder } from "./phone-order.server";

export const meta: MetaFunction = () => [
  { title: "New booking · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** What a lead's page may hand over in the address. */
const PREFILL = ["firstName", "lastName", "phone", "email", "zip", "address"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const settings = scope.services.settings();
  const context = scheduleContext(settings, scope.services.clock.now());
  const query = new URL(args.request.url).searchParams;
  const firstDay = firstDeliveryDay(context);
  const known = prefillOf(orm, query.get("customer") ?? "");
  const values: Values = {
    projectType: "home_cleanout",
    businessType: "residential",
    deliveryTime: "anytime",
    placement: USUAL_PLACEMENT,
    rentalDays: String(settings.includedDays),
    deliveryDate: firstDay,
    ...Object.fromEntries(PREFILL.map((name) => [name, (query.get(name) ?? "").slice(0, 254)])),
    ...known.values,
  };
  return {
    values,
    notServed: known.notServed,
    firstDay,
    lastDay: lastDeliveryDay(context),
    config: readPricingConfig(orm, settings),
    places: listPlaces(orm),
    tons: { included: settings.includedTons, most: settings.maxTons },
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireCrm(scope, args.request);
  const form = await readForm(args.request);
  const values = typedValues(form);
  // Only the price anew: nothing is wrong, everything typed comes back.
  if (form.get("intent") === "update") return problem(refuse(values, {}), 200);
  const order = parsePhoneOrder(scope.services.db.orm, form, sizesOf(scope.services.catalogue().prices));
  if (!order.ok) return problem(order);
  const pressed = readBookIntent(form.get("intent"));
  const prepared = await prepareBooking(scope.services, order.value, scope.deed(actor), pressed);
  if (!prepared.ok)
    return problem({ ...refuse(values, prepared.fields), ...(prepared.title && { title: prepared.title }) });
  return redirect(`${paths.crm.booking(prepared.bookingNumber)}#papers`);
}

export default function NewBookingPage() {
  const { values, notServed, ...rest } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const wrong = refused && Object.keys(refused.fields).length > 0;
  return (
    <>
      {wrong && <ErrorSummary problem={refused} />}
      <header className="title">
        <h1>New booking</h1>
        <p className="hint">For a caller</p>
      </header>
      {notServed && (
        <Notice kind="bad">
          <p>
            <b>Do not serve:</b> {notServed}
          </p>
        </Notice>
      )}
      <PhoneOrderForm problem={refused} values={values} {...rest} />
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
