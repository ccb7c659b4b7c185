import type { Booking } from "~/domain/booking/order/bookings.server";
import { listChanges } from "~/domain/changes/changes.server";
import { formatDay } from "~/domain/kernel/days";
import { lastCancelledWords } from "~/domain/records/status.server";
import type { Scope } from "~/http/context.server";
import type { DoneWords } from "~/ui/manage/BookingPage";
import { accruedOfAsked } from "./accrued.server";

/** What was done on another page, as the booking's page says it first. */
const DONE: Readonly<Record<string, DoneWords>> = {
  day: { headline: "Your new day is saved", more: "", isTold: true },
  again: { headline: "We try again at the time that was planned", more: "", isTold: false },
  change: { headline: "Done", more: "What you asked for is planned.", isTold: true },
  pickup: { headline: "Your pickup is asked for", more: "Daily charges have stopped.", isTold: true },
  moved: {
    headline: "Your dates have changed since you chose that",
    more: "Nothing was charged. Choose again what you want.",
    isTold: false,
  },
  onSite: { headline: "We move it to the place that you named", more: "", isTold: true },
  kept: { headline: "You keep your dumpster", more: "", isTold: true },
  withdrawn: { headline: "It is taken back", more: "", isTold: true },
  card: { headline: "Your new card is saved", more: "Later charges go to it.", isTold: true },
  place: { headline: "Saved", more: "The driver and our office see it now.", isTold: false },
  dropped: { headline: "Nothing was bought", more: "Your booking stands as it was.", isTold: false },
  over: { headline: "That is over", more: "Nothing was charged. Look at your booking as it is now.", isTold: false },
  away: {
    headline: "We cannot reach the card company at the moment",
    more: "Nothing was changed. Try again in a minute.",
    isTold: false,
  },
};

/** What has just been done, as `done` in the address names it; null for nothing. */
export function doneWords({ services }: Scope, booking: Booking, done: string | null): DoneWords | null {
  if (done === "cancelled") {
    const words = lastCancelledWords(services.db.orm, booking);
    return words && { ...words, isTold: true };
  }
  const known = done !== null && Object.hasOwn(DONE, done) ? (DONE[done] ?? null) : null;
  const more = known && moreOf(services, booking, known);
  const words = more ? { ...known, more } : known;
  // What would promise a truck waits for the end of a hold, its mail too.
  return words && booking.on_hold_reason !== null && done !== "pickup" ? { ...words, isTold: false } : words;
}

/** What is known of it besides: the day that was bought, what the days until the request come to. */
function moreOf(services: Scope["services"], booking: Booking, done: DoneWords): string {
  if (done === DONE["pickup"]) return `${done.more} ${accruedOfAsked(services, booking)}`.trim();
  if (done !== DONE["change"]) return "";
  const applied = listChanges(services.db.orm, booking.id).filter(({ state }) => state === "applied");
  const last = applied.toSorted((a, b) => (a.ended_at ?? 0) - (b.ended_at ?? 0)).at(-1);
  if (last?.wish.kind !== "extension") return "";
  const { to } = last.wish;
  return booking.flexible_extension ? `It is paid for until ${formatDay(to)}.` : `Your pickup is on ${formatDay(to)}.`;
}

/** Whether it was another day, whose former one may still be had. */
export const isOtherDay = (done: DoneWords | null): boolean => done?.headline === DONE["day"]?.headline;

/** What the look-up says first: why it is asked for again, by whatever led here. */
export function noticeOf(searchParams: URLSearchParams, number: string): string | null {
  if (searchParams.get("link") === "ended")
    return "That link does not work any more, or it was cut off. Look your booking up here instead.";
  if (searchParams.get("signed") === "out")
    return "You are signed out of the booking on every device, and the links in our emails so far have ended. Your booking number and email address open it again.";
  if (searchParams.get("signed") === "here")
    return "You are signed out of the booking on this device. Links in our emails still open it: to end those as well, look it up and sign out again.";
  return number
    ? "To protect your booking, we ask again after a while. Enter your email address or phone number to open it."
    : null;
}
