import { sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { reportMonths, reportPieces } from "#db/schema/index";
import { eachDay, addDays, type Day } from "../kernel/days";
import type { Period } from "../payments/money.server";
import type { Figure } from "./figures";
import { dayOfPiece, firstOfMonthNumber, firstPieceOf, monthsPiece, nearestMonth, piecesOf } from "./pieces.server";

/** So many facts, and the sums of what they carry. */
export interface Sum {
  n: number;
  amount: number;
  extra: number;
}
export const NOTHING: Sum = { n: 0, amount: 0, extra: 0 };
export type Sums = ReadonlyMap<string, Sum>;

const P = sql.placeholder;
const run = (sign: 1 | -1, from: string, to: string) =>
  sql`select key, ${sql.raw(sign === 1 ? "n, amount, extra" : "-n, -amount, -extra")} from ${reportPieces} where figure = ${P("figure")} and piece >= ${P(from)} and piece < ${P(to)}`;

/** Whole months, and what the period has more or less than they at its two ends: a run that is the other way has no rows. */
const summed = prepared((orm) =>
  orm
    .select({
      key: sql<string>`key`,
      n: sql<number>`sum(n)`,
      amount: sql<number>`sum(amount)`,
      extra: sql<number>`sum(extra)`,
    })
    .from(
      sql`(select key, n, amount, extra from ${reportMonths} where figure = ${P("figure")} and month >= ${P("firstMonth")} and month < ${P("lastMonth")}
        union all ${run(1, "from", "first")} union all ${run(-1, "first", "from")} union all ${run(-1, "to", "last")} union all ${run(1, "last", "to")})`,
    )
    .groupBy(sql`key`)
    .prepare(),
);

function sumPieces(orm: Orm, figure: Figure, from: number, to: number): Sums {
  const [first, last] = [nearestMonth(from), nearestMonth(to)];
  const values = { figure, from, to, first: first.piece, last: last.piece };
  const rows = summed(orm).all({ ...values, firstMonth: first.month, lastMonth: last.month });
  return new Map(
    rows
      .filter(({ n, amount, extra }) => n !== 0 || amount !== 0 || extra !== 0)
      .map(({ key, ...sum }): [string, Sum] => [key, sum]),
  );
}

/** A figure's sums in a period by key. Costs the same for a day, a month and ten years, however many facts there are. */
export function sumBy(orm: Orm, figure: Figure, period: Period): Sums {
  const { from, to } = piecesOf(period);
  return sumPieces(orm, figure, from, to);
}

/** The same of all keys. */
export function sumOf(orm: Orm, figure: Figure, period: Period): Sum {
  return total(sumBy(orm, figure, period));
}

/** Everything before a day. */
export function sumBefore(orm: Orm, figure: Figure, on: Day): Sums {
  return sumPieces(orm, figure, 0, piecesOf({ from: on, to: on }).from);
}

export function total(sums: Sums): Sum {
  return [...sums.values()].reduce(plus, NOTHING);
}

function plus(a: Sum, b: Sum): Sum {
  return { n: a.n + b.n, amount: a.amount + b.amount, extra: a.extra + b.extra };
}

const ofMonths = prepared((orm) =>
  orm
    .select({ month: reportMonths.month, amount: sql<number>`sum(${reportMonths.amount})` })
    .from(reportMonths)
    .where(
      sql`${reportMonths.figure} = ${P("figure")} and ${reportMonths.month} >= ${P("from")} and ${reportMonths.month} <= ${P("to")}`,
    )
    .groupBy(reportMonths.month)
    .prepare(),
);
const atEdges = prepared((orm) =>
  orm
    .select({ piece: reportPieces.piece, amount: sql<number>`sum(${reportPieces.amount})` })
    .from(reportPieces)
    .where(
      sql`${reportPieces.figure} = ${P("figure")} and ${reportPieces.piece} in (select value from json_each(${P("pieces")}))`,
    )
    .groupBy(reportPieces.piece)
    .prepare(),
);

/** A figure's amounts in the months from one to another, by their numbers (`monthNumber`). */
export function amountsOfMonths(orm: Orm, figure: Figure, from: number, to: number): Map<number, number> {
  const amounts = new Map(
    ofMonths(orm)
      .all({ figure, from, to })
      .map(({ month, amount }) => [month, amount]),
  );
  const add = (month: number, amount: number) => amounts.set(month, (amounts.get(month) ?? 0) + amount);
  // In summer New York's month begins an hour earlier than the sums': that piece goes from one to the other.
  const early = new Map<number, number>();
  for (let month = from; month <= to + 1; month++) {
    const first = firstPieceOf(firstOfMonthNumber(month));
    if (first < monthsPiece(month)) early.set(first, month);
  }
  for (const { piece, amount } of atEdges(orm).all({ figure, pieces: JSON.stringify([...early.keys()]) })) {
    const month = early.get(piece) ?? 0;
    add(month, amount);
    add(month - 1, -amount);
  }
  return amounts;
}

const byPiece = (keyed: boolean) =>
  prepared((orm) =>
    orm
      .select({
        piece: reportPieces.piece,
        key: keyed ? reportPieces.key : sql<string>`''`,
        n: sql<number>`sum(${reportPieces.n})`,
        amount: sql<number>`sum(${reportPieces.amount})`,
        extra: sql<number>`sum(${reportPieces.extra})`,
      })
      .from(reportPieces)
      .where(
        sql`${reportPieces.figure} = ${P("figure")} and ${reportPieces.piece} >= ${P("from")} and ${reportPieces.piece} < ${P("to")}`,
      )
      .groupBy(...(keyed ? [reportPieces.piece, reportPieces.key] : [reportPieces.piece]))
      .prepare(),
  );
const series = { whole: byPiece(false), keyed: byPiece(true) };

/** A figure's sums on each day of a period, days without any included; `by`: apart by key, or ("") all together. */
export function sumDays(
  orm: Orm,
  figure: Figure,
  period: Period,
  by: "key" | "all" = "all",
): { day: Day; sums: ReadonlyMap<string, Sum> }[] {
  const { from, to } = piecesOf(period);
  const found = new Map<Day, Map<string, Sum>>();
  for (const { piece, key, ...sum } of (by === "key" ? series.keyed : series.whole)(orm).all({ figure, from, to })) {
    const on = dayOfPiece(piece);
    const sums = found.get(on) ?? new Map<string, Sum>();
    found.set(on, sums.set(key, plus(sums.get(key) ?? NOTHING, sum)));
  }
  return eachDay(period.from, addDays(period.to, 1)).map((on) => ({ day: on, sums: found.get(on) ?? new Map() }));
}
