import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dumpsters } from "#db/schema/index";
import { changeDumpster, findDumpster } from "../inventory/dumpsters.server";
import { addDays, day, type Day } from "../kernel/days";
import { dayAt, instant, instantAt, type Instant } from "../kernel/time.server";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { reportContradictions } from "../../../tests/support/invariants";
import { FULL } from "../../../tests/support/paths";
import { exportReport } from "./export";
import { FIGURES, isFigure, type Figure } from "./figures";
import { readReportPeriod } from "./period";
import { readReports } from "./reports.server";
import { exportFacts, listFacts, ROWS_PAGE } from "./rows.server";
import { sumBefore, sumBy, sumDays, sumOf, total } from "./sums.server";
import { cellText, cellValue, percentText, REPORTS, type ReportId } from "./tables";

let world: TestWorld;
const TODAY = day("2026-12-01");
const periodOf = (asked: { month?: string; from?: string; to?: string }, today = TODAY) => {
  const read = readReportPeriod({ month: null, from: null, to: null, ...asked }, today);
  if (!read.ok) throw new Error(JSON.stringify(read.fields));
  return read.period;
};
const put = (figure: Figure, key: string, at: Instant, amount = 0, extra = 0) =>
  world.db.sqlite
    .prepare("insert into report_facts values (?, ?, ?, ?, ?, ?, null)")
    .run(figure, `s${(counter += 1)}`, key, at, amount, extra);
let counter = 0;

describe("sums", () => {
  /** Facts around the ends of days and months of two years, at random besides. */
  const facts: { key: string; at: Instant; on: Day; amount: number }[] = [];
  beforeAll(async () => {
    world = await openWorld();
    for (let on = day("2025-10-01"); on < "2027-04-15"; on = addDays(on, 1)) {
      const begins = instantAt(on, 0);
      for (const at of [
        begins,
        begins - 1,
        begins + 3_600_000,
        begins + 3_599_999,
        begins + ((Number(on.slice(8)) * 7_654_321) % 86_400_000),
      ])
        facts.push({
          key: ["a", "b", "c"][at % 3] ?? "a",
          at: instant(at),
          on: dayAt(instant(at)),
          amount: (at % 1000) - 300,
        });
    }
    world.db.sqlite.transaction(() => {
      for (const { key, at, amount } of facts) put("revenue", key, at, amount, 1);
    })();
  });
  afterAll(() => world.close());

  const inside = ({ on }: { on: Day }, from: Day, to: Day) => on >= from && on <= to;
  const anyDay = fc.integer({ min: 0, max: 580 }).map((count) => addDays(day("2025-09-20"), count));

  it("of any days are those of the facts in them, over clock changes and months' ends", () => {
    fc.assert(
      fc.property(anyDay, anyDay, (one, other) => {
        const [from, to] = one <= other ? [one, other] : [other, one];
        const mine = facts.filter((fact) => inside(fact, from, to));
        const sums = sumBy(world.db.orm, "revenue", { from, to });
        for (const key of ["a", "b", "c"]) {
          const some = mine.filter((fact) => fact.key === key);
          const amount = some.reduce((all, fact) => all + fact.amount, 0);
          expect(sums.get(key) ?? { n: 0, amount: 0, extra: 0 }).toEqual({
            n: some.length,
            amount,
            extra: some.length,
          });
        }
        expect(sumOf(world.db.orm, "revenue", { from, to }).n).toBe(mine.length);
        expect(sumDays(world.db.orm, "revenue", { from, to }).map(({ sums: all }) => all.get("")?.n ?? 0)).toEqual(
          sumDays(world.db.orm, "revenue", { from, to }, "key").map(({ sums: all }) => total(all).n),
        );
        expect(total(sumBefore(world.db.orm, "revenue", from)).n).toBe(facts.filter(({ on }) => on < from).length);
      }),
      { numRuns: FULL ? 100 : 12 },
    );
  });

  it("of single days and of whole months are told apart in the same way", () => {
    const { months } = readReports(world.db.orm, world.settings(), periodOf({ month: "2026-11" }), TODAY);
    expect(months.map(({ month }) => month)).toEqual([
      ...["2025-11", "2025-12", "2026-01", "2026-02", "2026-03", "2026-04", "2026-05"],
      ...["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"],
    ]);
    for (const { month, amount } of months) {
      const mine = facts.filter((fact) => fact.on.startsWith(month));
      expect(amount, month).toBe(mine.reduce((all, fact) => all + fact.amount, 0));
    }
    const days = sumDays(world.db.orm, "revenue", { from: day("2026-10-30"), to: day("2026-11-03") });
    expect(days.map(({ day: on, sums }) => [on, sums.get("")?.n])).toEqual(
      ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02", "2026-11-03"].map((on) => [
        on,
        facts.filter((fact) => fact.on === on).length,
      ]),
    );
  });

  it("go with their facts", () => {
    world.db.sqlite.exec("delete from report_facts");
    expect(sumBy(world.db.orm, "revenue", { from: day("2020-01-01"), to: day("2030-01-01") }).size).toBe(0);
    expect(
      world.db.sqlite.prepare("select count(*) from report_months where n <> 0 or amount <> 0").pluck().get(),
    ).toBe(0);
  });
});

