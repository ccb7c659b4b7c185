import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listCustomerCharges } from "~/domain/charges/customer-view.server";
import { mayHaveAnother } from "~/domain/changes/additional-rules";
import { listDayOffers } from "~/domain/changes/choose-day.server";
import { mayCancel } from "~/domain/changes/cancel.server";
import { findBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { dayAt } from "~/domain/kernel/time.server";
import {
  listCustomerDocuments,
  listCustomerUnits,
  listMoney,
  readCustomerBooking,
} from "~/domain/records/customer.server";
import { listCustomerDownloads } from "~/domain/records/customer-downloads.server";
import { lastCancelledWords } from "~/domain/records/status.server";
import { isTruckDay, readTrucks } from "~/domain/records/truck.server";
import type { StatusSentence } from "~/domain/states/sentence";
import { findOwnBooking } from "~/http/access/booking.server";
import { answerCustomer } from "~/http/answers/customer-intents.server";
import type { Problem } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter, type Scope } from "~/http/context.server";
import { placeNow } from "~/http/live/place.server";
import { paths } from "~/paths";
import { accessView } from "./access-view.server";
import { MANAGE_INTENTS, openBooking } from "./manage-intents.server";
import { BookingPage, type ManagePage } from "~/ui/manage/BookingPage";
import { Lookup } from "~/ui/manage/Lookup";
import { useManageFacts } from "~/ui/manage/manage-data";
import { useArrival } from "~/ui/manage/use-arrival";

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) => [
  {
    title: error
      ? "Manage booking"
      : loaded?.mode === "booking"
        ? `Booking ${loaded.booking.number}`
        : "Manage your booking",
  },
  {
    name: "description",
    content:
      "See your dumpster booking, its documents and dates, or cancel it, with its number and your email address.",
  },
  { name: "robots", content: "noindex" },
];
export const headers = privateHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const key = searchParams.get("key");
  if (key !== null) return openByKey(scope, key);
  const number = searchParams.get("booking") ?? "";
  // Before anything is read: what happens from now on is heard.
  const place = placeNow(scope);
  const booking = number ? findOwnBooking(scope, args.request, number) : null;
  if (!booking)
    return data({ mode: "lookup" as const, number: number.slice(0, 40), notice: noticeOf(searchParams, number) });
  const done = doneWords(scope, booking, searchParams.get("done"));
  return data({ mode: "booking" as const, ...readPage(scope, booking, place), done });
}

/** The link in each email (domain.md, 4.2). */
function openByKey(scope: Scope, key: string) {
  const booking = findBooking(scope.services.db.orm, { capability: key });
  return booking ? openBooking(scope, booking) : redirect(`${paths.manage.lookup}?link=ended`);
}

function doneWords({ services }: Scope, booking: Booking, done: string | null): StatusSentence | null {
  if (done === "cancelled") return lastCancelledWords(services.db.orm, booking);
  return done === "day" ? { headline: "Your new day is saved", more: "" } : null;
}

function readPage({ services }: Scope, booking: Booking, place: string): Omit<ManagePage, "done"> {
  const { orm } = services.db;
  const settings = services.settings();
  const now = services.clock.now();
  const downloads = services.flags().customer_downloads ? listCustomerDownloads(orm, booking) : null;
  const options = { refundStates: services.flags().show_refund_state_from_cancellations };
  const trucks = readTrucks(orm, booking.id, now);
  return {
    booking: readCustomerBooking(orm, settings, booking, options),
    documents: listCustomerDocuments(orm, booking),
    downloads: downloads && downloads.photos.length + downloads.tickets.length > 0 ? downloads : null,
    units: listCustomerUnits(orm, booking),
    money: listMoney(orm, booking, options),
    charges: listCustomerCharges(orm, booking),
    mayCancel: mayCancel(orm, booking, listUnits(orm, booking.id), { whole: true }),
    trucks,
    follow: isTruckDay(orm, booking.id, now) ? { bookingId: booking.id, place } : null,
    // Who waits has a truck that is out.
    waits: trucks.length > 0 && accessView(services, booking).state === "waiting",
    mayChooseDay: listDayOffers(orm, booking.id).length > 0,
    anotherUrl: mayHaveAnother(booking, dayAt(now)) ? paths.manage.another(booking.booking_number) : null,
  };
}

function noticeOf(searchParams: URLSearchParams, number: string): string | null {
  if (searchParams.get("link") === "ended")
    return "That link does not work any more, or it was cut off. Look your booking up here instead.";
  if (searchParams.get("signed") === "out")
    return "You are signed out of the booking on every device, and the links in our emails so far have ended. Your booking number and email address open it again.";
  if (searchParams.get("signed") === "here")
    return "You are signed out of the booking on this device. Links in our emails still open it: to end those as well, look it up and sign out again.";
  return number ? "To protect your booking, we ask again after a while. Enter your email address to open it." : null;
}

export async function action(args: ActionFunctionArgs) {
  return answerCustomer(MANAGE_INTENTS, "lookup", { scope: await enter(args), request: args.request });
}

export default function ManageBooking() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<Problem>();
  const facts = useManageFacts();
  useArrival(page.mode === "booking" ? page.booking.number : page.mode);
  return page.mode === "booking" ? (
    <BookingPage page={page} facts={facts} />
  ) : (
    <Lookup number={page.number} notice={page.notice} problem={refused} phone={facts.phone} />
  );
}
