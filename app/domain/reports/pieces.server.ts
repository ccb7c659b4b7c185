import { addDays, day, daysBetween, type Day } from "../kernel/days";
import { dayAt, HOUR, instant, instantAt } from "../kernel/time.server";
import type { Period } from "../payments/money.server";

/**
 * Time cut where a New York day can begin, at 4 and at 5 o'clock UTC (migration 0065): an even piece is the 23 hours from
 * 05:00 UTC of a date, the odd one after it the hour to the next 05:00. Every New York day is a run of whole pieces,
 * whatever its clock did, and no day is fixed in the database.
 */
const EPOCH = day("1970-01-01");

/** The piece in which an instant lies, as the triggers count it. */
export function pieceAt(at: number): number {
  const hour = Math.floor(at / HOUR) - 5;
  return Math.trunc(hour / 24) * 2 + (hour % 24 === 23 ? 1 : 0);
}

// A page asks for some hundred days' beginnings, the same ones again with the next visit.
const known = new Map<Day, number>();
const MOST_KNOWN = 5_000;

/** A New York day's first piece. */
export function firstPieceOf(on: Day): number {
  const found = known.get(on);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const piece = pieceAt(instantAt(on, 0));
  known.set(on, piece);
  return piece;
}

/** The New York day to which a piece belongs. */
export function dayOfPiece(piece: number): Day {
  const date = addDays(EPOCH, piece >> 1);
  return piece % 2 === 0 ? date : dayAt(instant(((piece >> 1) * 24 + 28) * HOUR));
}

/** The pieces of a period: from the first one, up to the second. */
export function piecesOf({ from, to }: Period): { from: number; to: number } {
  return { from: firstPieceOf(from), to: firstPieceOf(addDays(to, 1)) };
}

/** Months since the year 0, as the sums by month count them, and the first piece of one. */
export const monthNumber = (on: Day): number => Number(on.slice(0, 4)) * 12 + Number(on.slice(5, 7)) - 1;
export const firstOfMonthNumber = (month: number): Day =>
  day(`${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`);
export const monthsPiece = (month: number): number => daysBetween(EPOCH, firstOfMonthNumber(month)) * 2;

/** The month whose first piece is nearest to a piece: at most 16 days away, and one piece where a month begins. */
export function nearestMonth(piece: number): { month: number; piece: number } {
  const month = monthNumber(addDays(EPOCH, piece >> 1));
  const [here, next] = [monthsPiece(month), monthsPiece(month + 1)];
  return piece - here <= next - piece ? { month, piece: here } : { month: month + 1, piece: next };
}