describe("the fleet", () => {
  beforeEach(async () => {
    world = await openWorld({ fleet: { 20: 4 }, now: instantAt(day("2026-10-01"), 9) });
    return () => world.close();
  });
  const fleetOf = (from: string, to: string) =>
    readReports(world.db.orm, world.settings(), periodOf({ from, to }, day("2027-06-01")), day("2027-06-01")).fleet;

  it("is in use on the days at whose end a dumpster stood at a customer, each once", () => {
    put("set_down", "20", instantAt(day("2026-10-30"), 10));
    put("collected", "20", instantAt(day("2026-11-03"), 15), 101);
    // Set down and collected on one day: in use at no day's end. One that is still there.
    put("set_down", "20", instantAt(day("2026-11-01"), 8));
    put("collected", "20", instantAt(day("2026-11-01"), 23, 59), 15);
    put("set_down", "20", instantAt(day("2026-11-02"), 23, 59));
    expect(fleetOf("2026-10-29", "2026-11-04").sizes).toEqual([
      { size: "20", owned: 4, nights: [0, 1, 1, 1, 2, 1, 1], out: 7, of: 28, setDown: 3, collected: 2, hours: 116 },
    ]);
    // Long after, from the sums of the months before.
    expect(fleetOf("2027-05-01", "2027-05-02").sizes[0]).toMatchObject({ nights: [1, 1], setDown: 0 });
  });

  it("has what was bought and not retired at a day's end; what stood at a customer was ours", async () => {
    const { db } = world;
    const [one, two] = db.orm.select().from(dumpsters).all();
    if (!one || !two) throw new Error("no fleet");
    world.clock.at = instantAt(day("2026-10-03"), 12);
    await db.write((tx) =>
      changeDumpster(tx, world.deed(STAFF), one.id, {
        location: "yard",
        load: "empty",
        condition: "retired",
        why: "rust",
        seen: null,
      }),
    );
    expect(findDumpster(db.orm, one.number)?.condition).toBe("retired");
    expect(fleetOf("2026-10-01", "2026-10-04").sizes[0]).toMatchObject({ owned: 3, of: 4 + 4 + 3 + 3 });
    // Before any was bought, two stood at customers all the same.
    put("set_down", "20", instantAt(day("2026-09-01"), 10));
    put("set_down", "20", instantAt(day("2026-09-01"), 10));
    expect(fleetOf("2026-09-01", "2026-09-02").sizes[0]).toMatchObject({ owned: 0, out: 4, of: 4 });
    expect(fleetOf("2026-08-01", "2026-08-02").sizes[0]).toMatchObject({ owned: 0, out: 0, of: 0 });
  });
});

