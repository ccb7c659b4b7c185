import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

const ON = openDay(60);
let server: TestServer;
let staff: TextBrowser;
const numbers: string[] = [];
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
  for (const name of ["Ann", "Bob", "Cleo"])
    numbers.push(
      bookingNumberOn(
        await bookAndPay(new TextBrowser(server.url), {
          email: `${name}@example.com`,
          firstName: name,
          deliveryDate: ON,
          deliveryTime: "anytime",
        }),
      ),
    );
});
afterAll(() => server.stop());

const board = (day = ON) => staff.open(`/crm/dispatch?day=${day}`);
const jobOf = (number: string, kind = "delivery") =>
  server &&
  staff.open(`/crm/bookings/${number}`).then(
    (page) =>
      page.root
        .querySelectorAll("a[href*='/crm/dispatch?']")
        .map((link) => ({ words: link.parentNode?.textContent ?? "", href: link.getAttribute("href") ?? "" }))
        .find(({ words }) => words.trim().toLowerCase().startsWith(kind))?.href ?? "",
  );
/** The column's names, by its heading. */
function column(page: Page, heading: string): string[] {
  const section = page.root
    .querySelectorAll(".board > section")
    .find((one) => one.querySelector("h2")?.text.includes(heading));
  return (section?.querySelectorAll(".stop") ?? []).map((stop) => /(Ann|Bob|Cleo) Tester/.exec(stop.text)?.[1] ?? "?");
}
const choose = async (number: string, kind?: string) => staff.open((await jobOf(number, kind)).split("#")[0] ?? "");
const driverOption = (page: Page, name: string) =>
  page.root
    .querySelectorAll("#driverId option")
    .find((option) => option.text.startsWith(name))
    ?.getAttribute("value") ?? "";
const give = async (number: string, name: string) => {
  const page = await choose(number);
  return page
    .form("driverId")
    .fill({ driverId: driverOption(page, name) })
    .submit("assign");
};

describe("the board, by plain forms", () => {
  it("shows what nobody has, gives it to drivers, and the driver has it in the same order", async () => {
    expect(column(await board(), "Nobody")).toEqual(["Ann", "Bob", "Cleo"]);
    for (const number of numbers) expect(pathOf(await give(number, "Dana"))).toBe("/crm/dispatch");
    const page = await board();
    expect([column(page, "Nobody"), column(page, "Dana")]).toEqual([[], ["Ann", "Bob", "Cleo"]]);
    const cleo = page.root.querySelectorAll(".numbered .stop").at(-1);
    expect(cleo?.querySelectorAll("button").map((button) => button.getAttribute("aria-label")?.split(":")[0])).toEqual([
      "Earlier",
    ]);
    // One form for all of a driver's stops; what its button says was true of the page that was seen.
    const list = cleo?.closest("form");
    const fields = list
      ?.querySelectorAll("[type=hidden]")
      .map((one) => [one.getAttribute("name"), one.getAttribute("value")]);
    const put = (value = "") =>
      staff.post(`/crm/dispatch?day=${ON}`, {
        ...(Object.fromEntries(fields ?? []) as Record<string, string>),
        put: value,
      });
    const earlier = cleo?.querySelector("button")?.getAttribute("value");
    await put(earlier);
    expect(column(await board(), "Dana")).toEqual(["Ann", "Cleo", "Bob"]);
    expect((await put(earlier?.replace(/ \w+ /, " evening "))).status).toBe(409);
    expect((await put("1 morning job_of_nobody")).status).toBe(404);
    expect((await put("")).status).toBe(400);
    await put(earlier?.replace("2 ", "1 "));
    expect(column(await board(), "Dana")).toEqual(["Cleo", "Ann", "Bob"]);
    const driver = await signIn(server, "driver@example.com", "/driver/auth");
    const jobs = (await driver.open("/driver/dashboard")).text;
    expect(["Cleo", "Ann", "Bob"].map((name) => jobs.indexOf(name)).every((at, i, all) => at > (all[i - 1] ?? 0))).toBe(
      true,
    );
    // Its order was one to schedule.
    expect(
      count(
        server,
        "select count(*) from tasks where kind = 'to_schedule' and state = 'open' and cause like '%' || (select id from bookings where booking_number = ?)",
        numbers[0] ?? "",
      ),
    ).toBe(0);
  });

  it("moves a job to another day with its dumpster's dates, and says what is in the way with everything kept", async () => {
    const page = await choose(numbers[1] ?? "");
    expect(page.text).toContain("The pickup moves along.");
    const sunday =
      [0, 1, 2, 3, 4, 5, 6].map((i) => openDayAfter(i)).find((day) => new Date(day).getUTCDay() === 0) ?? "";
    const refused = await page.form("window").fill({ day: sunday, window: "morning" }).submit("move");
    expect(refused.status).toBe(400);
    expect(refused.root.querySelector("#day-error")?.text).toMatch(/do not deliver on Sundays/);
    expect(Object.fromEntries(refused.form("window").values())).toMatchObject({ day: sunday, window: "morning" });
    const later = openDay(70);
    expect(pathOf(await refused.form("window").fill({ day: later, window: "afternoon" }).submit("move"))).toBe(
      "/crm/dispatch",
    );
    expect(column(await board(later), "Nobody")).toEqual(["Bob"]);
    expect(column(await board(), "Dana")).toEqual(["Cleo", "Ann"]);
    arrange(
      server,
      "insert into delivery_window_days (day, delivery_window, taken) values (?, 'morning', 6) on conflict do update set taken = 6",
      later,
    );
    const full = await (await choose(numbers[1] ?? "")).form("window").fill({ window: "morning" }).submit("move");
    expect(full.root.querySelector("#window-error")?.text).toContain("This window is full on that day.");
  });

  it("calls nobody impossible for an order that goes to them as a whole, in one form; an empty day proposes nothing", async () => {
    const [{ booking_number: two = "" } = {}] = query<{ booking_number: string }>(
      server.dataDir,
      "select b.booking_number from jobs j join bookings b on b.id = j.booking_id where j.kind = 'delivery' and j.state = 'unscheduled' group by b.id, j.day having count(*) = 2 limit 1",
    );
    expect(pathOf(await give(two, "Dale"))).toBe("/crm/dispatch");
    const page = await choose(two);
    expect(page.root.querySelectorAll("[name=also][checked]")).toHaveLength(1);
    const dana = page.root.querySelectorAll("#driverId option").find(({ text }) => text.startsWith("Dana"));
    expect(dana?.text).not.toContain("not possible");
    expect(page.text).toContain("Propose the day");
    const empty = await board(openDay(90));
    expect(empty.text).toContain("There are no jobs on this day.");
    expect(empty.text).not.toContain("Propose the day");
  });

  it("tells the second of two dispatchers, and changes nothing for them", async () => {
    const mine = await choose(numbers[0] ?? "");
    const other = await signIn(server, "admin@example.com");
    const theirs = await other.open(mine.url);
    await theirs.form("driverId").submit("unassign");
    const late = await mine
      .form("driverId")
      .fill({ driverId: driverOption(mine, "Dale") })
      .submit("assign");
    expect(late.status).toBe(409);
    expect(late.text).toContain("Somebody else has just changed this job.");
    expect(column(await board(), "Nobody")).toEqual(["Ann"]);
  });

  it("refuses what is no job, no driver and no intent, in words", async () => {
    const sent = (fields: Record<string, string>) => staff.post("/crm/dispatch", fields);
    expect((await sent({ intent: "assign", jobId: "job_none", driverId: "x" })).status).toBe(404);
    expect((await sent({ intent: "fly", jobId: "x" })).status).toBe(400);
    const page = await choose(numbers[0] ?? "");
    const jobId = page.form("driverId").values().get("jobId") ?? "";
    const nobody = await sent({ intent: "assign", jobId, driverId: "drv_none" });
    expect([nobody.status, nobody.text.includes("Choose a driver.")]).toEqual([400, true]);
    expect((await sent({ intent: "order", jobId, position: "-3" })).status).toBe(400);
  });
});

