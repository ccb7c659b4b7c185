import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, mailTo, pathOf, signIn } from "../support/meanwhile";
import { addDays } from "~/domain/kernel/days";
import { nextOpenDay } from "~/domain/schedule/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { dayAt, instant } from "~/domain/kernel/time.server";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let staff: TextBrowser;
let number: string;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
  const wish = { email: "zora.quill@example.com", firstName: "Zora", deliveryDate: openDay(30) };
  number = bookingNumberOn(await bookAndPay(new TextBrowser(server.url), wish));
});
afterAll(() => server.stop());

const tasksOn = (page: Page) => page.root.querySelectorAll(".tasks > li").map(({ text }) => text.replace(/\s+/g, " "));
/** The queue with nothing in it but one kind. */
const only = (kind: string) => arrange(server, "delete from tasks where kind <> ?", kind);
/** The form of a row that has this button. */
const press = async (page: Page, intent: string, fields: Record<string, string> = {}) =>
  page
    .form(fields["why"] === undefined ? "task" : "why")
    .fill(fields)
    .submit(intent);

describe("the overview as a plain page", () => {
  it("gets a task for a mail that the sandbox's Bounce button sends back, and for each further one to that mailbox", async () => {
    await mailTo(server, "zora.quill@example.com");
    const inbox = await staff.open("/sandbox/inbox?to=zora.quill@example.com");
    const mail = await staff.open(inbox.root.querySelector("main h2 a")?.getAttribute("href") ?? "");
    const closed = await mail.form("intent").submit("bounce");
    expect(closed.text).toContain("This mail came back");
    only("message_bounced");
    expect(tasksOn(await staff.open("/crm/overview"))).toEqual([
      expect.stringMatching(
        /^ ?Due Message came back: Zora Tester.* · to zora\.quill@example\.com · 550 5\.1\.1 .*Check the contact/,
      ),
    ]);
    await staff.post(`/crm/bookings/${number}`, { intent: "resend" });
    // Its papers are printed first.
    await expect.poll(async () => tasksOn(await staff.open("/crm/overview")).length, { timeout: 30_000 }).toBe(2);
    const opened = await (await staff.open(pathOf(closed))).form("intent").submit("open");
    expect(opened.root.querySelector("button[value=bounce]")).not.toBeNull();
  });

  it("is worked through without a script: taken, put off with what was typed kept, done, undone", async () => {
    // Tomorrow nobody works: the day after is proposed.
    const tomorrow = addDays(dayAt(instant(Date.now())), 1);
    const closed = { ...DEFAULT_SETTINGS, holidays: [tomorrow] };
    arrange(
      server,
      "insert or replace into settings (key, value, updated_at) values ('holidays', ?, 0)",
      JSON.stringify(closed.holidays),
    );
    const first = await staff.open("/crm/overview");
    expect(first.form("why").values().get("until")).toBe(nextOpenDay(tomorrow, closed));
    const mine = await press(first, "take");
    expect(tasksOn(mine)[0]).toContain("yours");
    const queue = await mine.follow(/^Mine/);
    expect([queue.url.split("?")[1], tasksOn(queue).length]).toEqual(["whose=mine", 1]);
    const refused = await press(queue, "snooze", { why: "", until: "2020-01-01" });
    expect([refused.status, refused.root.querySelector("[role=alert]")?.text]).toEqual([
      400,
      expect.stringContaining("Say why"),
    ]);
    expect(refused.form("why").values().get("until")).toBe("2020-01-01");
    expect(refused.root.querySelector(".tasks details")?.hasAttribute("open")).toBe(true);
    const link = refused.root.querySelector("[role=alert] a")?.getAttribute("href") ?? "";
    expect(refused.root.querySelector(link)?.getAttribute("name")).toBe("why");
    const done = await press(refused, "done", { why: "wrong letter, called her" });
    expect(tasksOn(done)).toEqual([]);
    expect(done.text).toContain("Done: message came back, Zora Tester.");
    const undone = await done.form("task").submit("undo");
    expect([undone.url.split("?")[1], tasksOn(undone).length]).toEqual(["whose=mine", 1]);
    const off = await press(undone, "snooze", { why: "she calls", until: openDay(40) });
    expect([tasksOn(off), off.text]).toEqual([
      [],
      expect.stringMatching(/Put off until \w{3} \d+(, \d{4})?, 8:00 am: message came back, Zora Tester\./),
    ]);
    expect(tasksOn(await off.form("task").submit("bring-back"))).toHaveLength(1);
    expect((await staff.open(`/crm/bookings/${number}`)).text).toContain("wrong letter, called her");
  });

  it("has figures that lead to exactly what they count", async () => {
    const page = await staff.open("/crm/overview");
    const figure = (label: string) =>
      page.root.querySelectorAll(".figures > div").find(({ text }) => text.includes(label));
    const today = figure("Money today")?.querySelector("a");
    const list = await staff.open(today?.getAttribute("href") ?? "");
    expect(list.text).toContain(`Money on`);
    expect(list.text).toContain(today?.text ?? "none");
    const paid = list.root.querySelectorAll("tbody tr td:last-child").map(({ text }) => text);
    const dollars = (text: string) => Number(text.replace("−$", "-").replaceAll(/[$,]/g, ""));
    const sum = paid.flatMap((cell) => cell.split(" − ").map((part, i) => (i === 0 ? 1 : -1) * dollars(part)));
    expect(sum.reduce((so, one) => so + one, 0)).toBeCloseTo(dollars(today?.text ?? ""), 2);
    expect(list.root.querySelector("thead th:last-child")?.text).toBe("Came − went back");
    const numbers = list.root.querySelectorAll("tbody th").map(({ text }) => text);
    expect(numbers).toContain(number);
    const csv = await (
      await fetch(`${server.url}${list.root.querySelector("a[download]")?.getAttribute("href")}`, {
        headers: { Cookie: staff.cookieHeader },
      })
    ).text();
    // Before the company's three.
    const came = csv.split("\r\n").map((line) => line.split(",").at(-5)?.replaceAll('"', ""));
    expect(came[0]).toBe("Came in then");
    expect(came.slice(1).filter(Boolean)).toHaveLength(numbers.length);
    expect(csv.match(/DMP-\d{4}-\d{6}/g)).toEqual(numbers);
    const unscheduled = figure("To be scheduled")?.querySelector("a");
    const waiting = await staff.open(unscheduled?.getAttribute("href") ?? "");
    expect(waiting.root.querySelectorAll("tbody tr").length).toBe(Number(unscheduled?.text));
    arrange(
      server,
      "update jobs set day = ? where kind = 'delivery' and booking_id = (select id from bookings where booking_number = ?)",
      dayAt(instant(Date.now())),
      number,
    );
    const deliveries = await staff.open("/crm/overview?stops=delivery");
    const stops = deliveries.root.querySelectorAll("section[aria-labelledby=stops] li").map(({ text }) => text);
    expect(stops.filter((text) => text.includes("Zora Tester"))).toEqual([expect.stringContaining("Not scheduled")]);
    expect(deliveries.text).toContain(`of ${stops.length}`);
    expect((await staff.open("/crm/overview?stops=pickup")).text).not.toContain("Delivery: Zora Tester");
  });
});

// The last one: it moves the clock.
it("marks the stops of today whose time is over, in the overview and on the board", async () => {
  const today = dayAt(instant(Date.now()));
  const answer = await fetch(`${server.url}/sandbox/clock`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ now: `${today}T23:30:00Z` }),
  });
  expect(answer.status).toBe(200);
  const marked = (page: Page, stop: string) =>
    page.root.querySelectorAll(stop).filter(({ text }) => text.includes("Late: promised by"));
  const overview = marked(await staff.open("/crm/overview"), "li");
  const board = await staff.open("/crm/dispatch");
  const late = marked(board, ".stop.late");
  expect(late.length).toBeGreaterThan(0);
  expect(overview).toHaveLength(late.length);
  expect(board.text).toContain(`${late.length} ${late.length === 1 ? "stop is" : "stops are"} late.`);
  // What the notice names is there to be led to.
  const [first] = board.root.querySelectorAll(".notice.bad a");
  expect(board.root.querySelector(`[id="${first?.getAttribute("href")?.slice(1)}"]`)?.text).toContain("Late");
});
