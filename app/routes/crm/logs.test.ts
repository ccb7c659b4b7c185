import { parse } from "node-html-parser";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countRows } from "#db/client.server";
import { systemLogs } from "#db/schema/index";
import { seedAccounts, SEEDED_PASSWORD } from "~/domain/accounts/seed.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import { createLog } from "~/domain/log/log.server";
import { listLog, listLogModules, type LogLine } from "~/domain/log/read.server";
import { keepHouse } from "~/services/work/housekeeping.server";
import { changeSetting, openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { rendered } from "../../../tests/support/rendered";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { action as signInAction } from "./auth";
import LogsPage, { loader } from "./logs";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  world.db.orm.delete(systemLogs).run();
});
afterEach(() => world.close());

type Row = Partial<typeof systemLogs.$inferInsert>;
const put = (...rows: Row[]) =>
  world.db.orm
    .insert(systemLogs)
    .values(
      rows.map((row) => ({ log_level: "INFO" as const, module: "m", action: "a", created_at: world.clock.at, ...row })),
    )
    .run();
const actions = (filter: Parameters<typeof listLog>[1]) =>
  listLog(world.db.orm, filter).lines.map(({ action }) => action);

describe("the list", () => {
  it("finds by level, module, booking, New York day and text, alone and together", () => {
    put(
      { action: "first", log_level: "ERROR", module: "payments", booking_id: "bkg_1", error_message: "Card DECLINED" },
      { action: "second", log_level: "WARN", module: "payments", error_details: { why: "declined too" } },
      { action: "third", log_level: "ERROR", module: "mail", created_at: plus(world.clock.at, DAY) },
    );
    expect(actions({})).toEqual(["third", "second", "first"]);
    expect(actions({ level: "ERROR" })).toEqual(["third", "first"]);
    expect(actions({ module: "payments" })).toEqual(["second", "first"]);
    expect(actions({ bookingId: "bkg_1" })).toEqual(["first"]);
    expect(actions({ day: "2026-12-02" as never })).toEqual(["third"]);
    expect(actions({ day: "2026-12-01" as never })).toEqual(["second", "first"]);
    expect(actions({ text: "declined" })).toEqual(["second", "first"]);
    expect(actions({ text: "declined", level: "ERROR", module: "payments" })).toEqual(["first"]);
    expect(actions({ text: "%" })).toEqual([]);
    expect(listLogModules(world.db.orm)).toEqual(["mail", "payments"]);
  });

  it("comes in pages without a gap or a double, also while lines are added", () => {
    put(...Array.from({ length: 120 }, (_, i) => ({ action: `n${i}` })));
    const seen: LogLine[] = [];
    let before: number | null = null;
    do {
      const page = listLog(world.db.orm, { before });
      seen.push(...page.lines);
      before = page.next;
      put({ action: "new" });
    } while (before !== null);
    expect(seen.map(({ action }) => action)).toEqual(Array.from({ length: 120 }, (_, i) => `n${119 - i}`));
  });

  it("looks for a text in some lines at a time, says so, and finds the rest on going on", () => {
    put({ action: "needle" }, ...Array.from({ length: 99 }, () => ({ action: "hay" })));
    const first = listLog(world.db.orm, { text: "needle" }, 60);
    expect(first).toMatchObject({ lines: [], partial: true });
    const second = listLog(world.db.orm, { text: "needle", before: first.next }, 60);
    expect(second).toMatchObject({ lines: [{ action: "needle" }], partial: false, next: null });
  });

  it("answers fast among 100,000 lines, in at most 25 kB", () => {
    const insert = world.db.sqlite.prepare(
      "insert into system_logs (created_at, log_level, module, action, error_message) values (?, ?, ?, 'a', ?)",
    );
    const fill = world.db.sqlite.transaction((from: number, to: number) => {
      for (let i = from; i < to; i++)
        insert.run(world.clock.at, i % 999 === 0 ? "ERROR" : "INFO", `m${i % 9}`, "x".repeat(300));
    });
    /** In milliseconds, the least of some: what else the machine does only ever makes one longer. */
    const timeOf = (filter: Parameters<typeof listLog>[1]) =>
      Math.min(
        ...[1, 2, 3].map(() => {
          const begun = performance.now();
          listLog(world.db.orm, filter);
          return performance.now() - begun;
        }),
      );
    const filters = [
      {},
      { level: "ERROR" },
      { module: "m3" },
      { text: "no such text" },
      { level: "WARN", module: "m1" },
    ] as const;
    fill(0, 10_000);
    const few = filters.map(timeOf);
    fill(10_000, 100_000);
    // A slow machine is as slow among a tenth of them.
    for (const [at, filter] of filters.entries())
      expect([filter, timeOf(filter) < Math.max(100, 3 * (few[at] ?? 0))]).toEqual([filter, true]);
    expect(JSON.stringify(listLog(world.db.orm, {})).length).toBeLessThan(14_000);
  });
});

