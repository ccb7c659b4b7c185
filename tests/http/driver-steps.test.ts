import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, onToday, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let driver: TextBrowser;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  driver = await signIn(server, "driver@example.com", "/driver/auth");
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

let ahead = 40;
/** A paid rental whose job of that kind this driver has; the page of the job. */
async function mine(kind: "delivery" | "pickup", isToday = true): Promise<{ page: Page; number: string }> {
  const mine = new TextBrowser(server.url);
  const number = bookingNumberOn(
    await bookAndPay(mine, { email: `step${ahead}@example.com`, deliveryDate: openDay((ahead += 2)) }),
  );
  const record = await staff.open(`/crm/bookings/${number}`);
  const link = record.root
    .querySelectorAll("a[href*='/crm/dispatch?']")
    .find((one) => one.parentNode?.textContent.trim().toLowerCase().startsWith(kind));
  const board = await staff.open((link?.getAttribute("href") ?? "").split("#")[0] ?? "");
  const dana = board.root.querySelectorAll("#driverId option").find((one) => one.text.startsWith("Dana"));
  const form = board.form("driverId").fill({ driverId: dana?.getAttribute("value") ?? "" });
  const job = form.values().get("jobId") ?? "";
  await form.submit("assign");
  if (isToday) onToday(server, job);
  return { page: await driver.open(`/driver/jobs/${job}`), number };
}
const buttons = (page: Page) =>
  page.root.querySelectorAll(".next-step button").map((one) => one.getAttribute("value") ?? "");
const press = (page: Page, intent: string, fields: Record<string, string> = {}) =>
  driver.post(page.url, { intent, ...fields });
const stateOf = (number: string) =>
  staff.open(`/crm/bookings/${number}`).then((page) => page.root.querySelector(".state")?.text ?? "");

