import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay, scheduleFields } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, expectRefused, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

// The caller signs that other waste costs more; so the office asks what the customer's page asks (issue 10).
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const BOXES = ["household_items", "roofing"];
const saved = (email: string) => count(server, `select count(*) from bookings where email = '${email}'`);

async function asked(email: string, ahead: number, wasteTypes = BOXES) {
  const staff = await signIn(server, "staff@example.com");
  const form = (await staff.open("/crm/bookings/new")).form("deliveryDate");
  const fields = { ...scheduleFields({ email, deliveryDate: openDay(ahead) }) };
  return form
    .fill({ ...fields, dumpsterSize: ["20", "", ""], materialCategory: ["general", "general", "general"], wasteTypes })
    .submit("save");
}

/** From the page of what was saved to its record. */
async function recordOf(saved: Page): Promise<Page> {
  const number = bookingNumberOn(saved);
  expect(pathOf(saved)).toBe(`/crm/bookings/${number}/order`);
  return saved.follow(number);
}

describe("an order by phone whose price is not for what goes in", () => {
  it("is not saved before the caller was asked, in the summary and beside the material", async () => {
    const page = await asked("roof@example.com", 50);
    expect([page.status, pathOf(page)]).toEqual([400, "/crm/bookings/new"]);
    expect(page.root.querySelector(".problems h2")?.text).toBe("One question before you save");
    expect(page.root.querySelector(".problems a[href='#materialQuestion']")?.text).toBe(
      "You checked Roofing, and the price is for General debris. Which is right?",
    );
    const question = page.root.querySelector("#materialQuestion");
    expect(question?.previousElementSibling?.getAttribute("aria-label")).toBe("Line 1");
    const buttons = question?.querySelectorAll("button").map((button) => button.text) ?? [];
    expect(buttons.map((words) => words.replace(/,? ?(\d+ yards)?: \$.*$/, ""))).toEqual([
      "Use Roofing",
      "Keep General debris",
      "Keep General debris and add a dumpster for Roofing",
    ]);
    // Enter does not answer for the caller.
    expect(page.root.querySelectorAll("main form button")[0]?.getAttribute("value")).toBe("save");
    expect(page.root.querySelector("details.more")?.hasAttribute("open")).toBe(true);
    expect((await page.form("deliveryDate").submit("save")).status).toBe(400);
    expect(saved("roof@example.com")).toBe(0);
  });

  it.each([
    ["keep", "kept@example.com", "Roofing checked, kept General debris", ["20 yards, General debris"]],
    ["use:roofing", "used@example.com", "Roofing checked, took Roofing", ["20 yards, Roofing"]],
  ])("is saved by %s, with the answer in the record", async (button, email, words, lines) => {
    const page = await asked(email, 51);
    const record = await recordOf(await page.form("deliveryDate").submit(button));
    expect(record.text).toContain(`Caller was asked: ${words}`);
    expect(record.text).toMatch(new RegExp(`was asked\\s*${words}`));
    for (const line of lines) expect(record.text).toContain(line);
    expect(saved(email)).toBe(1);
  });

  it("is saved with a dumpster for each, where it takes several", async () => {
    const page = await asked("each@example.com", 52, ["yard_waste", "concrete", "roofing"]);
    const button = page.root.querySelector("#materialQuestion button[value=apart]");
    expect(button?.text).toMatch(/a dumpster for /);
    const record = await recordOf(await page.form("deliveryDate").submit("apart"));
    expect(record.text).toMatch(/Caller was asked: .* took a dumpster each for /);
    expect(record.root.querySelectorAll("section[aria-labelledby=units] > .lines > li").length).toBeGreaterThan(1);
  });

  it("asks nothing where the price is for it, nor once more than the answer", async () => {
    expect(pathOf(await asked("none@example.com", 53, ["household_items"]))).toMatch(/^\/crm\/bookings\/DMP-/);
    const page = await asked("stale@example.com", 54);
    const values = page.form("deliveryDate").values();
    values.set("intent", "use:metal");
    const refused = await (await signIn(server, "staff@example.com")).post("/crm/bookings/new", values);
    expect(refused.status).toBe(400);
    expect(saved("stale@example.com")).toBe(0);
  });
});