describe("hostile values", () => {
  const nasty = `\u202Egnp.exe\u0000\u001b[31m</script><img src=x onerror=alert(1)>${"y".repeat(50_000)}`;

  it("are cut, and nothing in them turns or hides the text around", () => {
    put({ module: nasty, action: nasty, error_message: nasty, error_details: { nasty } });
    const [line] = listLog(world.db.orm, {}).lines;

    for (const text of [line?.module, line?.action, line?.message]) expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(JSON.stringify(line).length).toBeLessThan(500);
  });
});

describe("the page", () => {
  async function visitor(email: string): Promise<Visitor> {
    const made = new Visitor(fakeServices(world));
    await made.post(signInAction, "/auth", { email, password: SEEDED_PASSWORD });
    return made;
  }

  it("is for admins, keeps the filters of its address and finds a booking by its number", async () => {
    await seedAccounts(world.db, world.clock.at);
    const { id, booking_number: number } = await paidBooking(world);
    world.db.orm.delete(systemLogs).run();
    put({ action: "its own", booking_id: id }, { action: "another's", booking_id: "bkg_x" });
    const admin = await visitor("admin@example.com");
    const found = (await admin.get(loader, `/crm/logs?booking=${number}&level=INFO&module=m`)).data as {
      filter: object;
      lines: LogLine[];
    };
    expect(found.filter).toMatchObject({ booking: number, level: "INFO", module: "m" });
    expect(found.lines.map(({ action }) => action)).toEqual(["its own"]);
    const none = (await admin.get(loader, "/crm/logs?booking=DMP-2026-999999")).data as { lines: LogLine[] };
    expect(none.lines).toEqual([]);
    expect((await admin.get(loader, "/crm/logs?day=2026-02-30&before=x&line=99999999")).data).toMatchObject({
      dayIsWrong: true,
      lines: [],
      line: { found: null },
    });
    expect((await (await visitor("staff@example.com")).get(loader, "/crm/logs")).status).toBe(403);
  });

  it("says beside its field that a day is none, shows nothing then, and takes days as people type them", async () => {
    await seedAccounts(world.db, world.clock.at);
    const admin = await visitor("admin@example.com");
    put({ action: "today's" });
    const page = async (day: string) => {
      const { data } = await admin.get(loader, `/crm/logs?${new URLSearchParams({ day, level: "INFO" })}`);
      const root = parse((await rendered(LogsPage, {}, data as object)).replace(/<script>.*<\/script>/s, ""));
      const field = root.querySelector("input[name=day]");
      const about = field?.getAttribute("aria-describedby");
      return {
        said: about ? root.querySelector(`#${about}`)?.text : null,
        level: root.querySelector("option[selected]")?.text,
        shown: [root.text.includes("today's"), root.text.includes("No line fits."), root.text.includes("Show all")],
      };
    };
    const nothing = { level: "INFO", shown: [false, true, true] };
    for (const day of ["2026-02-30", "tomorrow", "13/45/2026"])
      expect([day, await page(day)]).toEqual([
        day,
        { ...nothing, said: "That is no day. Nothing is shown. Write it like 2026-12-25." },
      ]);
    expect(await page("2026-11-30")).toEqual({ ...nothing, said: null });
    for (const day of ["2026-12-01", "12/1/2026", " 2026-12-01 ", ""])
      expect([day, await page(day)]).toEqual([day, { level: "INFO", shown: [true, false, true], said: null }]);
  });
});

it("is kept as long as the setting says", async () => {
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
  put({ created_at: plus(world.clock.at, -89 * DAY) }, { created_at: plus(world.clock.at, -91 * DAY) });
  const count = () => countRows(world.db.orm, systemLogs, undefined);
  await keepHouse({ ...world, log }, world.deed());
  expect(count()).toBe(1);
  await changeSetting(world, "logDays", 30);
  await keepHouse({ ...world, log }, world.deed());
  expect(count()).toBe(0);
});

it.each([
  [true, 1],
  [false, 0],
])("a line that cannot be written: on localhost (%s) it is told, elsewhere swallowed", async (onLocalhost, times) => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const broken = { ...world.db, write: () => Promise.reject(new Error("disk full")) };
  createLog(broken as never, world.clock, "silent", onLocalhost).error({ module: "m", action: "a" });
  await new Promise((done) => setTimeout(done, 5));
  expect(told).toHaveBeenCalledTimes(times);
  told.mockRestore();
});