describe("a job, step by step, by plain forms", () => {
  it("a delivery is driven, set down and done; office and customer see it", async () => {
    const { page, number } = await mine("delivery");
    expect(buttons(page)).toEqual(["en_route"]);
    let now = await page.form("On my way").submit("en_route");
    expect([buttons(now), await stateOf(number)]).toEqual([["arrived", "attempted"], "Out for delivery"]);
    now = await now.form("I am there").submit("arrived");
    const empty = await now.form("dumpsterNumber").submit("serviced");
    expect([empty.status, empty.root.querySelector("#dumpsterNumber-error")?.text]).toEqual([
      400,
      "Problem: Enter the number that stands on the dumpster.",
    ]);
    const ours = /We have (\d+-\d+)/.exec(now.text)?.[1] ?? "";
    now = await empty
      .form("dumpsterNumber")
      .fill({ dumpsterNumber: ` ${ours.replace("-", " ")} ` })
      .submit("serviced");
    expect([buttons(now), await stateOf(number)]).toEqual([["completed"], "At the site"]);
    expect(pathOf(await now.form("Job done").submit("completed"))).toBe("/driver/dashboard");
    expect(buttons(await driver.open(page.url))).toEqual([]);
    expect(count(server, "select count(*) from tasks where kind = 'reconcile'")).toBe(0);
  });

  it("of a later day is not begun by a slip of the thumb: its customer would be told at once", async () => {
    const { page, number } = await mine("delivery", false);
    const asked = await page.form("On my way").submit("en_route");
    expect([asked.status, await stateOf(number)]).toEqual([400, "Confirmed"]);
    expect(asked.root.querySelector('[role="alert"]')?.text).toMatch(
      /This job is for \w+day, .*the customer is told at once.*press the button again/,
    );
    expect(buttons(await asked.form("On my way").submit("en_route"))).toEqual(["arrived", "attempted"]);
  });

  it("is not begun while its booking is on hold: the record says what that does, the driver whom to call", async () => {
    const { page, number } = await mine("delivery");
    const record = await staff.open(`/crm/bookings/${number}`);
    expect(record.root.querySelector("form:has(#holdReason) .hint")?.text).toMatch(
      /^Until you take it off, no truck leaves for it, .*its customer is not reminded\. Nor are they told of it: where a truck was due today or tomorrow, that is a task to call them\.$/,
    );
    await record.form("holdReason").fill({ holdReason: "Who pays?" }).submit("hold");
    const asked = await page.form("On my way").submit("en_route");
    expect([asked.status, await stateOf(number)]).toEqual([400, "Confirmed"]);
    expect(asked.root.querySelector('[role="alert"]')?.text).toContain(
      "The office has put this booking on hold, so the truck may not leave. Call the office.",
    );
    await (await staff.open(`/crm/bookings/${number}`)).form("Take off hold").submit("release");
    expect(buttons(await page.form("On my way").submit("en_route"))).toEqual(["arrived", "attempted"]);
  });

  it("a number that is not ours is kept, and somebody has to clear it up", async () => {
    const { page, number } = await mine("delivery");
    for (const step of ["en_route", "arrived"]) await press(page, step);
    await press(page, "serviced", { dumpsterNumber: "99-01" });
    expect(count(server, "select count(*) from tasks where kind = 'reconcile' and state = 'open'")).toBe(1);
    const record = await staff.open(`/crm/bookings/${number}`);
    expect(record.text).toMatch(/Another dumpster number at the site: 99-01, we have 20-\d+/);
  });

  it("a pickup goes over the scale; a wrong sum and a used ticket are asked for while they can be", async () => {
    const first = await mine("pickup");
    arrange(
      server,
      "update units set state = 'on_site', dumpster_id = (select min(id) from dumpsters where size_yards = 20) where booking_id = (select id from bookings where booking_number = ?)",
      first.number,
    );
    for (const step of ["en_route", "arrived"]) await press(first.page, step);
    await press(first.page, "serviced", { dumpsterNumber: "20-01" });
    const choice = await driver.open(first.page.url);
    expect(buttons(choice)).toEqual(["to_disposal", "dump_later"]);
    await press(first.page, "to_disposal");
    const offered = async () =>
      (await driver.open(first.page.url)).root
        .querySelectorAll('input[type="hidden"][name="facility"]')
        .map((one) => one.getAttribute("value"));
    const inUse = await offered();
    expect(inUse.length).toBeGreaterThan(1);
    // What is not in use is not offered.
    arrange(server, "update facilities set is_active = (name = (select min(name) from facilities))");
    expect(await offered()).toEqual(inUse.slice(0, 1));
    const phone = await (
      await fetch(`${server.url}/driver/jobs.json`, { headers: { Cookie: driver.cookieHeader } })
    ).text();
    expect((JSON.parse(phone) as { facilities: string[] }).facilities).toEqual(await offered());
    // With gloves it is one press; another one is typed.
    const typed = await press(first.page, "at_disposal", { facility: " " });
    expect(typed.root.querySelector("#facility-error")?.text).toContain("Enter the facility’s name.");
    expect(typed.root.querySelector(".next-step details")?.hasAttribute("open")).toBe(true);
    expect(typed.text).toContain(`At ${inUse[0]}`);
    const scale = await press(first.page, "at_disposal", { facility: " Orange  County Landfill " });
    const ticket = { ticketNumber: "T-1", grossPounds: "30,000", tarePounds: "26000", netPounds: "4100" };
    const wrong = await (await driver.open(scale.url)).form("netPounds").fill(ticket).submit("ticketed");
    expect(wrong.root.querySelector("#netPounds-error")?.text).toContain("30,000 minus 26,000 is 4,000, not 4,100.");
    expect(Object.fromEntries(wrong.form("netPounds").values())).toMatchObject(ticket);
    const over = { grossPounds: "32,100", netPounds: "6100" };
    const asked = await wrong.form("netPounds").fill(over).submit("ticketed");
    expect(asked.root.querySelector("#netPounds-error")?.text).toContain("6,100 pounds is over the 3 tons");
    const right = { grossPounds: "30,000", netPounds: "4000" };
    const weighed = await asked.form("netPounds").fill(right).submit("ticketed");
    expect(buttons(weighed)).toEqual(["returned", "next_site"]);
    // Pressed once more, as after a lost answer: it stands once.
    expect(pathOf(await press(first.page, "ticketed", { ...ticket, netPounds: "4000" }))).toBe(pathOf(weighed));
    expect(count(server, "select count(*) from weight_tickets where ticket_number = 'T-1'")).toBe(1);
    // Straight on to the next site, the emptied one on the truck; pressed twice it is done once.
    expect(pathOf(await press(first.page, "next_site"))).toBe("/driver/dashboard");
    expect((await press(first.page, "next_site")).status).toBe(200);
    expect(await stateOf(first.number)).toBe("Picked up");
    expect((await staff.open(`/crm/bookings/${first.number}`)).text).toContain(
      "Weighed at Orange County Landfill: 4,000 pounds, ticket T-1",
    );
  });

  it("what is not possible is closed with its reason, and the customer is told", async () => {
    const { page, number } = await mine("delivery");
    for (const step of ["en_route", "arrived"]) await press(page, step);
    const refused = await press(page, "attempted", { reason: "because", note: "A white van" });
    expect([refused.status, refused.text.includes("Choose why it was not possible.")]).toEqual([400, true]);
    const done = await press(page, "attempted", { reason: "Something blocks the place", note: "A white van" });
    expect(pathOf(done)).toBe("/driver/dashboard");
    expect(await stateOf(number)).toBe("Delivery not possible");
    expect((await staff.open(`/crm/bookings/${number}`)).text).toContain("Something blocks the place: A white van");
  });

  it("no step is skipped, none is taken on another driver's job, and what is no step is said", async () => {
    const { page } = await mine("delivery");
    const early = await press(page, "completed");
    expect([early.status, early.text.includes("This job has changed meanwhile.")]).toEqual([400, true]);
    expect((await press(page, "fly")).status).toBe(400);
    const other = await signIn(server, "driver2@example.com", "/driver/auth");
    expect((await other.post(page.url, { intent: "en_route" })).status).toBe(404);
    expect(buttons(await driver.open(page.url))).toEqual(["en_route"]);
  });
});
