import { afterAll, beforeAll, expect, it } from "vitest";
import { press, stops } from "../support/board";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

const ON = openDay(60);
let server: TestServer;
let staff: TextBrowser;
let number: string;
let job: { id: string; day: string };
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
  number = bookingNumberOn(
    await bookAndPay(new TextBrowser(server.url), { deliveryDate: ON, deliveryTime: "anytime" }),
  );
  arrange(server, "update bookings set flexible_extension = 1 where booking_number = ?", number);
  const sql =
    "select j.id, j.day from jobs j join bookings b on b.id = j.booking_id where b.booking_number = ? and j.kind = 'pickup'";
  job = query<{ id: string; day: string }>(server.dataDir, sql, number)[0]!;
});
afterAll(() => server.stop());

const board = (more = "") => staff.open(`/crm/dispatch?day=${job.day}${more}`);
const kept = async () => (await board()).root.querySelectorAll(".board .kept .stop").map((one) => one.id);

it("shows a pickup that nobody has asked for apart: it is nothing to give, to propose or to print", async () => {
  const page = await board();
  const apart = page.root.querySelector(".board .kept");
  expect(apart?.text).toContain("Kept until they ask");
  expect(await kept()).toEqual([job.id]);
  expect(apart?.querySelectorAll(".wrong, .late, .wait").length).toBe(0);
  expect(page.root.querySelector("#nobody .count")?.text).toBe("0");
  expect(page.root.querySelector(".week [aria-current]")?.text).toMatch(/No jobs/);
  expect(page.root.querySelector("button[value=auto]")).toBeNull();
  const asked = await staff.post(`/crm/dispatch?day=${job.day}`, { intent: "auto", on: job.day });
  expect(asked.text).toContain("No delivery or pickup of this day is still to leave.");
  expect((await staff.open(`/crm/dispatch/sheet?day=${job.day}`)).text).not.toContain(number);
});

it("says so before it is given by hand, and gives it to whoever insists", async () => {
  const chosen = await board(`&job=${job.id}`);
  expect(chosen.root.querySelector("#move")?.text).toContain("They keep it until they ask: extra days are charged.");
  const driver = chosen.root.querySelector("#move select[name=driverId] option[value^=drv]")?.getAttribute("value");
  const refused = await chosen
    .form("driverId")
    .fill({ driverId: driver ?? "" })
    .submit("assign");
  expect(refused.status).toBe(400);
  expect(refused.root.querySelector("#driverId-error")?.text).toContain(
    "They keep it until they ask: extra days are charged. If it is right all the same, say so below the driver.",
  );
  expect(await kept()).toEqual([job.id]);
  const insists = refused.root.querySelector("#move input[name=allTheSame]")?.getAttribute("value") ?? "";
  expect(insists).toBe("kept");
  await refused.form("driverId").fill({ allTheSame: insists }).submit("assign");
  const given = await board();
  expect([stops(given, "Nobody"), stops(given, "Dale").length + stops(given, "Dana").length]).toEqual([[], 1]);
  expect(given.root.querySelector(`#${job.id} .wrong`)?.text).toBe(
    "Nobody has asked for it: they keep it until they ask.",
  );
  expect((await press(given, "undo")).status).toBe(200);
  expect(await kept()).toEqual([job.id]);
});

it("is a job like any other from the minute at which it is asked for", async () => {
  arrange(server, "update units set state = 'on_site' where id = (select unit_id from jobs where id = ?)", job.id);
  const needs = await staff.open(`/crm/bookings/${number}/needs`);
  await press(needs, "pickup");
  const sql =
    "select count(*) from units where state = 'pickup_requested' and id = (select unit_id from jobs where id = ?)";
  expect(count(server, sql, job.id)).toBe(1);
  const [now] = query<{ day: string }>(server.dataDir, "select day from jobs where id = ?", job.id);
  const page = await staff.open(`/crm/dispatch?day=${now?.day}`);
  expect(stops(page, "Nobody")).toContain(job.id);
  expect(page.root.querySelectorAll(".kept .stop").map((one) => one.id)).not.toContain(job.id);
});
