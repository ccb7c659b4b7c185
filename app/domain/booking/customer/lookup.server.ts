import { createHash, timingSafeEqual } from "node:crypto";
import type { Orm } from "#db/client.server";
import { composed } from "../../kernel/text";
import { findBooking, type Booking } from "../order/bookings.server";

/** "#DMP – 2026 – 000123" and some room around it. */
const LONGEST_NUMBER = 60;

/**
 * A booking number as people type it: "dmp-2026-123", "DMP 2026 000123", "2026–000123", "#DMP2026000123". Returns
 * "DMP-2026-000123", or null when it cannot be one.
 */
export function tidyBookingNumber(typed: string): string | null {
  if (typed.length > LONGEST_NUMBER) return null;
  const text = composed(typed, "NFKC")
    .replace(/[\s\p{Pd}_.,/#:]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toUpperCase();
  const found = /^(?:DMP-?)?(20\d\d)-?(\d{1,9})$/.exec(text);
  return found?.[1] && found[2] ? `DMP-${found[1]}-${String(Number(found[2])).padStart(6, "0")}` : null;
}

/** A number that no booking has: what cannot be a number is looked up under it, so that it takes as long. */
const NOBODYS = "DMP-0000-000000";

/**
 * The customer's look-up (domain.md, 4.2): both must be right. Null tells nothing about which was not, and the work is
 * the same either way.
 */
export function lookUpBooking(orm: Orm, typedNumber: string, email: string): Booking | null {
  const booking = findBooking(orm, { number: tidyBookingNumber(typedNumber) ?? NOBODYS });
  const same = timingSafeEqual(digest(booking?.email ?? "nobody@example.invalid"), digest(email));
  return booking && same ? booking : null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text.trim().toLowerCase()).digest();
}
