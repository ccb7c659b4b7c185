import type { Id } from "~/domain/kernel/ids.server";
import { parseCookies } from "./cookies.server";
import type { Scope } from "./context.server";

const DRAFT_DAYS = 30;
const BOOKING_HOURS = 12;
const MOST_DRAFT_COOKIES = 12;

/**
 * One cookie per draft and per booking (not one list): two tabs that answer at the same time cannot overwrite
 * each other's. Wall time; the booking cookie carries its own end because a browser may keep cookies for longer.
 */
export function mayOpenDraft(scope: Scope, request: Request, draft: Id<"draft">): boolean {
  return scope.services.cookies.read(request, `d_${draft}`) === "1";
}

export function draftCookies(scope: Scope, request: Request, draft: Id<"draft">): string[] {
  const mine = [...parseCookies(request.headers.get("Cookie")).keys()].filter((name) => name.startsWith("d_drf_") && name !== `d_${draft}`);
  const surplus = mine.slice(0, Math.max(0, mine.length - MOST_DRAFT_COOKIES));
  return [
    scope.services.cookies.write(`d_${draft}`, "1", { maxAge: DRAFT_DAYS * 86_400 }),
    ...surplus.map((name) => scope.services.cookies.write(name, "", { maxAge: 0 })),
  ];
}

export function mayOpenBooking(scope: Scope, request: Request, booking: Id<"booking">): boolean {
  const until = scope.services.cookies.read(request, `b_${booking}`);
  return until !== null && Number(until) > Date.now();
}

export function bookingCookie(scope: Scope, booking: Id<"booking">): string {
  return scope.services.cookies.write(`b_${booking}`, String(Date.now() + BOOKING_HOURS * 3_600_000), { maxAge: BOOKING_HOURS * 3600 });
}

/** "Sign out of this booking". */
export function forgetBookingCookie(scope: Scope, booking: Id<"booking">): string {
  return scope.services.cookies.write(`b_${booking}`, "", { maxAge: 0 });
}
