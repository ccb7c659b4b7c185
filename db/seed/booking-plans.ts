import type { CartLine } from "~/domain/booking/draft/data";
import { BOOKING_STATUSES, type BookingStatus } from "~/domain/states/transitions";
import csv from "./bookings.csv?raw";

/** One booking of the sandbox's month: invented people, real ZIP codes, days relative to the start. */
export interface SeedBooking {
  /** How far it has come. */
  until: BookingStatus;
  orderedHoursAgo: number;
  deliversInDays: number;
  firstName: string;
  lastName: string;
  zip: string;
  address: string;
  projectType: string;
  wasteTypes: string[];
  window: string;
  days: number;
  lines: CartLine[];
}

/** "2x20 general": quantity, size in yards, material. */
function parseLine(text: string): CartLine {
  const [, quantity, size, materialCategory = ""] = /^(\d+)x(\d+) (\w+)$/.exec(text) ?? [];
  if (!materialCategory) throw new Error(`bookings.csv: malformed line "${text}"`);
  return { quantity: Number(quantity), dumpsterSize: Number(size), materialCategory };
}

/** Throws on a malformed row: the file is part of the program. No field holds a comma or a quote. */
function parseBooking(row: string): SeedBooking {
  const [status, hours, days, firstName, lastName, zip, address, projectType, waste, window, rentalDays, lines] =
    row.split(",");
  const until = BOOKING_STATUSES.find((known) => known === status);
  if (!until || !firstName || !lastName || !zip || !address || !projectType || !waste || !window || !lines)
    throw new Error(`bookings.csv: malformed row "${row}"`);
  return {
    until,
    orderedHoursAgo: Number(hours),
    deliversInDays: Number(days),
    firstName,
    lastName,
    zip,
    address,
    projectType,
    wasteTypes: waste.split("+"),
    window,
    days: Number(rentalDays),
    lines: lines.split("+").map(parseLine),
  };
}

/** In the order in which they were made, so that numbers and dates agree. */
export const SEED_BOOKINGS: readonly SeedBooking[] = csv.trim().split(/\r?\n/).slice(1).map(parseBooking);

/**
 * The one booking that the home page's ?delete=true may delete: paid, with a dumpster that is set down in nine days.
 * Nobody's name, so that the office sees at once what it is.
 */
export const TEST_BOOKING: SeedBooking = parseBooking(
  "confirmed,1,9,Test,Booking,32801,1 Test Street,home_cleanout,household_items,anytime,7,1x15 general",
);