it("a day is proposed, given out as it was seen and taken back, with the flags as they are", async () => {
  const page = await board();
  const waiting = column(page, "Nobody");
  expect(waiting.length).toBeGreaterThan(0);
  const proposed = await page.form("Propose the day").submit("auto");
  expect(proposed.root.querySelector("#plan")?.text).not.toContain("The day has changed since");
  const given = await proposed.form("Give all of it out").submit("accept");
  expect([given.status, column(given, "Nobody")]).toEqual([200, []]);
  const back = await given
    .form(`Undo: ${waiting.length === 1 ? "1 job" : `${waiting.length} jobs`} given out`)
    .submit("undo");
  expect(column(back, "Nobody")).toEqual(waiting);
});

/** Days from the board's day on. */
function openDayAfter(days: number): string {
  return new Date(Date.parse(ON) + days * 86_400_000).toISOString().slice(0, 10);
}

it("does not let drivers be chosen by hand where the flag says so", async () => {
  const own = await startServer({ env: { RATE_LIMITS: "off", FLAG_MANUAL_DRIVER_ASSIGN: "off" } });
  try {
    const member = await signIn(own, "staff@example.com");
    const page = await member.open("/crm/dispatch");
    expect(page.text).toContain("the flag “Choosing the driver by hand” is off");
    const [job] = query<{ id: string }>(
      own.dataDir,
      "select id from jobs where kind = 'delivery' and state in ('unscheduled', 'scheduled')",
    );
    const id = job?.id ?? "";
    const give = async (intent: string) =>
      (await member.post("/crm/dispatch", { intent, jobId: id, driverId: "x" })).status;
    expect([await give("assign"), await give("offer")]).toEqual([403, 403]);
    expect((await member.open(`/crm/dispatch?job=${id}`)).root.querySelector("select[name='driverId']")).toBeNull();
    // What no proposal gives out would else be nobody's for good.
    arrange(own, "update jobs set kind = 'disposal' where id = ?", id);
    expect([await give("assign"), await give("offer")]).toEqual([400, 400]);
    expect((await member.open(`/crm/dispatch?job=${id}`)).root.querySelector("select[name='driverId']")).not.toBeNull();
  } finally {
    await own.stop();
  }
});
