import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCustomer } from "~/http/answers/customer-intents.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { placeNow } from "~/http/live/place.server";
import { livePaths } from "~/live-paths";
import { managePaths } from "~/manage-paths";
import { AccessAnswer } from "~/ui/manage/AccessAnswer";
import { FollowBooking } from "~/ui/manage/FollowBooking";
import { useProblem } from "~/ui/form";
import { useManageFacts } from "~/ui/manage/manage-data";
import { ACCESS_INTENTS } from "./access-intents.server";
import { accessView } from "./access-view.server";
import { ownBookingByLink } from "./own-booking.server";

export const meta: MetaFunction = () => [{ title: "Answer our driver" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** A driver stands there and cannot get in: what the customer does about it (domain.md, 4.8). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const visit = { scope, request: args.request };
  const place = placeNow(scope);
  const booking = ownBookingByLink(visit, (number) => managePaths.access({ booking: number }));
  const page = accessView(scope.services, booking);
  return data({ page, bookingId: booking.id, address: livePaths.topics([`booking:${booking.id}`], place) });
}

export async function action(args: ActionFunctionArgs) {
  return answerCustomer(ACCESS_INTENTS, "clearing", { scope: await enter(args), request: args.request });
}

export default function Access() {
  const { page, bookingId, address } = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return (
    <>
      <AccessAnswer page={page} problem={useProblem()} phone={facts.phone} />
      {page.state === "waiting" && <FollowBooking bookingId={bookingId} address={address} />}
    </>
  );
}
