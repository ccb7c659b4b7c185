import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, day, eachDay } from "../kernel/days";
import { dayAt, HOUR, instant, instantAt } from "../kernel/time.server";
import { dayOfPiece, firstPieceOf, monthNumber, monthsPiece, nearestMonth, pieceAt, piecesOf } from "./pieces.server";

const FIRST = day("2024-01-01");
const LAST = day("2031-12-31");
const moment = fc.integer({ min: instantAt(FIRST, 0), max: instantAt(LAST, 0) });

it("cuts time so that every New York day is a run of whole pieces, over both clock changes", () => {
  for (const on of eachDay(FIRST, LAST)) {
    const { from, to } = piecesOf({ from: on, to: on });
    expect(to, on).toBeGreaterThan(from);
    expect(to, on).toBeLessThanOrEqual(from + 3);
    // The last moment before it and its first one lie in different pieces.
    expect(pieceAt(instantAt(on, 0) - 1), on).toBe(from - 1);
    expect(pieceAt(instantAt(on, 0)), on).toBe(from);
    for (let piece = from; piece < to; piece++) expect(dayOfPiece(piece), on).toBe(on);
  }
});

it("puts every moment into its New York day", () => {
  fc.assert(fc.property(moment, (at) => dayOfPiece(pieceAt(at)) === dayAt(instant(at))));
});

it("counts pieces and months as the triggers do", () => {
  const sqlite = new Database(":memory:");
  const ask = sqlite.prepare(
    "select (@at / 3600000 - 5) / 24 * 2 + ((@at / 3600000 - 5) % 24 = 23) as piece, strftime('%Y', @piece / 2 * 86400, 'unixepoch') * 12 + strftime('%m', @piece / 2 * 86400, 'unixepoch') - 1 as month",
  );
  fc.assert(
    fc.property(moment, (at) => {
      const piece = pieceAt(at);
      const told = ask.get({ at: BigInt(at), piece: BigInt(piece) }) as { piece: number; month: number };
      expect(told.piece).toBe(piece);
      const [first, next] = [monthsPiece(told.month), monthsPiece(told.month + 1)];
      expect(piece >= first && piece < next).toBe(true);
    }),
  );
  sqlite.close();
});

it("begins a month within one piece of New York's, and knows the nearest one", () => {
  for (let on = FIRST; on < LAST; on = addDays(on, 1)) {
    const near = nearestMonth(firstPieceOf(on));
    expect(Math.abs(near.piece - firstPieceOf(on)), on).toBeLessThanOrEqual(32);
    if (!on.endsWith("-01")) continue;
    expect(near.month, on).toBe(monthNumber(on));
    expect(Math.abs(near.piece - firstPieceOf(on)), on).toBeLessThanOrEqual(1);
  }
  // 4 o'clock UTC of the first is the new month in summer, the old one in winter.
  expect(dayAt(instant(Date.parse("2026-07-01T04:30:00Z")))).toBe("2026-07-01");
  expect(dayOfPiece(pieceAt(Date.parse("2026-07-01T04:30:00Z")))).toBe("2026-07-01");
  expect(dayOfPiece(pieceAt(Date.parse("2026-12-01T04:30:00Z")))).toBe("2026-11-30");
  expect(pieceAt(Date.parse("2026-12-01T05:00:00Z")) - pieceAt(Date.parse("2026-12-01T05:00:00Z") - HOUR)).toBe(1);
});
