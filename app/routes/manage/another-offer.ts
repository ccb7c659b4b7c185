import type { LoaderFunctionArgs } from "@remix-run/node";
import { findOwnBooking } from "~/http/access/booking.server";
import { isProven } from "~/http/access/links.server";
import { enter } from "~/http/context.server";
import { json, jsonError } from "~/http/answers/json.server";
import { offerAdditional } from "~/services/booking/additional-dumpster.server";

/** What the dialog is priced by, asked for when it opens: the payment page need not carry it, and it is never stale. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = findOwnBooking(scope, args.request, new URL(args.request.url).searchParams.get("booking") ?? "");
  // Who came by a link is led to the page, which asks whether it is theirs.
  const isTheirs = booking && isProven(scope, args.request, booking);
  const offer = isTheirs && offerAdditional(scope.services, booking, scope.services.clock.now());
  return offer
    ? json(offer)
    : jsonError(404, { code: "not_found", message: "There is no such booking, or nothing can be added to it." });
}
