import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ADDITIONAL_FIELDS, readAdditional } from "~/domain/changes/additional-rules";
import { NOT_ENOUGH, notEnoughText } from "~/domain/inventory/words";
import { customerOf } from "~/http/access/booking.server";
import { enter, type Scope } from "~/http/context.server";
import { problem, readForm, refuse } from "~/http/answers/forms.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { sizesOf } from "~/domain/pricing/types";
import { paths } from "~/paths";
import {
  findAdditionalShortage,
  offerAdditional,
  prepareAdditional,
} from "~/services/booking/additional-dumpster.server";
import { anotherUrl } from "~/services/payments/payment-page.server";
import { rereadAfterRefusal, useProblem } from "~/ui/form";
import { manageAddress } from "~/ui/manage/addresses";
import { AdditionalPage } from "~/ui/manage/AdditionalPage";
import { firstValues } from "~/ui/manage/use-additional";
import { provenBooking } from "./own-booking.server";

export const meta: MetaFunction = () => [
  { title: "Request an additional dumpster" },
  { name: "robots", content: "noindex" },
];
export const headers = privateHeaders;
/** A refusal shows the prices as they are now. */
export const shouldRevalidate = rereadAfterRefusal;

/**
 * The booking of this browser and what can be added to it. Anything else leads to the booking's page, which says why. It has
 * their address and number, as the same order once more has: who came by a link shows first that it is theirs (decision 0071).
 */
function openOffer(scope: Scope, request: Request, chosen: (field: string) => unknown) {
  const kept = ADDITIONAL_FIELDS.flatMap((field) => {
    const value = chosen(field);
    return typeof value === "string" && value !== "" ? [[field, value] as const] : [];
  });
  const booking = provenBooking({ scope, request }, "another", Object.fromEntries(kept));
  const offer = offerAdditional(scope.services, booking, scope.services.clock.now());
  if (!offer) throw redirect(manageAddress(booking.booking_number));
  return { number: booking.booking_number, booking, offer };
}

/** The choices may stand in the address: that is how the summary is brought up to date without scripts. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const { number, booking, offer } = openOffer(await enter(args), args.request, (field) => searchParams.get(field));
  const first = firstValues(offer);
  const { line, changed } = readAdditional(
    (field) => searchParams.get(field) ?? first[field],
    offer.limits,
    sizesOf(offer.config.prices),
  );
  return data({ number, offer, values: valuesOf(line), notes: changed, elsewhere: anotherUrl(booking) });
}

/**
 * Priced and checked again here. What had to be clamped is shown with its price first, never ordered unseen. Success
 * leads to where the additional dumpster is signed and then paid.
 */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { services } = scope;
  const form = await readForm(args.request);
  const { number, booking, offer } = openOffer(scope, args.request, (field) => form.get(field));
  const { line, changed } = readAdditional((field) => form.get(field), offer.limits, sizesOf(offer.config.prices));
  const values = valuesOf(line);
  if (Object.keys(changed).length > 0) return problem(refuse(values, changed));
  if (form.get("intent") === "update") return redirect(paths.manage.another(number, values), 303);

  const counted = await mayCause(scope, "additional", { target: booking.id });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  const deed = scope.deed(customerOf(booking));
  const shortage = findAdditionalShortage(services, booking, line, deed.now);
  if (shortage) return problem({ ...refuse(values, { quantity: notEnoughText(shortage) }), title: NOT_ENOUGH }, 409);
  const prepared = await prepareAdditional(services, deed, booking, [line]);
  if (!prepared.ok && prepared.byPhone) return redirect(paths.book.byPhone(), 303);
  return prepared.ok ? redirect(prepared.path, 303) : problem(refuse(values, { "": prepared.message }), 409);
}

function valuesOf(line: Record<(typeof ADDITIONAL_FIELDS)[number], string | number>): Record<string, string> {
  return Object.fromEntries(ADDITIONAL_FIELDS.map((field) => [field, String(line[field])]));
}

export default function Another() {
  const page = useLoaderData<typeof loader>();
  return <AdditionalPage {...page} problem={useProblem()} />;
}
