import { redirect } from "@remix-run/node";
import { z } from "zod";
import { renewAccess } from "~/domain/access/access.server";
import { lookUpBooking, tidyBookingNumber } from "~/domain/booking/customer/lookup.server";
import { readReach } from "~/domain/customers/contacts.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { customerOf, findOwnBooking } from "~/http/access/booking.server";
import { withCookies } from "~/http/access/cookies.server";
import { bookingCookie, draftCookies, forgetBookingCookies, isProven } from "~/http/access/links.server";
import { customerIntent, type CustomerIntents, type Visit } from "~/http/answers/customer-intents.server";
import { problem, refuse, type Problem } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { limitLookup } from "~/http/limits/asked.server";
import { paths } from "~/paths";
import { payUrl } from "~/services/payments/payment-page.server";
import { manageAddress } from "~/ui/manage/addresses";
import { bookAgain, dropChange, payChange } from "./manage-verbs.server";

/** What a customer can do on /manage-booking; whoever has not opened their booking yet looks it up. */
export const MANAGE_INTENTS = {
  lookup: customerIntent({
    may: () => null,
    schema: z.object({
      bookingNumber: z.string("Enter your booking number.").trim().min(1, "Enter your booking number."),
      email: z
        .string("Enter your email address or phone number.")
        .trim()
        .min(1, "Enter your email address or phone number.")
        .transform((text, ctx) => {
          const reach = readReach(text);
          if (reach) return reach.value;
          ctx.addIssue({
            code: "custom",
            message: "Enter an email address like name@example.com, or a phone number like (407) 555-0133.",
          });
          return z.NEVER;
        }),
    }),
    run: ({ scope }, _nobody, wanted, typed) => lookUp(scope, wanted, typed),
  }),
  pay: customerIntent({
    may: (visit) => ownBooking(visit, manageAddress(numberOf(visit))),
    schema: z.object({}),
    run: ({ scope, request }, booking) =>
      withCookies(
        redirect(payUrl(booking, scope.services.clock.now())),
        booking.draft_id ? draftCookies(scope, request, booking.draft_id) : [],
      ),
  }),
  /** On to the payment page of what was begun to be bought: the same page while it is open. */
  "pay-change": customerIntent({
    may: (visit) => ownBooking(visit, manageAddress(numberOf(visit))),
    schema: z.object({ change: z.string().max(64).catch("") }),
    run: (visit, booking, { change }) => payChange(visit, booking, change),
  }),
  /** What was begun to be bought is not wanted any more. */
  "drop-change": customerIntent({
    may: (visit) => ownBooking(visit, manageAddress(numberOf(visit))),
    schema: z.object({ change: z.string().max(64).catch("") }),
    run: (visit, booking, { change }) => dropChange(visit, booking, change),
  }),
  /** A new order with what this one had; whoever came by a link shows first that it is theirs: it has their address. */
  again: customerIntent({
    may: (visit) => ownBooking(visit, manageAddress(numberOf(visit))),
    schema: z.object({}),
    run: (visit, booking) => bookAgain(visit, booking),
  }),
  "sign-out": customerIntent({
    may: (visit) => ownBooking(visit, `${paths.manage.lookup}?signed=here`),
    schema: z.object({}),
    run: (visit, booking) => signOut(visit, booking),
  }),
} as const satisfies CustomerIntents;

function numberOf({ request }: Visit): string {
  return new URL(request.url).searchParams.get("booking") ?? "";
}

/** The booking that this browser has opened; throws the redirect for everybody else, whether or not it exists. */
function ownBooking(visit: Visit, otherwise: string): Booking {
  const booking = findOwnBooking(visit.scope, visit.request, numberOf(visit));
  if (!booking) throw redirect(otherwise);
  return booking;
}

/** The same for every failure, whatever was wrong (domain.md, 4.2). */
const NOT_FOUND = {
  bookingNumber: "We could not find a booking with that number and email address or phone. Check both, or call us.",
  email: "Check that this is the email address or phone number you booked with.",
};

async function lookUp(scope: Scope, wanted: { bookingNumber: string; email: string }, typed: Problem["values"]) {
  const { bookingNumber, email } = wanted;
  const wait = await limitLookup(scope, tidyBookingNumber(bookingNumber) ?? bookingNumber);
  if (wait > 0)
    return problem(
      refuse(typed, { "": `Too many tries. Please wait ${minutes(wait)}, then try again, or call us.` }),
      429,
    );
  const booking = lookUpBooking(scope.services.db.orm, bookingNumber, email);
  if (!booking) return problem(refuse(typed, NOT_FOUND));
  return redirect(manageAddress(booking.booking_number), {
    headers: { "Set-Cookie": bookingCookie(scope, booking.id, "proof") },
  });
}

/**
 * Whoever shares the computer has its history: what stands there must not open the booking any more. A link may have been
 * forwarded: it ends nothing of the owner's (decision 0071), only what this browser keeps.
 */
async function signOut({ scope, request }: Visit, booking: Booking): Promise<Response> {
  const leave = (how: "here" | "out") =>
    redirect(`${paths.manage.lookup}?signed=${how}`, { headers: { "Clear-Site-Data": '"cache"' } });
  if (!isProven(scope, request, booking)) return withCookies(leave("here"), forgetBookingCookies(scope, booking));
  const opened = { bookingId: booking.id, draftId: booking.draft_id };
  const deed = scope.deed(customerOf(booking));
  await scope.services.db.write((tx) => renewAccess(tx, deed, opened, "signed_out"));
  return withCookies(leave("out"), forgetBookingCookies(scope, booking));
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "a minute" : `${count} minutes`;
}
