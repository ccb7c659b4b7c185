import type { AdditionalOffer } from "~/domain/changes/additional-rules";
import { pickupDay } from "~/domain/schedule/rules";
import { NOT_ENOUGH, notEnoughText } from "~/domain/inventory/words";
import { totalsJson, type QuoteJson } from "~/domain/pricing/rules-json";
import type { OrderLine } from "~/domain/pricing/types";
import { callFunction } from "./call-function";

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

const FAILED = { ok: false, title: "Unable to start payment" } as const;
const TRY_AGAIN = "Please try again or contact support.";

/**
 * The specification's flow (section 4): asks whether there are enough, then for the address where the additional
 * dumpster is signed and paid. The server prices and checks again. Never throws.
 */
export async function startAdditional(
  booking: AdditionalBooking,
  offer: AdditionalOffer,
  line: OrderLine,
  quote: QuoteJson,
): Promise<Started> {
  const { size, quantity, rentalDays } = line;
  const stock = await callFunction<Stock>("check-dumpster-availability", {
    size,
    quantity,
    startDate: offer.startDate,
    endDate: pickupDay(offer.startDate, rentalDays, offer.calendar),
  });
  // The wanted day has passed while the page was open: the server finds the next one.
  if (!stock.ok && stock.code !== "invalid_fields") return { ...FAILED, text: stock.message ?? TRY_AGAIN };
  if (stock.value.available === false)
    return {
      ok: false,
      title: NOT_ENOUGH,
      text: notEnoughText({ availableCount: stock.value.availableCount ?? 0, size }),
    };
  const session = await callFunction<{ url: string; quote: QuoteJson }>(
    "create-payment-session",
    bodyOf(booking, quote),
  );
  if (!session.ok) return { ...FAILED, text: session.message ?? TRY_AGAIN, quote: session.value.quote };
  return session.value.url
    ? { ok: true, url: session.value.url }
    : { ...FAILED, text: `No checkout URL returned. ${TRY_AGAIN}` };
}

interface Stock {
  available: boolean;
  availableCount: number;
}

/** The body of the specification's section 7; dollars. */
function bodyOf(booking: AdditionalBooking, quote: QuoteJson) {
  return {
    bookingId: booking.id,
    amount: quote.total,
    customerEmail: booking.email,
    payment_type: "additional_dumpster",
    quoteData: {
      type: "additional_dumpster",
      items: quote.items.map(({ size, quantity, material, rentalDays, unit_price, line_total, discount_amount }) => ({
        size,
        quantity,
        material,
        rentalDays,
        unit_price,
        line_total,
        discount_amount,
      })),
      totals: totalsJson(quote),
      booking_number: booking.number,
    },
  };
}
