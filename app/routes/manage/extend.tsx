import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { parseForm, problem, readForm, refuse } from "~/http/answers/forms.server";
import { managePaths } from "~/manage-paths";
import { useProblem } from "~/ui/form";
import { ExtendPage } from "~/ui/manage/ExtendPage";
import { useManageFacts } from "~/ui/manage/manage-data";
import { extendSchema, extendView, findStay } from "./extend-view.server";
import { ownBooking, ownBookingByLink } from "./own-booking.server";
import { buy } from "./self-service.server";

export const meta: MetaFunction = () => [{ title: "Keep it longer" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** A later pickup: its price stands on the page with the day that was chosen, before anything is bought. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBookingByLink({ scope, request: args.request }, (number) =>
    managePaths.extend({ booking: number }),
  );
  return data(extendView(scope, booking, new URL(args.request.url).searchParams));
}

/** Without the price that was seen it only shows it; with it the days are held and paid, or done where they cost nothing. */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBooking({ scope, request: args.request });
  const parsed = parseForm(await readForm(args.request), extendSchema);
  if (!parsed.ok) return problem(parsed);
  const { unit: wanted, pickupDate, total } = parsed.value;
  const found = findStay(scope, booking, wanted, pickupDate);
  if (!found.ok) return problem(refuse(parsed.values, found.fields), found.status);
  const { unit, days } = found;
  if (total === null)
    return redirect(managePaths.extend({ booking: booking.booking_number, unit: unit.id, pickupDate }), 303);
  const asked = { kind: "extension", days } as const;
  return buy(
    { scope, request: args.request },
    booking,
    { unitId: unit.id, asked, shown: total },
    { typed: parsed.values, dayField: "pickupDate" },
  );
}

export default function Extend() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <ExtendPage page={page} problem={useProblem()} phone={facts.phone} />;
}
