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

/** What a booking without an address is compared with. */
const NOBODY = "nobody@example.invalid";

/**
 * The customer's look-up (domain.md, 4.2) by an email address or a number in E.164: both must be right. Null tells
 * nothing about which was not, and the work is the same either way.
 */
export function lookUpBooking(orm: Orm, typedNumber: string, reach: string): Booking | null {
  const booking = findBooking(orm, { number: tidyBookingNumber(typedNumber) ?? NOBODYS });
  const asked = digest(reach);
  // One without an address (domain.md, 4.23) is opened by its number alone, never by nothing.
  const byEmail = timingSafeEqual(digest(booking?.email || NOBODY), asked);
  const byPhone = timingSafeEqual(digest(booking?.phone || NOBODY), asked);
  return booking && reach !== NOBODY && (byEmail || byPhone) ? booking : null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text.trim().toLowerCase()).digest();
}
