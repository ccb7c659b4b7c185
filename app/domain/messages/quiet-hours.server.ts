import { addDays } from "../kernel/days";
import { dayAt, HOUR, instantAt, minuteOfDay, type Instant } from "../kernel/time.server";
import type { TextKind } from "./texts";

/** By New York's clock, from 9 in the evening to 8 in the morning (domain.md, 4.29). */
export const FROM_HOUR = 21;
export const UNTIL_HOUR = 8;

/** When a text may wake somebody: "driver on the way" and codes. A new text says which it is. */
const GOES: Readonly<Record<TextKind, "by-day" | "at-any-hour">> = {
  "sms.booking-confirmed": "by-day",
  "sms.cancelled": "by-day",
  "sms.refund": "by-day",
  "sms.late-payment": "by-day",
  "sms.delivery-failed": "by-day",
  "sms.on-the-way": "at-any-hour",
  "sms.called-back": "by-day",
  "sms.delivered": "by-day",
  "sms.access-blocked": "by-day",
  "sms.picked-up": "by-day",
  "sms.moved": "by-day",
  "sms.pickup-requested": "by-day",
  "sms.pickup-kept": "by-day",
  "sms.extended": "by-day",
  "sms.extra-planned": "by-day",
  "sms.extra-failed": "by-day",
  "sms.extra-withdrawn": "by-day",
  "sms.scheduled": "by-day",
  "sms.pickup-failed": "by-day",
  "sms.day-before": "by-day",
  "sms.due-soon": "by-day",
  "sms.due-today": "by-day",
  "sms.overdue": "by-day",
  "sms.delivery-late": "by-day",
  "sms.errand-late": "by-day",
  "sms.charge-notice": "by-day",
  "sms.balance-due": "by-day",
  "sms.sign-request": "by-day",
  "sms.booking-link": "by-day",
  "sms.account-code": "at-any-hour",
  "sms.account-changed": "by-day",
  "sms.invitation": "by-day",
};

/** The moment at which the quiet hours end, while they last; null when this text may leave now. */
export function quietUntil(kind: TextKind, now: Instant): Instant | null {
  if (GOES[kind] === "at-any-hour") return null;
  const hour = (minuteOfDay(now) * 60_000) / HOUR;
  if (hour >= FROM_HOUR) return instantAt(addDays(dayAt(now), 1), UNTIL_HOUR);
  return hour < UNTIL_HOUR ? instantAt(dayAt(now), UNTIL_HOUR) : null;
}