describe("a seeded company", () => {
  beforeAll(async () => {
    world = await openWorld({ sandbox: true, now: instantAt(day("2026-12-15"), 12) });
  });
  afterAll(() => world.close());
  const month = () => periodOf({ month: "2026-12" }, day("2026-12-15"));
  const read = () => readReports(world.db.orm, world.settings(), month(), day("2026-12-15"));

  it("has the same facts and sums by its life and by the migration that counts what was there before", () => {
    const { sqlite } = world.db;
    const stored = () =>
      ["report_facts", "report_pieces", "report_months"].map((table) => [
        ...sqlite
          .prepare(`select * from ${table} ${table === "report_facts" ? "" : "where n <> 0"} order by 1, 2, 3`)
          .raw()
          .all(),
      ]);
    const lived = stored();
    expect(lived.every((rows) => rows.length > 20)).toBe(true);
    sqlite.exec("delete from report_facts; delete from report_pieces; delete from report_months");
    const sql = readFileSync(new URL("../../../db/migrations/0065_reports.sql", import.meta.url), "utf8");
    sqlite.exec(sql.split("--> statement-breakpoint").at(-1) ?? "");
    expect(stored()).toEqual(lived);
    expect(reportContradictions(world.db.orm)).toEqual([]);
  });

  it("has figures that are the sums of their rows, page by page, each row once", () => {
    const { orm } = world.db;
    const period = { from: day("2026-11-01"), to: day("2026-12-31") };
    for (const figure of Object.keys(FIGURES).filter(isFigure)) {
      const sums = sumBy(orm, figure, period);
      for (const [key, sum] of [...sums, [null, total(sums)] as const]) {
        const rows = [...exportRows(figure, key)];
        expect(rows.length, `${figure} ${key}`).toBe(sum.n);
        expect(
          rows.reduce((all, row) => all + row.amount, 0),
          `${figure} ${key}`,
        ).toBe(sum.amount);
        expect(new Set(rows.map(({ subject }) => subject)).size).toBe(rows.length);
        expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort((a, b) => b - a));
      }
    }
    function* exportRows(figure: Figure, key: string | null) {
      for (let after: string | null = ""; after !== null;) {
        const page: ReturnType<typeof listFacts> = listFacts(orm, { figure, key, period, after });
        expect(page.rows.length).toBeLessThanOrEqual(ROWS_PAGE);
        yield* page.rows;
        after = page.next;
      }
    }
  });

  it("goes through more rows than a page, also of one moment, each once", () => {
    const at = instantAt(day("2020-02-03"), 10);
    for (let i = 0; i < 2 * ROWS_PAGE + 3; i++) put("late", "swap", instant(at + (i % 3)), 1);
    const filter = { figure: "late" as const, key: "swap", period: { from: day("2020-02-03"), to: day("2020-02-03") } };
    const pages = [listFacts(world.db.orm, filter)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(listFacts(world.db.orm, { ...filter, after: next }));
    expect(pages.map(({ rows }) => rows.length)).toEqual([ROWS_PAGE, ROWS_PAGE, 3]);
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ subject }) => subject))).size).toBe(2 * ROWS_PAGE + 3);
    world.db.sqlite.exec("delete from report_facts where key = 'swap' and figure = 'late'");
  });

  it("takes no place of another time from an address", () => {
    const filter = {
      figure: "revenue" as const,
      key: null,
      period: { from: day("2026-11-20"), to: day("2026-11-30") },
    };
    const all = listFacts(world.db.orm, filter).rows;
    expect(all.length).toBeGreaterThan(0);
    for (const after of ["9999999999999~x", "x", "", "1~"])
      expect(listFacts(world.db.orm, { ...filter, after }).rows).toEqual(all);
    expect(listFacts(world.db.orm, { ...filter, after: "1~x" }).rows).toEqual([]);
  });

  it("tells in its tables what its sums are", () => {
    const reports = read();
    const paid = world.db.sqlite.prepare("select count(*) n, sum(total_amount) total from bookings where paid_at >= ?");
    const { n, total: amount } = paid.get(instantAt(day("2026-12-01"), 0)) as { n: number; total: number };
    expect(reports.orders).toMatchObject({ n, amount });
    expect(reports.revenue.days).toHaveLength(15);
    expect(reports.revenue.days.reduce((all, one) => all + one.amount, 0)).toBe(reports.revenue.net);
    expect(reports.revenue.kinds.reduce((all, one) => all + one.amount, 0)).toBe(reports.revenue.net);
    expect(reports.revenue.before).toBe(
      sumOf(world.db.orm, "revenue", { from: day("2026-11-01"), to: day("2026-11-15") }).amount,
    );
    expect(reports.months.at(-1)).toEqual({ month: "2026-12", amount: reports.revenue.net, isRunning: true });
    expect(reports.trips).toMatchObject({ wrong: 2 });
    expect(reports.places.top[0]?.city).not.toBe("");
    for (const id of Object.keys(REPORTS) as ReportId[]) {
      const { columns, rows } = REPORTS[id].table(reports);
      for (const { cells } of rows) expect(cells.length, id).toBe(columns.length);
    }
  });

  it("has a file of each report, and of the rows behind a figure, which no spreadsheet runs", () => {
    const reports = read();
    const csv = [...exportReport("kinds", reports)].join("");
    expect(csv).toMatch(/^\ufeff"Kind","Entries","Revenue","Tax","The time before"\r\n"Rental",\d+,[\d.]+,[\d.]+,/);
    expect([...exportReport("trips", reports)].join("")).toContain('"Share, %"');
    world.db.sqlite.exec(`update bookings set first_name = '=1+1'`);
    const rows = [...exportFacts(world.db.orm, { figure: "order", key: "web", period: month() })].join("");
    expect(rows.split("\r\n")[0]).toBe('\ufeff"Date","Came by","Booking","Customer","Total","Dumpsters"');
    expect(rows.split("\r\n")).toHaveLength(reports.orders.n + 2);
    expect(rows).toContain(`"'=1+1 `);
  });

  it("says nothing of a time in which nothing happened", () => {
    const reports = readReports(world.db.orm, world.settings(), periodOf({ month: "2019-03" }), TODAY);
    expect(reports.revenue).toMatchObject({ net: 0, before: 0, kinds: [] });
    expect(reports.fleet.sizes.every(({ out, of }) => out === 0 && of === 0)).toBe(true);
    expect([reports.orders.n, reports.trips.all, reports.leads, reports.cancellations]).toEqual([0, 0, [], []]);
    for (const id of Object.keys(REPORTS) as ReportId[]) expect(() => REPORTS[id].table(reports)).not.toThrow();
  });
});

it("says numbers as people do, and to spreadsheets as numbers; what is money stays an amount", () => {
  expect([0, 0.004, 0.0709, 0.5, 1].map(percentText)).toEqual(["0%", "0.4%", "7%", "50%", "100%"]);
  expect([
    cellText("cents", -1250),
    cellText("percent", null),
    cellText("minutes", 25.4),
    cellText("minutes", 18_672),
    cellText("tons", 1.375),
    cellText("count", 12_345),
  ]).toEqual(["−$12.50", "–", "25 min", "13 days", "1.38", "12,345"]);
  expect([
    cellValue("cents", 1250),
    cellValue("percent", 0.0709),
    cellValue("days", 7.166),
    cellValue("text", "x"),
  ]).toEqual([{ cents: 1250 }, 7.1, 7.17, "x"]);
  expect(isFigure("toString")).toBe(false);
});
