import type { Tx } from "#db/client.server";
import { renewQuote, type NoRenewal } from "~/domain/booking/order/renew.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { findLastEvent } from "~/domain/events/events.server";
import { findLiveHold } from "~/domain/inventory/holds.server";
import type { Day } from "~/domain/kernel/days";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { MINUTE, type Instant } from "~/domain/kernel/time.server";
import type { Services } from "~/services.server";
import { notServedText } from "./prepare.server";
import { sendAnew } from "./send-again.server";

/** `isSent`: false where no message gets to the caller. */
export type Renewed = { ok: true; isHeld: boolean; isSent: boolean } | { ok: false; message: string };

/**
 * Renews the price of a prepared order that has ended, and sends its link again. `seen`: the price of today as the page
 * said it, in cents. A double click is one renewal and one message. `lastDay` is the last one that it is good; as the
 * setting says without one. Refused in words for staff.
 */
export function renewPrice(
  { db, settings }: Pick<Services, "db" | "settings">,
  deed: Deed<StaffActor>,
  { id }: Pick<Booking, "id">,
  seen: Cents,
  lastDay: Day | null = null,
): Promise<Renewed> {
  return db.write((tx): Renewed => {
    const renewed = renewQuote(tx, deed, settings(), id, seen, lastDay);
    if (renewed.ok) return { ok: true, isHeld: renewed.held.ok, isSent: sendAnew(tx, deed, renewed.booking, "link") };
    const last = findLastEvent(tx, id, "quote_renewed");
    if (renewed.code === "not_over" && last && deed.now - last.at < MINUTE)
      return { ok: true, isHeld: findLiveHold(tx, id) !== undefined, isSent: wasSentSince(tx, id, last.at) };
    if (renewed.code === "other_price")
      return {
        ok: false,
        message: `The price has just changed: today it is ${formatCents(renewed.now)}. Press again to renew it at that.`,
      };
    return { ok: false, message: noRenewalWords(renewed) };
  });
}

function wasSentSince(tx: Tx, id: Booking["id"], at: Instant): boolean {
  const sent = findLastEvent(tx, id, "sent_again");
  return sent !== null && sent !== undefined && sent.at >= at;
}

const WORDS: Readonly<Record<Exclude<NoRenewal["code"], "not_served" | "refused">, string>> = {
  not_over: "The price is still good, so there is nothing to renew.",
  signed: "The caller has signed this order already, at the price of then. For another price make it a new order.",
  not_open: "This order is not open any more, so its price cannot be renewed.",
  being_paid: "The caller has the payment page open at this moment. Try again when it is closed.",
  unfinished:
    "The caller has begun to change this order and not finished. Put the order right first, then renew its price.",
  lacks_size: "A size of this order is not on offer any more. Put the order right first, then renew its price.",
};

/** Why a price cannot be renewed as it is, for staff. */
export function noRenewalWords(no: NoRenewal): string {
  if (no.code === "not_served") return notServedText(no.why);
  if (no.code !== "refused") return WORDS[no.code];
  return `${Object.values(no.fields).join(" ")} Put the order right first, then renew its price.`;
}
