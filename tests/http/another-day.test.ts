import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, day, formatDay, type Day } from "~/domain/kernel/days";
import { nextOpenDay } from "~/domain/schedule/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { TextBrowser } from "../support/form";
import { signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

it("a paid booking's record leads to its job's panel on the board, which says what a move came to and who hears of it", async () => {
  const staff = await signIn(server, "staff@example.com");
  const on: Day = day(openDay(30));
  const number = bookingNumberOn(await bookAndPay(new TextBrowser(server.url), { deliveryDate: on }));
  const record = await staff.open(`/crm/bookings/${number}`);
  const links = record.root.querySelectorAll("a").map(({ text }) => text);
  expect(links.filter((words) => words.startsWith("Another day"))).toEqual([
    "Another day for the delivery",
    "Another day for the pickup",
  ]);
  const board = await record.follow("Another day for the delivery");
  expect(board.root.querySelector("#move-heading")?.text).toContain("Delivery");
  const to = nextOpenDay(addDays(on, 1), DEFAULT_SETTINGS);
  const moved = await board.form("Move the job").fill({ day: to, window: "morning" }).submit("move");
  const said = moved.root.querySelector(".notice.good")?.text;
  expect(said).toContain(`is now on ${formatDay(to)}, Morning`);
  expect(said).toContain(`it was on ${formatDay(on)}`);
  expect(said).toContain("The customer is told 10 minutes after the move, unless it is taken back before.");
  const back = await moved.form("Undo").submit("undo");
  expect(back.root.querySelector(".notice.good")).toBeNull();
});
