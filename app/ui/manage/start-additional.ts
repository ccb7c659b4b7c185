import type { AdditionalOffer } from "~/domain/booking/customer-views";
import { pickupDay } from "~/domain/booking/schedule-rules";
import { NOT_ENOUGH, notEnoughText } from "~/domain/inventory/words";
import type { QuoteJson } from "~/domain/pricing/rules-json";
import type { OrderLine } from "~/domain/pricing/types";

export interface AdditionalBooking {
  id: string;
  number: string;
  email: string;
}

/** Why no payment was begun, in the specification's words (section 8); with the new price when that is why. */
export interface Refusal {
  title: string;
  text: string;
  quote?: QuoteJson;
}
export type Started = { ok: true; url: string } | ({ ok: false } & Refusal);

interface Answer {
  error?: { code?: string; message?: string };
  available?: boolean;
  availableCount?: number;
  url?: string;
  quote?: QuoteJson;
}

const FAILED = { ok: false, title: "Unable to start payment" } as const;
const TRY_AGAIN = "Please try again or contact support.";

/**
 * The specification's flow (section 4): asks whether there are enough, then for the address where the additional dumpster
 * is signed and paid. The server prices and checks again. Never throws.
 */
export async function startAdditional(booking: AdditionalBooking, offer: AdditionalOffer, line: OrderLine, quote: QuoteJson): Promise<Started> {
  try {
    const { size, quantity, rentalDays } = line;
    const stock = await post("check-dumpster-availability", { size, quantity, startDate: offer.startDate, endDate: pickupDay(offer.startDate, rentalDays, offer.calendar) });
    if (stock.available === false) return { ok: false, title: NOT_ENOUGH, text: notEnoughText({ availableCount: stock.availableCount ?? 0, size }) };
    // The wanted day has passed while the page was open: the server finds the next one.
    if (stock.error && stock.error.code !== "invalid_fields") return { ...FAILED, text: stock.error.message ?? TRY_AGAIN };
    const { url, error, quote: changed } = await post("create-payment-session", bodyOf(booking, quote));
    if (url) return { ok: true, url };
    return { ...FAILED, text: error ? error.message ?? TRY_AGAIN : `No checkout URL returned. ${TRY_AGAIN}`, quote: changed };
  } catch {
    return { ...FAILED, text: TRY_AGAIN };
  }
}

/** The body of the specification's section 7; dollars. */
function bodyOf(booking: AdditionalBooking, { items, subtotal, discount, deliveryFee, tax, total }: QuoteJson) {
  return {
    bookingId: booking.id,
    amount: total,
    customerEmail: booking.email,
    payment_type: "additional_dumpster",
    quoteData: {
      type: "additional_dumpster",
      items: items.map(({ size, quantity, material, rentalDays, unit_price, line_total, discount_amount }) => ({ size, quantity, material, rentalDays, unit_price, line_total, discount_amount })),
      totals: { subtotal, discount, delivery_fee: deliveryFee, tax, total },
      booking_number: booking.number,
    },
  };
}

async function post(name: string, body: unknown): Promise<Answer> {
  const answer = await fetch(`/functions/v1/${name}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return (await answer.json()) as Answer;
}
