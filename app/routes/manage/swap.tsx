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

export const meta: MetaFunction = () => [{ title: "Swap it for an empty one" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;
/** A refusal shows what is possible now. */
export const shouldRevalidate = rereadAfterRefusal;

/** An empty one comes and the full one goes: another rental period and the haul (domain.md, section 3). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBookingByLink({ scope, request: args.request }, (number) => managePaths.swap({ booking: number }));
  return data(truckView(scope, booking, "swap", new URL(args.request.url).searchParams));
}

export async function action(args: ActionFunctionArgs) {
  return answerTruck({ scope: await enter(args), request: args.request }, "swap");
}

export default function Swap() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <TruckPage page={page} problem={useProblem()} phone={facts.phone} />;
}
