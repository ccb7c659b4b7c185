import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCustomer } from "~/http/answers/customer-intents.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import { useProblem } from "~/ui/form";
import { PickupPage } from "~/ui/manage/PickupPage";
import { useManageFacts } from "~/ui/manage/manage-data";
import { ownBookingByLink } from "./own-booking.server";
import { PICKUP_INTENTS } from "./pickup-intents.server";
import { pickupView } from "./pickup-view.server";

export const meta: MetaFunction = () => [{ title: "Pickup" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** Ask for the pickup, with the minute from which no day is charged; or keep it after all (domain.md, section 2). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBookingByLink({ scope, request: args.request }, (number) =>
    managePaths.pickup({ booking: number }),
  );
  return data(pickupView(scope, booking, new URL(args.request.url).searchParams.get("unit") ?? ""));
}

export async function action(args: ActionFunctionArgs) {
  return answerCustomer(PICKUP_INTENTS, "request", { scope: await enter(args), request: args.request });
}

export default function Pickup() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <PickupPage page={page} problem={useProblem()} phone={facts.phone} />;
}
