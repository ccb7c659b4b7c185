import { afterAll, beforeAll, expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { press, stops } from "../support/board";
import { openDay } from "../support/booking";
import { makeBusyDay } from "../support/busy-day";
import type { TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

const on = day(openDay(47));
let server: TestServer;
let staff: TextBrowser;
let admin: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off", FLAG_MULTI_ASSIGNMENTS: "on" } });
  await makeBusyDay(server, on, { orders: 2 });
  [staff, admin] = await Promise.all([signIn(server, "staff@example.com"), signIn(server, "admin@example.com")]);
});
afterAll(() => server.stop());

it("a page that shows a former offer, move or proposal takes no later one back", async () => {
  const ids = query<{ id: string }>(
    server.dataDir,
    "select id from jobs where day = ? and kind = 'delivery' order by id desc limit 2",
    on,
  ).map(({ id }) => id);
  // In one window, so that they stand in the order in which they are given.
  for (const id of ids) arrange(server, "update jobs set delivery_window = 'anytime' where id = ?", id);
  const [first = "", second = ""] = ids;
  const path = `/crm/dispatch?day=${on}`;
  const at = (id: string) => staff.open(`${path}&job=${id}`);
  const names = { Dana: "driver@example.com", Dale: "driver2@example.com" };
  const idOf = (name: keyof typeof names) =>
    query<{ id: string }>(
      server.dataDir,
      "select d.id from drivers d join accounts a on a.id = d.user_id where a.email = ?",
      names[name],
    )[0]?.id ?? "";
  const offer = (who: TextBrowser, name: keyof typeof names) =>
    who.post(path, { intent: "offer", jobId: first, driverId: idOf(name) });
  const offered = () =>
    count(server, "select driver_id from job_offers where job_id = ? and state = 'open'", first) || null;
  await offer(staff, "Dana");
  const dana = await at(first);
  await admin.post(path, { intent: "take-offer-back", jobId: first });
  await offer(admin, "Dale");
  expect([(await press(dana, "take-offer-back")).status, offered()]).toEqual([409, idOf("Dale")]);
  await press(await at(first), "take-offer-back");
  expect(offered()).toBeNull();

  const give = (jobId: string) =>
    staff.post(path, { intent: "assign", jobId, driverId: idOf("Dana"), allTheSame: "late overtime" });
  await give(first);
  const former = await staff.open(path);
  await give(second);
  const told = await press(former, "undo");
  expect([told.status, told.text.includes("Your last move is another one by now")]).toEqual([409, true]);
  expect(stops(told, "Dana Driver")).toEqual([first, second]);
  expect(stops(await press(told, "undo"), "Dana Driver")).toEqual([first]);

  const propose = async () => press(await staff.open(path), "auto");
  const old = await propose();
  await give(second);
  await propose();
  expect((await press(old, "drop")).status).toBe(409);
  expect(count(server, "select count(*) from day_plans where day = ?", on)).toBe(1);
});
