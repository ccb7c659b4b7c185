import { accessVersion } from "~/domain/access/access.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Draft } from "~/domain/booking/draft/drafts.server";
import type { Id } from "~/domain/kernel/ids.server";
import { parseCookies } from "./cookies.server";
import type { Scope } from "../context.server";

const DRAFT_DAYS = 30;
const BOOKING_HOURS = 12;
const MOST_DRAFT_COOKIES = 12;

/**
 * One cookie per draft and per booking (not one list): two tabs that answer at the same time cannot overwrite
 * each other's. Wall time; the booking cookie carries its own end because a browser may keep cookies for longer. Both
 * carry the version of what they open: when everything that could open it is ended, they are among it.
 */
export function mayOpenDraft(scope: Scope, request: Request, draft: Pick<Draft, "id" | "accessVersion">): boolean {
  return (
    scope.services.cookies.read(request, `d_${draft.id}`) === String(draft.accessVersion) ||
    keptIn.get(scope.visit)?.id === draft.id
  );
}

/**
 * By request: the draft that its action renewed, for the loaders that follow in the same request with the cookies from
 * before.
 */
const keptIn = new WeakMap<object, Pick<Draft, "id">>();

export function draftCookies(scope: Scope, request: Request, draft: Id<"draft">): string[] {
  const mine = [...parseCookies(request.headers.get("Cookie")).keys()].filter(
    (name) => name.startsWith("d_drf_") && name !== `d_${draft}`,
  );
  // A browser's header has room for some; what is left goes with the next answer.
  const surplus = mine.slice(0, Math.min(MOST_DRAFT_COOKIES, Math.max(0, mine.length - MOST_DRAFT_COOKIES)));
  return [
    scope.services.cookies.write(`d_${draft}`, String(accessVersion(scope.services.db.orm, { draftId: draft })), {
      maxAge: DRAFT_DAYS * 86_400,
    }),
    ...surplus.map((name) => scope.services.cookies.write(name, "", { maxAge: 0 })),
  ];
}

export function mayOpenBooking(
  scope: Scope,
  request: Request,
  booking: Pick<Booking, "id" | "access_version">,
): boolean {
  const [until, version] = (scope.services.cookies.read(request, `b_${booking.id}`) ?? "").split("-");
  return version === String(booking.access_version) && Number(until) > Date.now();
}

/**
 * How somebody came to a booking: by a link, which may have been forwarded, or by showing that it is theirs (its number
 * with their address or phone, or the signature). Decision 0071 says what takes the second.
 */
export type Opened = "link" | "proof";
const PROOF = "p";

export function bookingCookie(scope: Scope, booking: Id<"booking">, opened: Opened): string {
  const until = Date.now() + BOOKING_HOURS * 3_600_000;
  const version = accessVersion(scope.services.db.orm, { bookingId: booking });
  const value = [until, version, ...(opened === "proof" ? [PROOF] : [])].join("-");
  return scope.services.cookies.write(`b_${booking}`, value, { maxAge: BOOKING_HOURS * 3600 });
}

/** For who comes by a link: whoever has shown before that it is theirs stays who they are. */
export function linkCookie(scope: Scope, request: Request, booking: Pick<Booking, "id" | "access_version">): string {
  return bookingCookie(scope, booking.id, isProven(scope, request, booking) ? "proof" : "link");
}

/**
 * For who comes back from a payment page. That of the order's own payment is told to its payer alone, and names the address
 * that one is asked for: it proves as much. What was bought later may be paid by anybody with a link.
 */
export function payerCookie(
  scope: Scope,
  request: Request,
  paid: { state: string; booking: Booking; changeId: string | null; onlyCard: boolean },
): string {
  const isOrder = paid.state === "confirmed" && paid.changeId === null && !paid.onlyCard;
  return isOrder ? bookingCookie(scope, paid.booking.id, "proof") : linkCookie(scope, request, paid.booking);
}

/** Whether this browser has shown that the booking is its customer's. */
export function isProven(scope: Scope, request: Request, booking: Pick<Booking, "id" | "access_version">): boolean {
  const [, , how] = (scope.services.cookies.read(request, `b_${booking.id}`) ?? "").split("-");
  return how === PROOF && mayOpenBooking(scope, request, booking);
}

/** "Sign out of this booking": removes what this browser could open it with. */
export function forgetBookingCookies(scope: Scope, booking: Pick<Booking, "id" | "draft_id">): string[] {
  const names = [`b_${booking.id}`, ...(booking.draft_id ? [`d_${booking.draft_id}`] : [])];
  return names.map((name) => scope.services.cookies.write(name, "", { maxAge: 0 }));
}

/**
 * For the browser whose own change has just ended everything that could open a draft and its booking: it keeps what it
 * could open when its request came. No cookies when nothing was ended. `before` is as it was read then.
 */
export function keptCookies(
  scope: Scope,
  request: Request,
  before: { draft: Draft; booking: Booking | null },
): string[] {
  const { draft, booking } = before;
  if (accessVersion(scope.services.db.orm, { draftId: draft.id }) === draft.accessVersion) return [];
  keptIn.set(scope.visit, draft);
  return [
    ...draftCookies(scope, request, draft.id),
    ...(booking && mayOpenBooking(scope, request, booking) ? [linkCookie(scope, request, booking)] : []),
  ];
}
