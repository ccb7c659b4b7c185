import { redirect } from "@remix-run/node";
import { sameAgain } from "~/domain/booking/customer/same-again.server";
import { startDraft } from "~/domain/booking/draft/drafts.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listChanges, type AnyChange } from "~/domain/changes/changes.server";
import { withCookies } from "~/http/access/cookies.server";
import { draftCookies, isProven } from "~/http/access/links.server";
import type { Visit } from "~/http/answers/customer-intents.server";
import { goToPayment } from "~/http/answers/payment-page.server";
import { mayCause, tooMany } from "~/http/limits/limits.server";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import { isOfOtherDays, startChangeCheckout, withdrawOwnChange } from "~/services/payments/change-checkout.server";
import { manageAddress } from "~/ui/manage/addresses";
import { countChange } from "./self-service.server";

/** What this booking's customer is buying now, by its id from a form; null for any other. */
function findOwnChange({ scope }: Visit, booking: Booking, id: string): AnyChange | null {
  const mine = listChanges(scope.services.db.orm, booking.id).filter(({ unit_id }) => unit_id !== null);
  return mine.find((one) => one.id === id && one.state === "priced") ?? null;
}

export async function payChange(visit: Visit, booking: Booking, id: string) {
  const { scope, request } = visit;
  const back = manageAddress(booking.booking_number);
  const change = findOwnChange(visit, booking, id);
  if (!change) return redirect(manageAddress(booking.booking_number, "over"), 303);
  const deed = await countChange(scope, booking);
  if (isOfOtherDays(scope.services.db.orm, change.id)) {
    const gone = await withdrawOwnChange(scope.services, deed, change.id);
    const done = { withdrawn: "moved", paid: "change", unreachable: "away" } as const;
    return redirect(manageAddress(booking.booking_number, done[gone]), 303);
  }
  const cancelUrl = `${scope.services.config.publicUrl}${back}`;
  const started = await startChangeCheckout(scope.services, deed, change.id, {
    cancelUrl,
    isOwner: isProven(scope, request, booking),
  });
  if (started.ok) return goToPayment(started.url);
  return redirect(manageAddress(booking.booking_number, started.code === "payment_unreachable" ? "away" : "over"), 303);
}

export async function dropChange(visit: Visit, booking: Booking, id: string) {
  const { scope } = visit;
  const change = findOwnChange(visit, booking, id);
  if (!change) return redirect(manageAddress(booking.booking_number, "over"), 303);
  const deed = await countChange(scope, booking);
  const gone = await withdrawOwnChange(scope.services, deed, change.id);
  const done = { withdrawn: "dropped", paid: "change", unreachable: "away" } as const;
  return redirect(manageAddress(booking.booking_number, done[gone]), 303);
}

export async function bookAgain({ scope, request }: Visit, booking: Booking) {
  if (!isProven(scope, request, booking)) return redirect(managePaths.owner(booking.booking_number, "again"), 303);
  const counted = await mayCause(scope, "book-again", { target: booking.id });
  if (!counted.ok) throw tooMany(counted.retryAfter);
  const { db, clock } = scope.services;
  const settings = scope.services.settings();
  const draft = await startDraft(db, sameAgain(db.orm, settings, booking), clock.now(), settings.draftDays);
  return withCookies(redirect(paths.book.project(draft.id), 303), draftCookies(scope, request, draft.id));
}
