import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { problem, parseForm, readForm, refuse } from "~/http/answers/forms.server";
import { customerOf } from "~/http/access/booking.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { chooseDay, seenDates } from "~/domain/changes/choose-day.server";
import { managePaths } from "~/manage-paths";
import { useProblem } from "~/ui/form";
import { manageAddress } from "~/ui/manage/addresses";
import { ChooseDay } from "~/ui/manage/ChooseDay";
import { useManageFacts } from "~/ui/manage/manage-data";
import { ownBooking, ownBookingByLink } from "./own-booking.server";
import { chooseSchema, chooseView, findOffer, refusedChoice } from "./reschedule-view.server";

export const meta: MetaFunction = () => [{ title: "Choose another day" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** Another day for what could not be delivered or collected, or what we moved (domain.md, 4.8 and 4.32). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const visit = { scope, request: args.request };
  const booking = ownBookingByLink(visit, (number) => managePaths.reschedule({ booking: number }));
  return data(chooseView(scope.services, booking, args.request));
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBooking({ scope, request: args.request });
  const { services } = scope;
  const parsed = parseForm(await readForm(args.request), chooseSchema);
  if (!parsed.ok) return problem(parsed);
  const counted = await mayCause(scope, "day-choice", { target: booking.id });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  const offer = findOffer(services, booking, parsed.value.unit);
  if (!offer) return problem(refuse(parsed.values, refusedChoice({ code: "not_offered" })), 409);
  const { deliveryDate: day, deliveryTime: window, seen } = parsed.value;
  const deed = scope.deed(customerOf(booking));
  const done = await services.db.write((tx) =>
    chooseDay(tx, deed, services.settings(), offer.unit.id, { day, window, seen }),
  );
  if (!done.ok)
    return problem(
      refuse(parsed.values, refusedChoice(done)),
      done.code === "changed" || done.code === "not_offered" || done.code === "on_hold" ? 409 : 400,
    );
  // Tried again at its own time there is no news for a mail.
  const isAgain = seenDates({ ...done.unit, state: offer.unit.state }) === seenDates(offer.unit);
  return redirect(manageAddress(booking.booking_number, isAgain ? "again" : "day"));
}

export default function Reschedule() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <ChooseDay page={page} problem={useProblem()} phone={facts.phone} />;
}
