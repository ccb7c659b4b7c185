import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { renewAccess } from "~/domain/access/access.server";
import { mayHaveAnother } from "~/domain/changes/additional-rules";
import { findBooking } from "~/domain/booking/order/bookings.server";
import {
  listCustomerDocuments,
  listCustomerUnits,
  listMoney,
  readCustomerBooking,
} from "~/domain/records/customer.server";
import { lastCancelledWords } from "~/domain/records/status.server";
import { tidyEmail } from "~/domain/booking/draft/fields-text";
import { lookUpBooking, tidyBookingNumber } from "~/domain/booking/customer/lookup.server";
import { dayAt } from "~/domain/kernel/time.server";
import { bookingCookie, draftCookies, forgetBookingCookies } from "~/http/access/links.server";
import { customerOf, findOwnBooking } from "~/http/access/booking.server";
import { enter, type Scope } from "~/http/context.server";
import { withCookies } from "~/http/access/cookies.server";
import { parseForm, problem, readForm, refuse, type Problem } from "~/http/answers/forms.server";
import { limitLookup } from "~/http/limits/asked.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { paths } from "~/paths";
import { payUrl } from "~/services/payments/payment-page.server";
import { previewCancellation } from "~/domain/changes/cancel.server";
import { useArrival } from "~/ui/manage/use-arrival";
import { manageAddress } from "~/ui/manage/addresses";
import { BookingPage } from "~/ui/manage/BookingPage";
import { Lookup } from "~/ui/manage/Lookup";
import { useManageFacts } from "~/ui/manage/manage-data";

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
  const booking = number ? findOwnBooking(scope, args.request, number) : null;
  if (!booking)
    return data({ mode: "lookup" as const, number: number.slice(0, 40), notice: noticeOf(searchParams, number) });
  const { db, clock } = scope.services;
  const settings = scope.services.settings();
  const now = clock.now();
  const options = { refundStates: scope.services.config.flags.show_refund_state_from_cancellations };
  return data({
    mode: "booking" as const,
    booking: readCustomerBooking(db.orm, settings, booking, options),
    documents: listCustomerDocuments(db.orm, booking),
    units: listCustomerUnits(db.orm, settings, booking, now),
    money: listMoney(db.orm, booking, options),
    mayCancel: previewCancellation(db.orm, settings, booking.id, null, now).ok,
    anotherUrl: mayHaveAnother(booking, dayAt(now)) ? paths.manage.another(booking.booking_number) : null,
    done: searchParams.get("done") === "cancelled" ? lastCancelledWords(db.orm, booking) : null,
  });
}

/** The link in each email (domain.md, 4.2). */
function openByKey(scope: Scope, key: string) {
  const booking = findBooking(scope.services.db.orm, { capability: key });
  if (!booking) return redirect(`${paths.manage.lookup}?link=ended`);
  return redirect(manageAddress(booking.booking_number), {
    headers: { "Set-Cookie": bookingCookie(scope, booking.id) },
  });
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

const lookupSchema = z.object({
  bookingNumber: z.string("Enter your booking number.").trim().min(1, "Enter your booking number."),
  email: z
    .string("Enter your email address.")
    .trim()
    .min(1, "Enter your email address.")
    .transform((text, ctx) => {
      const email = tidyEmail(text);
      if (email === null) ctx.addIssue({ code: "custom", message: "Enter an email address like name@example.com." });
      return email ?? "";
    }),
});

/** The same for every failure, whatever was wrong (domain.md, 4.2). */
const NOT_FOUND = {
  bookingNumber: "We could not find a booking with that number and email address. Check both, or call us.",
  email: "Check that this is the email address you booked with.",
};

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const intent = form.get("intent");
  if (intent === "pay" || intent === "sign-out") return forOwnBooking(scope, args.request, intent);
  const typed = parseForm(form, lookupSchema);
  if (!typed.ok) return problem(typed);
  const { bookingNumber, email } = typed.value;
  const wait = await limitLookup(scope, tidyBookingNumber(bookingNumber) ?? bookingNumber);
  if (wait > 0)
    return problem(
      refuse(typed.values, { "": `Too many tries. Please wait ${minutes(wait)}, then try again, or call us.` }),
      429,
    );
  const booking = lookUpBooking(scope.services.db.orm, bookingNumber, email);
  if (!booking) return problem(refuse(typed.values, NOT_FOUND));
  return redirect(manageAddress(booking.booking_number), {
    headers: { "Set-Cookie": bookingCookie(scope, booking.id) },
  });
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "a minute" : `${count} minutes`;
}

async function forOwnBooking(scope: Scope, request: Request, intent: "pay" | "sign-out") {
  const number = new URL(request.url).searchParams.get("booking") ?? "";
  const booking = findOwnBooking(scope, request, number);
  if (!booking) return redirect(intent === "sign-out" ? `${paths.manage.lookup}?signed=here` : manageAddress(number));
  if (intent === "pay")
    return withCookies(
      redirect(payUrl(booking)),
      booking.draft_id ? draftCookies(scope, request, booking.draft_id) : [],
    );
  // Whoever shares the computer has its history: what stands there must not open the booking any more.
  await scope.services.db.write((tx) =>
    renewAccess(
      tx,
      scope.deed(customerOf(booking)),
      { bookingId: booking.id, draftId: booking.draft_id },
      "signed_out",
    ),
  );
  const left = redirect(`${paths.manage.lookup}?signed=out`, { headers: { "Clear-Site-Data": '"cache"' } });
  return withCookies(left, forgetBookingCookies(scope, booking));
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
