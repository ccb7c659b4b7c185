import { afterAll, beforeAll, expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { stops } from "../support/board";
import { openDay } from "../support/booking";
import { makeBusyDay } from "../support/busy-day";
import type { TextBrowser } from "../support/form";
import { arrange, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

const on = day(openDay(47));
const PATH = `/crm/dispatch?day=${on}`;
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off", FLAG_MULTI_ASSIGNMENTS: "on" } });
  await makeBusyDay(server, on, { orders: 3 });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

it("a stop that was dropped where it should not be opens with that driver and place, to be given all the same", async () => {
  const ids = query<{ id: string }>(
    server.dataDir,
    "select id from jobs where day = ? and kind = 'delivery' order by id limit 3",
    on,
  ).map(({ id }) => id);
  for (const id of ids) arrange(server, "update jobs set delivery_window = 'anytime' where id = ?", id);
  const [first = "", second = "", third = ""] = ids;
  const dale = query<{ id: string }>(server.dataDir, "select id from drivers where name = 'Dale Driver'")[0]?.id ?? "";
  for (const jobId of [first, second]) await staff.post(PATH, { intent: "assign", jobId, driverId: dale });
  arrange(
    server,
    "insert into shifts (driver_id, day, is_off, note) select id, ?, 1, 'dentist' from drivers where name = 'Dale Driver'",
    on,
  );
  // As a drag sends it: from a page on which no job is open.
  const seen = `- ${on} anytime`;
  const asked = await staff.post(PATH, { intent: "assign", jobId: third, seen, driverId: dale, position: "2" });
  expect([asked.status, asked.text.includes("Dale is off on this day: dentist.")]).toEqual([400, true]);
  const link = asked.root.querySelector(".problems a")?.getAttribute("href") ?? "";
  expect(asked.root.querySelector(link)?.closest("#move")?.text).toContain("Give it all the same");
  expect(asked.root.querySelector("#driverId option[selected]")?.getAttribute("value")).toBe(dale);
  const insisted = asked.root.querySelector("[name=allTheSame]")?.getAttribute("value") ?? "";
  await asked.form("driverId").fill({ allTheSame: insisted }).submit("assign");
  expect(stops(await staff.open(PATH), "Dale Driver")).toEqual([first, third, second]);
});

it("a stop that was dropped on a day without room opens as well, beside the field that the message is about", async () => {
  const [{ id = "" } = {}] = query<{ id: string }>(
    server.dataDir,
    "select id from jobs where day = ? and kind = 'delivery' order by id limit 1",
    on,
  );
  const fields = { intent: "move", jobId: id, day: "2020-01-01", window: "anytime" };
  const asked = await staff.post(PATH, fields);
  expect(asked.status).toBe(400);
  const link = asked.root.querySelector(".problems a")?.getAttribute("href") ?? "";
  expect(asked.root.querySelector(link)?.closest("#move")?.id).toBe("move");
});
