import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import { rereadAfterRefusal, useProblem } from "~/ui/form";
import { useManageFacts } from "~/ui/manage/manage-data";
import { TruckPage } from "~/ui/manage/TruckPage";
import { ownBookingByLink } from "./own-booking.server";
import { answerTruck } from "./truck-action.server";
import { truckView } from "./truck-view.server";

export const meta: MetaFunction = () => [
  { title: "Empty it and bring it back" },
  { name: "robots", content: "noindex" },
];
export const headers = privateHeaders;
/** A refusal shows what is possible now. */
export const shouldRevalidate = rereadAfterRefusal;

/** It is emptied and comes back: the haul alone (domain.md, section 3). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBookingByLink({ scope, request: args.request }, (number) => managePaths.haul({ booking: number }));
  return data(truckView(scope, booking, "haul", new URL(args.request.url).searchParams));
}

export async function action(args: ActionFunctionArgs) {
  return answerTruck({ scope: await enter(args), request: args.request }, "haul");
}

export default function Haul() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <TruckPage page={page} problem={useProblem()} phone={facts.phone} />;
}
