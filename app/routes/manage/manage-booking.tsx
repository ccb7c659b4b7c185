import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Orm } from "#db/client.server";
import { listUnpaid } from "~/domain/charges/charges.server";
import { listCustomerCharges, readBalance } from "~/domain/charges/customer-view.server";
import { findBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { formatDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { listOnAccount } from "~/domain/payments/account-due.server";
import { duesWords } from "~/domain/payments/account-words";
import { listBoughtPapers } from "~/domain/documents/papers.server";
import { listCustomerDocuments, listMoney, readCustomerBooking } from "~/domain/records/customer.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { listCustomerDownloads } from "~/domain/records/customer-downloads.server";
import { statusAsked } from "~/domain/records/status.server";
import { isTruckDay, readTrucks } from "~/domain/records/truck.server";
import { findOwnBooking } from "~/http/access/booking.server";
import { isProven, linkCookie } from "~/http/access/links.server";
import { answerCustomer } from "~/http/answers/customer-intents.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter, type Scope } from "~/http/context.server";
import { placeNow } from "~/http/live/place.server";
import { livePaths } from "~/live-paths";
import { paths } from "~/paths";
import { accessView } from "./access-view.server";
import { formerView } from "./former-view.server";
import { MANAGE_INTENTS } from "./manage-intents.server";
import { doneWords, isOtherDay, noticeOf } from "./page-words.server";
import { actsOf } from "./page-acts.server";
import { unitsView } from "./units-view.server";
import { BookingPage, type ManagePage } from "~/ui/manage/BookingPage";
import { manageAddress } from "~/ui/manage/addresses";
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
  if (key !== null) return openByKey(scope, args.request, key);
  const number = searchParams.get("booking") ?? "";
  // Before anything is read: what happens from now on is heard.
  const place = placeNow(scope);
  const booking = number ? findOwnBooking(scope, args.request, number) : null;
  if (!booking)
    return data({ mode: "lookup" as const, number: number.slice(0, 40), notice: noticeOf(searchParams, number) });
  const done = doneWords(scope, booking, searchParams.get("done"));
  const former = isOtherDay(done) ? formerView(scope.services, booking) : null;
  return data({
    mode: "booking" as const,
    ...readPage(scope, booking, place),
    done,
    former,
    isProven: isProven(scope, args.request, booking),
  });
}

/** The link in each email (domain.md, 4.2). */
function openByKey(scope: Scope, request: Request, key: string) {
  const booking = findBooking(scope.services.db.orm, { capability: key });
  if (!booking) return redirect(`${paths.manage.lookup}?link=ended`);
  return redirect(manageAddress(booking.booking_number), {
    headers: { "Set-Cookie": linkCookie(scope, request, booking) },
  });
}

function readPage(
  { services }: Scope,
  booking: Booking,
  place: string,
): Omit<ManagePage, "done" | "former" | "isProven"> {
  const { orm } = services.db;
  // What it includes and costs is what was signed, whatever that is for others since.
  const settings = settingsAsSigned(orm, booking.id, services.settings());
  const now = services.clock.now();
  const downloads = services.flags().customer_downloads ? listCustomerDownloads(orm, booking) : null;
  const options = { ...statusAsked(services.flags(), now), leadsOn: true };
  const trucks = readTrucks(orm, booking.id, now);
  return {
    booking: readCustomerBooking(orm, settings, booking, options),
    documents: listCustomerDocuments(orm, booking),
    papers: listBoughtPapers(orm, booking.id, 6),
    downloads: downloads && downloads.photos.length + downloads.tickets.length > 0 ? downloads : null,
    units: unitsView(services, booking, settings),
    owed: owedWords(orm, booking),
    account: accountWords(orm, booking),
    money: listMoney(orm, booking, options),
    charges: listCustomerCharges(orm, booking),
    trucks,
    follow: isTruckDay(orm, booking.id, now)
      ? { bookingId: booking.id, address: livePaths.topics([`booking:${booking.id}`], place) }
      : null,
    // Who waits has a truck that is out.
    waits: trucks.length > 0 && accessView(services, booking).state === "waiting",
    ...actsOf(services, booking),
  };
}

/** "$81.00", of what a card did not pay; null where that is nothing. */
function owedWords(orm: Orm, { id }: Booking): string | null {
  const { total, said } = readBalance(listUnpaid(orm, id));
  return total > 0 ? said : null;
}

/** What is on their account, and until when they pay each part of it; null where nothing is. */
function accountWords(orm: Orm, booking: Booking): string | null {
  const open = listOnAccount(orm, booking);
  const [first, ...more] = open;
  if (!first) return null;
  const all = `${formatCents(open.reduce((sum, { cents }) => sum + cents, 0))} is on your account`;
  return more.length > 0
    ? `${all}: ${duesWords(open)}.`
    : `${all}, to be paid by ${formatDay(first.day, { year: true })}.`;
}

export async function action(args: ActionFunctionArgs) {
  return answerCustomer(MANAGE_INTENTS, "lookup", { scope: await enter(args), request: args.request });
}

export default function ManageBooking() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  useArrival(page.mode === "booking" ? page.booking.number : page.mode);
  return page.mode === "booking" ? (
    <BookingPage page={page} facts={facts} />
  ) : (
    <Lookup number={page.number} notice={page.notice} phone={facts.phone} />
  );
}
