import type { Orm, Tx } from "#db/client.server";
import { findNotServed, type NotServed } from "../../customers/serve.server";
import { findLastEvent, recordEvent } from "../../events/events.server";
import { findLiveHold } from "../../inventory/holds.server";
import type { QuoteHoldResult } from "../../inventory/quote-holds.server";
import { addDays, day, type Day } from "../../kernel/days";
import type { Deed, StaffActor } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import type { Cents } from "../../kernel/money";
import { DAY, dayAt, instant, instantAt, plus, type Instant } from "../../kernel/time.server";
import { windowHours } from "../../schedule/rules";
import type { Settings } from "../../settings/schema";
import { isQuoteOver } from "../../states/status-rules";
import { findDraft, saveDraft, type Draft } from "../draft/drafts.server";
import { findOrderExemption } from "../draft/order-exemption.server";
import { endGrants, grantPrepared } from "../draft/grants.server";
import { getBooking, isBeingPaid, moveBooking, type Booking } from "./bookings.server";
import { describeOrder, exempted, type Order } from "./order.server";
import { renewUnsigned } from "./place.server";
import { holdPrepared, type Correction } from "./prepared.server";
import { checkSchedule, type ScheduleRefusal } from "./schedule-check.server";

/** When a price of the office ends: with its last day, and no later than the delivery it was made for begins. */
export function quoteEnd(
  { deliveryDate, deliveryTime }: { deliveryDate: string; deliveryTime: string },
  settings: Settings,
  now: Instant,
  lastDay: Day | null = null,
): Instant {
  const begins = instantAt(day(deliveryDate), windowHours(deliveryTime).startHour);
  const ends = lastDay ? instantAt(addDays(lastDay, 1), 0) : plus(now, settings.quoteDays * DAY);
  return instant(Math.min(ends, begins));
}

/**
 * The last day of the price of an order. One that ended sooner only because its delivery begins then is as long as a new
 * one's: with a later delivery the price goes on. Empty where it has none, or it is over.
 */
export function lastDayOf(booking: Booking, { quoteDays }: Pick<Settings, "quoteDays">, now: Instant): Day | "" {
  const ends = isQuoteOver(booking, now) ? null : booking.quote_expires_at;
  if (ends === null) return "";
  const last = dayAt(instant(ends - 1));
  const begins = instantAt(booking.scheduled_delivery_date, windowHours(booking.delivery_time_window).startHour);
  const asNew = addDays(dayAt(now), quoteDays);
  return ends === begins && asNew > last ? asNew : last;
}

/**
 * When the price of an order ends that is put right: with the last day that was typed, or, where that was left as it
 * came, with the one that it has as this is saved. Another page may have given it another day or end since it was sent.
 */
export function endOfCorrected(
  settings: Settings,
  now: Instant,
  lastDay: Day | null | "as it is",
): Correction["endOf"] {
  return (booking, data) =>
    quoteEnd(data, settings, now, lastDay === "as it is" ? lastDayOf(booking, settings, now) || null : lastDay);
}

/** What is wrong with a last day of a price; null where nothing is, or none was given. */
export function quoteDayProblem(lastDay: string | null | undefined, now: Instant): string | null {
  return lastDay && lastDay < dayAt(now) ? "Choose today or a later day for the end of the price." : null;
}

/** The same order at the price of today; cents, tax included. */
export interface Renewal {
  ok: true;
  draft: Draft;
  order: Order;
  /** What was said before. */
  was: Cents;
  now: Cents;
  /** Until when it would be good. */
  ends: Instant;
}

export type NoRenewal =
  /** `ends`: it is still good. `signed`: what was signed is its price. */
  | { ok: false; code: "not_over" | "signed" | "not_open" | "being_paid" | "unfinished" | "lacks_size" }
  | { ok: false; code: "not_served"; why: NotServed }
  /** There is no room for it as it is, its day is over, or its place is not served. */
  | { ok: false; code: "refused"; fields: ScheduleRefusal["fields"] };

/** The steps that an order has when it can be priced and placed. */
const CHECKED = ["project", "schedule"];

/**
 * What renewing the price of an order that the office prepared would come to (domain.md, 4.25), or why it cannot be
 * renewed as it is. What staff fixed lived until its end: it is priced anew from the catalogue, room and day are checked
 * like a new order's, and a full window that was given once is not given again.
 */
export function lookAtRenewal(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  now: Instant,
  lastDay: Day | null = null,
): Renewal | NoRenewal {
  const draft = booking.draft_id ? findDraft(orm, booking.draft_id) : null;
  if (!draft?.preparedBy) return { ok: false, code: "not_open" };
  if (findLastEvent(orm, booking.id, "agreement_signed")) return { ok: false, code: "signed" };
  if (!isQuoteOver(booking, now))
    return { ok: false, code: booking.status === "quoted" || booking.status === "expired" ? "not_over" : "not_open" };
  if (isBeingPaid(orm, booking.id)) return { ok: false, code: "being_paid" };
  if (!CHECKED.every((step) => draft.stepsDone.includes(step))) return { ok: false, code: "unfinished" };
  const why = findNotServed(orm, draft.data.contactInfo);
  if (why) return { ok: false, code: "not_served", why };
  if (describeOrder(orm, settings, draft.data).lacksSize) return { ok: false, code: "lacks_size" };
  const own = findLiveHold(orm, booking.id) ?? null;
  const checked = checkSchedule(orm, settings, draft.data, now, undefined, own);
  if (!checked.ok) return { ok: false, code: "refused", fields: checked.fields };
  const exemption = findOrderExemption(orm, draft, checked.data, dayAt(now));
  const order = exempted(describeOrder(orm, settings, checked.data), exemption?.certificate ?? null);
  return {
    ok: true,
    draft: { ...draft, data: checked.data },
    order,
    was: booking.total_amount,
    now: order.price.total,
    ends: quoteEnd(checked.data, settings, now, lastDay),
  };
}

export type RenewResult =
  | { ok: true; booking: Booking; held: QuoteHoldResult }
  | NoRenewal
  /** The price has changed since the page was made; cents. */
  | { ok: false; code: "other_price"; now: Cents };

/**
 * Renews the price that has ended: the same order at the price of today, good anew, its dumpsters held again within the
 * share of quotes (`held` says when they are not: the order is renewed all the same, like one that is made beyond it).
 * `seen` is the price that staff told the caller, in cents: another one is refused.
 */
export function renewQuote(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  bookingId: Id<"booking">,
  seen: Cents,
  lastDay: Day | null = null,
): RenewResult {
  const before = getBooking(tx, bookingId);
  const looked = lookAtRenewal(tx, settings, before, deed.now, lastDay);
  if (!looked.ok) return looked;
  const { draft, order, ends, was, now } = looked;
  if (seen !== now) return { ok: false, code: "other_price", now };
  saveDraft(tx, deed, draft.id, { data: draft.data }, settings.draftDays);
  renewUnsigned(tx, deed, before, draft.data, order, ends);
  moveBooking(tx, deed, bookingId, "quoted", "price_renewed");
  endGrants(tx, deed, draft);
  grantPrepared(tx, deed, draft, draft.data, ends);
  const booking = getBooking(tx, bookingId);
  const held = holdPrepared(tx, deed, settings, booking);
  const subject = { kind: "booking", id: bookingId } as const;
  recordEvent(tx, deed, { subject, bookingId, action: "quote_renewed", data: { was, now, until: ends } });
  return { ok: true, booking, held };
}
