import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import { FIGURES } from "~/domain/reports/figures";
import { readReportPeriod } from "~/domain/reports/period";
import { readReports } from "~/domain/reports/reports.server";
import { listFacts } from "~/domain/reports/rows.server";
import { openWorld, type TestWorld } from "../support/domain";
import { measureGrowth } from "../support/growth";
import { FULL } from "../support/paths";

const FEW = 1_000;
const MANY = FULL ? 100_000 : 30_000;
const MOST = 1.3;
/** Other work runs on the machine; what walks over all its rows is beyond it by far. */
const HEADROOM = 1.5;
const TODAY = day("2027-01-31");
/** Kinds, ZIPs and sizes as a busy company has them. */
const KEYS: Partial<Record<string, string[]>> = {
  revenue: [
    "rental",
    "haul",
    "extension",
    "day_overage",
    "weight_overage",
    "dry_run",
    "cancellation_fee",
    "written_off",
  ],
  order_zip: Array.from({ length: 119 }, (_, i) => String(32_700 + i)),
  set_down: ["15", "20", "25"],
  collected: ["15", "20", "25"],
};

let small: TestWorld;
let large: TestWorld;
/** As many facts a month in both: years of them, and one with its neighbours. In no order of time. */
function fill({ db }: TestWorld, count: number, days: number) {
  const insert = db.sqlite.prepare("insert into report_facts values (?, ?, ?, ?, ?, ?, null)");
  const figures = Object.keys(FIGURES);
  db.sqlite.transaction(() => {
    for (let i = 0; i < count; i++) {
      const figure = figures[i % figures.length] ?? "trip";
      const keys = KEYS[figure] ?? ["delivery", "pickup"];
      const on = addDays(TODAY, -((i * 7919) % days));
      insert.run(
        figure,
        `s${i}`,
        keys[(i * 31) % keys.length],
        instantAt(on, 8) + ((i * 104_729) % 36_000_000),
        100,
        1,
      );
    }
  })();
  db.sqlite.exec("analyze");
}

beforeAll(async () => {
  small = await openWorld({ fleet: { 15: 10, 20: 16, 25: 8 } });
  large = await openWorld({ fleet: { 15: 10, 20: 16, 25: 8 } });
  fill(small, FEW, 100);
  fill(large, MANY, (MANY / FEW) * 100);
}, 600_000);
afterAll(() => {
  small.close();
  large.close();
});

const read = readReportPeriod({ month: "2027-01", from: null, to: null }, TODAY);
function questions({ db, settings }: TestWorld) {
  if (!read.ok) throw new Error("no month");
  const { period } = read;
  const values = settings();
  const rows = (key: string | null, after?: string) => ({
    ask: () => listFacts(db.orm, { figure: "revenue", key, period, after: after ?? null }),
    most: MOST,
  });
  return {
    "the month": { ask: () => readReports(db.orm, values, period, TODAY), most: MOST },
    "rows of a figure": rows(null),
    "rows of a kind": rows("haul"),
    "a later page": rows(null, `${instantAt(day("2027-01-20"), 12)}~s1`),
  };
}

it(`a month's reports take as long among ${MANY.toLocaleString("en-US")} facts as among ${FEW.toLocaleString("en-US")}`, async () => {
  const growth = await measureGrowth(questions(small), questions(large), 60);
  for (const one of Object.values(questions(large))) expect(one.ask()).not.toEqual({ rows: [], next: null });
  expect(
    Object.entries(growth)
      .filter(([, { times, most }]) => times > most * HEADROOM)
      .map(([name, { small: few, large: many }]) => `${name}: ${few.toFixed(3)} → ${many.toFixed(3)} ms`),
  ).toEqual([]);
}, 300_000);
