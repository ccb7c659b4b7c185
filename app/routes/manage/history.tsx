import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { yearOf } from "~/domain/kernel/moments";
import { listCustomerMessages, listCustomerTimeline } from "~/domain/records/customer-timeline.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { HistoryPage } from "~/ui/manage/HistoryPage";
import { useManageFacts } from "~/ui/manage/manage-data";
import { ownBooking } from "./own-booking.server";

export const meta: MetaFunction = () => [{ title: "What has happened so far" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** What happened to the booking, and the messages about it. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBooking({ scope, request: args.request });
  const { orm } = scope.services.db;
  const all = new URL(args.request.url).searchParams.get("messages") === "all";
  const thisYear = yearOf(scope.services.clock.now());
  return data({
    number: booking.booking_number,
    events: listCustomerTimeline(orm, booking, thisYear),
    ...listCustomerMessages(orm, booking, { all, thisYear }),
  });
}

export default function History() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <HistoryPage page={page} phone={facts.phone} />;
}
