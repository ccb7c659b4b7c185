/**
 * What days past the paid ones cost a customer, said alike on pages, in mails and in texts. Who did not choose "keep it
 * longer if I need to" pays none (`chargesFor`; docs/decisions/0094): to them no price is named. Pure.
 */
import type { Booking } from "../booking/order/bookings.server";
import { formatDay, type Day } from "../kernel/days";
import { formatPrice, type Cents } from "../kernel/money";
import type { Settings } from "../settings/schema";

export interface ExtraDays {
  /** "Keep it longer if I need to": it stays until they ask, and each day costs. */
  mayKeep: boolean;
  /** For a day past the paid ones, in cents, before tax. */
  perDay: Cents;
  isExempt: boolean;
  onAccount: boolean;
}

/** `signed`: the settings as they were signed, because by those it is charged. */
export const extraDaysOf = (
  booking: Pick<Booking, "flexible_extension" | "price" | "account_days">,
  signed: Pick<Settings, "extensionPerDay">,
): ExtraDays => ({
  mayKeep: booking.flexible_extension,
  perDay: signed.extensionPerDay,
  isExempt: Boolean(booking.price.exempt),
  onAccount: booking.account_days !== null,
});

/** Where no pickup is asked for before its day (flag "early pickup"): to who may keep it, and to everybody else. */
export const ASK_FROM_ITS_DAY = "You can ask for the pickup from its day on.";
export const ON_ITS_DAY = "We pick it up on its day.";

/** "costs $25 plus tax, charged to your card" */
export const dayCosts = ({ perDay, isExempt, onAccount }: ExtraDays, count = 1): string =>
  `costs ${formatPrice(perDay)}${isExempt ? "" : " plus tax"}${count === 1 ? "" : " for each"}, ${onAccount ? "put on your account" : "charged to your card"}`;

/** One that may be kept: until when it is paid for, and what comes after. */
const paidUntil = (pickup: Day, today: Day, days: ExtraDays, count = 1): string =>
  `${pickup < today ? `Its days ended on ${formatDay(pickup)}: each day since then` : `${count === 1 ? "It is" : "They are"} paid for until ${formatDay(pickup)}: each day after that`} ${dayCosts(days, count)}, until you ask for the pickup.`;

/** Of one, or of `count` alike, to come or standing there, before its day: until when it is paid for and what comes after, or when it goes. */
export const goesWords = (pickup: Day, days: ExtraDays, count = 1): string =>
  days.mayKeep ? paidUntil(pickup, pickup, days, count) : standsWords(pickup, pickup, pickup, days);

/** Of several that may be kept and go on days of their own, the last one on `last`. */
export const goApartWords = (last: Day, days: ExtraDays): string =>
  `Each is paid for until its own day, the last one until ${formatDay(last)}: each day after its own ${dayCosts(days)}, until you ask for its pickup.`;

/** Of a dumpster whose pickup was taken back. */
export function keptWords(pickup: Day, today: Day, days: ExtraDays): string {
  if (days.mayKeep) return paidUntil(pickup, today, days);
  return pickup < today
    ? `Its days ended on ${formatDay(pickup)}: we come for it as soon as we can, and that costs you nothing.`
    : `We pick it up on ${formatDay(pickup)}.`;
}

/** Of one that stands at its customer's, nothing asked; `planned`: when its truck comes, where that is another day. */
export function standsWords(pickup: Day, planned: Day, today: Day, days: ExtraDays): string {
  if (days.mayKeep) return paidUntil(pickup, today, days);
  if (pickup >= today) return `We pick it up on ${formatDay(pickup)}.`;
  const now = planned >= today ? `: we come on ${formatDay(planned)}` : ", and have not been there yet";
  return `We planned to pick it up on ${formatDay(pickup)}${now}. You need not do anything, and our delay costs you nothing.`;
}