describe("the office's form without scripts", () => {
  it("begins with what a lead said", async () => {
    const staff = await signIn(server, "staff@example.com");
    const said = { firstName: "Lea", lastName: "D", phone: "(407) 555-0177", email: "lea@example.com", zip: "32801" };
    const page = await staff.open(
      `/crm/bookings/new?${new URLSearchParams({ ...said, deliveryTime: "x" }).toString()}`,
    );
    expect(Object.fromEntries(page.form("deliveryDate").values())).toMatchObject({ ...said, deliveryTime: "anytime" });
  });

  it("says the price of what is typed so far, with nothing wrong and nothing saved", async () => {
    const staff = await signIn(server, "staff@example.com");
    const form = (await staff.open("/crm/bookings/new")).form("deliveryDate");
    const priced = await form.fill({ dumpsterSize: ["20", "", ""], zip: "32801" }).submit("update");
    expect([priced.status, priced.root.querySelector(".problems")]).toEqual([200, null]);
    expect(priced.text).toMatch(/Total\s*\$409\.32/);
    expect(priced.form("deliveryDate").values().getAll("dumpsterSize")[0]).toBe("20");
  });

  it("has one booking of two dumpsters, one of them cancelled, in the record and in the list", async () => {
    const mine = new TextBrowser(server.url);
    const wish = { email: "part@example.com", deliveryDate: openDay(55), quantity: "2" };
    const number = bookingNumberOn(await bookAndPay(mine, wish));
    await (await (await mine.open(`/manage-booking?booking=${number}`)).follow("Cancel this one")).form("fee").submit();
    const staff = await signIn(server, "staff@example.com");
    expect((await staff.open(`/crm/bookings/${number}`)).text).toContain("; 1 of 2 is cancelled");
    const row = (await staff.open("/crm/bookings")).root
      .querySelectorAll("tr, li")
      .find(({ text }) => text.includes(number));
    expect(row?.text).toContain("1 of 2 is cancelled");
  });

  it("keeps what is typed and what was answered to it, where a lead's number cannot be called", async () => {
    await asked("exempt@example.com", 57, []);
    arrange(
      server,
      "update customers set exemption_certificate = '85-80', exempt_until = '2099-12-31' where id = (select customer_id from bookings where email = 'exempt@example.com')",
    );
    const staff = await signIn(server, "staff@example.com");
    const typed = { ...scheduleFields({ email: "exempt@example.com" }), zip: "90210", dumpsterSize: "20" };
    const outside = await (await staff.open("/crm/bookings/new")).form("deliveryDate").fill(typed).submit("update");
    const refused = await outside.form("deliveryDate").fill({ phone: "12" }).submit("lead");
    expectRefused(refused, /phone number/i, { phone: "12", zip: "90210", dumpsterSize: "20" });
    // Nothing is priced there; with a ZIP that we serve it is, as was answered.
    const priced = await outside.form("deliveryDate").fill({ phone: "12", zip: "32801" }).submit("lead");
    expect([refused.text, priced.text].map((text) => text.includes("Tax (exempt)"))).toEqual([false, true]);
    const lead = await refused.form("deliveryDate").fill({ phone: "(407) 555-0184" }).submit("lead");
    expect(pathOf(lead)).toMatch(/^\/crm\/overview\/leads\//);
  });

  it("saves once when it is sent twice", async () => {
    const staff = await signIn(server, "staff@example.com");
    const form = (await staff.open("/crm/bookings/new")).form("deliveryDate");
    const fields = scheduleFields({ email: "twice@example.com", deliveryDate: openDay(56) });
    form.fill({ ...fields, dumpsterSize: ["20", "", ""] });
    const records = await Promise.all([form.submit("save"), form.submit("save")]);
    expect(pathOf(records[0])).toMatch(/^\/crm\/bookings\/DMP-/);
    expect(pathOf(records[1])).toBe(pathOf(records[0]));
    expect(saved("twice@example.com")).toBe(1);
  });
});
