import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dumpsterSizes, meta, outbox, systemLogs, webhookInbox } from "#db/schema/index";
import { eq } from "drizzle-orm";
import { newId } from "~/domain/kernel/ids.server";
import { HOUR, MINUTE, plus } from "~/domain/kernel/time.server";
import type { HealthReport } from "~/domain/log/health";
import { countRecentErrors, reportError } from "~/domain/log/errors.server";
import type { Services } from "~/services.server";
import { changeSetting, openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { readHealthReport } from "./health-report.server";
import { remembered } from "../work/last-runs.server";

let world: TestWorld;
let services: Services;
beforeEach(async () => {
  world = await openWorld();
  services = fakeServices(world);
  services.pdf = { ...services.pdf, browser: () => ({ state: "awake", made: 3 }) };
  await world.db.write((tx) => tx.insert(meta).values({ key: "kind", value: "live" }).run());
});
afterEach(() => world.close());

const valueOf = (report: HealthReport, name: string) =>
  report.groups.flatMap((group) => group.lines).find((line) => line.name === name)?.value;

it("reads what the database, the worker and the log say, and nothing older than an hour", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await world.db.write((tx) => {
    const work = { kind: "mail.x", payload: {}, created_at: 0 };
    tx.insert(outbox)
      .values([
        { ...work, id: newId("outbox"), cause: "1", run_at: Date.now() - 10 * MINUTE },
        { ...work, id: newId("outbox"), cause: "2", run_at: Date.now() + HOUR },
        { ...work, id: newId("outbox"), cause: "3", run_at: 0, state: "dead" },
        { ...work, id: newId("outbox"), cause: "4", run_at: 0, state: "done" },
      ])
      .run();
    for (const [level, module, ago] of [
      ["ERROR", "payments", 1],
      ["ERROR", "payments", 59],
      ["ERROR", "mail", 5],
      ["ERROR", "mail", 61],
      ["WARN", "x", 2],
    ] as const) {
      tx.insert(systemLogs)
        .values({
          log_level: level,
          module,
          action: "a",
          error_message: "Ada Tester, ada@example.com",
          created_at: plus(world.clock.at, -ago * MINUTE),
        })
        .run();
    }
    for (const [id, ago] of [
      ["evt_z", 300],
      ["evt_a", 5],
    ] as const)
      tx.insert(webhookInbox)
        .values({
          id,
          source: "stripe",
          type: `type.${id}`,
          outcome: "seen",
          received_at: plus(world.clock.at, -ago * MINUTE),
        })
        .run();
    tx.update(dumpsterSizes).set({ base_price: 1 }).where(eq(dumpsterSizes.size, 20)).run();
  });
  await changeSetting(world, "zipClaim", 119);
  await remembered(services, "reconciler", async () => undefined);
  // The whole process counts them, other tests' too.
  const unexpected = countRecentErrors(Date.now() - HOUR) + 1;
  reportError(new Error("ada@example.com"), {});

  // That of all the tests together says nothing.
  vi.spyOn(process.memoryUsage, "rss").mockReturnValue(200 * 2 ** 20);
  const report = await readHealthReport(services);
  expect(valueOf(report, "Waiting")).toBe("2, the oldest is due for 10 minutes");
  expect(valueOf(report, "Given up")).toMatch(/^1:/);
  expect(valueOf(report, "Last webhook")).toBe("type.evt_a, 5 minutes ago");
  expect(valueOf(report, "Reconciler")).toMatch(/^ran [01] seconds? ago$/);
  expect(valueOf(report, "PDF browser")).toBe("Awake, 3 made since the start");
  expect(valueOf(report, "Errors in the last hour")).toBe(`3 logged, ${unexpected} unexpected (payments: 2, mail: 1)`);
  expect(valueOf(report, "Warnings in the last hour")).toBe("1");
  expect(valueOf(report, "Prices")).toBe("20 yards: the configured price is $379, dumpster_sizes has $0.01.");
  expect(valueOf(report, "ZIP codes")).toBe("119+ advertised, 119 served");
  expect(valueOf(report, "Content version")).toBe(world.contentVersion());
  expect(report.summary).toBe("Broken: Given up. To look at: Waiting, Prices, Errors in the last hour.");
  expect(JSON.stringify(report)).not.toContain("Ada");
});

it("tells of a reconciler that failed, and passes the failure on", async () => {
  await expect(remembered(services, "reconciler", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(valueOf(await readHealthReport(services), "Reconciler")).toMatch(/^failed/);
});
