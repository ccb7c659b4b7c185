import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { weekday, addDays, formatDay } from "~/domain/kernel/days";
import { bookAndPay, bookingNumberOn, openDay, payWith, scheduleFields, throughAgreement, throughProject, throughSchedule, toCheckout } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const visitor = () => new TextBrowser(server.url);
const pathOf = (page: Page) => new URL(page.url).pathname;

/** What somebody in the office, or another program, does to the data meanwhile. */
function arrange(sql: string, ...values: (string | number)[]): void {
  const db = new Database(`${server.dataDir}/roll-off.sqlite`);
  db.pragma("busy_timeout = 2000");
  try {
    db.prepare(sql).run(...values);
  } finally {
    db.close();
  }
}

function count(sql: string, ...values: string[]): number {
  const db = new Database(`${server.dataDir}/roll-off.sqlite`, { readonly: true });
  try {
    return (db.prepare(sql).pluck().get(...values) as number) ?? 0;
  } finally {
    db.close();
  }
}

async function mailTo(address: string): Promise<{ text: string; links: string[] }> {
  for (let tries = 0; tries < 60; tries++) {
    const mails = (await (await fetch(`${server.url}/sandbox/inbox.json?to=${address}`)).json()) as { text: string; links: string[] }[];
    if (mails[0]) return mails[0];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail to ${address}`);
}

function localPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function signIn(email: string): Promise<TextBrowser> {
  const staff = visitor();
  await (await staff.open("/auth")).form("password").fill({ email, password: "roll-off-demo" }).submit();
  return staff;
}

/** A refused step: status, the summary's words, and every typed value still in the form. */
function expectRefused(page: Page, words: string | RegExp, typed: Record<string, string>): void {
  expect(page.status).toBe(400);
  expect(page.text).toContain("There is a problem");
  expect(page.root.querySelector("[role=alert]")?.text).toMatch(words);
  const values = page.form("address").values();
  for (const [name, value] of Object.entries(typed)) expect([name, values.get(name)]).toEqual([name, value]);
}

describe("what cannot be booked online", () => {
  it("asks for a call for electronics, keeps what was typed, and the office sees it once", async () => {
    const mine = visitor();
    const page = await throughProject(mine, { material: "electronics" });
    expect(pathOf(page)).toBe("/book/call-back");
    expect(page.text).toContain("1 x 20-yard dumpster (Electronics)");
    const refused = await page.form("phone").fill({ name: "Eve Electronic", phone: "12" }).submit();
    expect([refused.status, refused.form("phone").values().get("name")]).toEqual([400, "Eve Electronic"]);
    const form = refused.form("phone").fill({ phone: "(407) 555-0177", zip: "32801", message: "Twelve old screens" });
    const [sent] = await Promise.all([form.submit(), form.submit()]);
    expect(sent.text).toContain("We will call (407) 555-0177");
    const office = await (await signIn("staff@example.com")).open("/crm/overview");
    expect(office.text.split("Eve Electronic")).toHaveLength(2);
    expect(count("select count(*) from leads where name = ?", "Eve Electronic")).toBe(1);
    expect((await mine.open(page.url.replace("call-back", "payment").replace(server.url, ""))).url).toContain("/book/call-back");
  });

  it("offers a call for a ZIP outside the area", async () => {
    const fields = scheduleFields({ zip: "10001", email: "far@example.com" });
    const page = await throughSchedule(visitor(), { zip: "10001", email: "far@example.com" });
    expectRefused(page, "We serve Orange, Osceola, and Seminole counties", fields);
    const call = await page.follow("Ask us to call you back");
    expect(call.text).toContain("We do not deliver there yet");
    expect(call.form("phone").values().get("zip")).toBe("10001");
    expect(call.form("phone").values().get("name")).toBe("Ada Tester");
  });

  it("asks for the street's ZIP when a post-office-box ZIP was typed", async () => {
    const fields = scheduleFields({ zip: "32704", email: "box@example.com" });
    const page = await throughSchedule(visitor(), { zip: "32704", email: "box@example.com" });
    expectRefused(page, /32704/, fields);
    expect(pathOf(await page.form("address").fill({ zip: "32703" }).submit("continue"))).toBe("/book/agreement");
  });

  it("says what an area's smallest order is, and offers a call", async () => {
    arrange("update service_areas set minimum_order = 50000 where zip_codes like '%34787%'");
    const page = await throughSchedule(visitor(), { zip: "34787", email: "small@example.com" });
    arrange("update service_areas set minimum_order = 0");
    expectRefused(page, /\$500/, { zip: "34787" });
    expect((await page.follow("Ask us to call you back")).text).toContain("below the smallest one");
  });
});

describe("days and times", () => {
  const sunday = (() => {
    let on = openDay(20);
    while (weekday(on) !== 7 && weekday(on) !== 0) on = addDays(on, 1);
    return on;
  })();

  it.each([["a Sunday", sunday], ["a day past", addDays(openDay(1), -10)], ["a day too far ahead", addDays(openDay(40), 200)]])("refuses %s and keeps everything", async (_, on) => {
    const page = await throughSchedule(visitor(), { deliveryDate: on });
    expectRefused(page, /./, scheduleFields({ deliveryDate: on }));
    expect(page.root.querySelector("#deliveryDate-error")).not.toBeNull();
    expect(pathOf(await page.form("address").fill({ deliveryDate: openDay(44) }).submit("continue"))).toBe("/book/agreement");
  });

  it("names the times that are left when one is full", async () => {
    const on = openDay(47);
    arrange("insert into delivery_window_days (day, delivery_window, taken) values (?, 'morning', 6) on conflict do update set taken = 6", on);
    const page = await throughSchedule(visitor(), { deliveryDate: on });
    expectRefused(page, /Morning \(8AM - 12PM\) is full .*Afternoon/, { firstName: "Ada" });
    expect(pathOf(await page.form("address").fill({ deliveryTime: "afternoon" }).submit("continue"))).toBe("/book/agreement");
  });
});

describe("while the visitor thinks", () => {
  it("leads from the payment back to the agreement with what changed, under the same number", async () => {
    const mine = visitor();
    const review = await throughAgreement(mine, { size: "25", email: "changed@example.com", deliveryDate: openDay(48) });
    const number = bookingNumberOn(review);
    arrange("update pricing_matrix set base_price = 44900 where size_yards = 25");
    const again = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    arrange("update pricing_matrix set base_price = 43900 where size_yards = 25");
    expect(pathOf(again)).toBe("/book/agreement");
    expect(again.text).toContain("Something changed since you signed.");
    expect(again.text).toContain("$474.12");
    expect(again.text).toContain("$484.92");
    const back = await mine.open(localPath(again.url));
    expect(pathOf(back)).not.toBe("/book/schedule");
    expect(bookingNumberOn(again)).toBe(number);
  });

  it("says that the size is gone, with other days, and loses nothing", async () => {
    const on = openDay(50);
    const review = await throughAgreement(visitor(), { size: "25", email: "late@example.com", deliveryDate: on });
    arrange("update dumpsters set condition = 'out_of_service' where size_yards = 25 and id <> (select min(id) from dumpsters where size_yards = 25)");
    await bookAndPay(visitor(), { size: "25", email: "early@example.com", deliveryDate: on, rentalDays: "3" });
    const gone = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    arrange("update dumpsters set condition = 'ok' where size_yards = 25 and condition = 'out_of_service'");
    expect(gone.status).toBe(409);
    expect(gone.root.querySelector("h1")?.text).toBe("Not Enough Inventory");
    expect(gone.text).toContain("Only 0 unit(s) available for 25 yard right now. Please reduce quantity or try later.");
    expect(gone.text).toContain("These days would work:");
    const schedule = await gone.follow("Choose another day");
    expect(schedule.form("address").values().get("email")).toBe("late@example.com");
    expect(schedule.form("address").values().get("deliveryDate")).toBe(on);
  });

  it("opens one checkout for two clicks", async () => {
    const review = await throughAgreement(visitor(), { email: "twice@example.com", deliveryDate: openDay(52) });
    const form = review.form("cardConsent").fill({ cardConsent: "on" });
    const [one, two] = await Promise.all([form.submit("continue"), form.submit("continue")]);
    expect(one.url).toBe(two.url);
    expect(pathOf(one)).toMatch(/^\/sandbox\/checkout\/cs_/);
    expect(count("select count(*) from holds where email = ?", "twice@example.com")).toBe(1);
    expect(count("select count(*) from checkouts where booking_id = (select booking_id from holds where email = ?)", "twice@example.com")).toBe(1);
    // Back from the card company's page: the hold and its end are shown, and nothing has to be typed again.
    const back = await one.follow(/Back to/);
    expect(back.text).toMatch(/Held for you: yours until \d+:\d\d (am|pm)/i);
    expect((await back.form("cardConsent").fill({ cardConsent: "on" }).submit("continue")).url).toBe(one.url);
  });

  it("keeps two bookings in one browser apart", async () => {
    const mine = visitor();
    const first = await throughSchedule(mine, { email: "tab1@example.com", deliveryDate: openDay(53), size: "15" });
    const second = await throughSchedule(mine, { email: "tab2@example.com", deliveryDate: openDay(54), firstName: "Bea" });
    const sign = (page: Page, name: string) => page.form("signatureName").fill({ signatureName: name, agree: "on" }).submit("continue");
    const [one, two] = [await sign(first, "Ada Tester"), await sign(second, "Bea Tester")];
    expect(one.text).toContain("tab1@example.com");
    expect(one.text).toContain("$355.32");
    expect(two.text).toContain("tab2@example.com");
    expect(two.text).toContain("$409.32");
    expect(bookingNumberOn(one)).not.toBe(bookingNumberOn(two));
  });

  it("leads every step to the confirmation once it is paid, and reloading pays nothing twice", async () => {
    const mine = visitor();
    const checkout = await toCheckout(mine, { email: "back@example.com", deliveryDate: openDay(55) });
    const draft = new URL((await checkout.follow(/Back to/)).url).searchParams.get("draft");
    const paid = await payWith(checkout);
    const number = bookingNumberOn(paid);
    for (const step of ["", "/schedule", "/agreement", "/payment"]) {
      const page = await mine.open(`/book${step}?draft=${draft}`);
      expect([step, pathOf(page), page.text.includes(number)]).toEqual([step, "/booking-confirmation", true]);
    }
    expect((await mine.open(localPath(paid.url))).text).toContain("Thank you!");
    expect((await mine.open(localPath(checkout.url))).text).toMatch(/paid|complete/i);
    expect(count("select count(*) from payments where booking_id = (select id from bookings where booking_number = ?)", number)).toBe(1);
  });
});

describe("other roads to the same payment", () => {
  it("books scrap metal for $0.00 by keeping the card", async () => {
    const mine = visitor();
    const review = await throughAgreement(mine, { material: "metal", email: "metal@example.com", deliveryDate: openDay(56) });
    expect(review.text).toContain("Save your card and book for $0.00");
    const checkout = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    const done = await payWith(checkout);
    expect(done.text).toContain("Card saved — your booking is confirmed!");
    expect(done.text).toContain("$0.00");
    const number = bookingNumberOn(done);
    const cancel = await (await mine.open(`/manage-booking?booking=${number}`)).follow("Cancel the booking");
    expect((await cancel.form("fee").submit()).text).toContain("That is cancelled.");
  });

  it("continues on another device by the link in the mail", async () => {
    const schedule = await throughProject(visitor(), {});
    const half = await schedule.form("address").fill({ ...scheduleFields({ email: "resume@example.com" }), deliveryTime: "", phone: "" }).submit("continue");
    expect(half.status).toBe(400);
    const offered = await visitor().open(localPath(half.url));
    expect(pathOf(offered)).toBe("/book/expired");
    const resumeLink = half.root.querySelectorAll("a").find((a) => a.getAttribute("href")?.includes("/book/resume"))?.getAttribute("href") ?? "";
    const other = visitor();
    const resumed = await other.open(localPath(resumeLink));
    expect(pathOf(resumed)).toBe("/book/schedule");
    expect(Object.fromEntries(resumed.form("address").values())).toMatchObject({ firstName: "Ada", email: "resume@example.com", address: "123 Main Street", deliveryDate: openDay() });
    const sent = await resumed.form("address").submit("email-link");
    expect(sent.text).toContain("We sent the link to resume@example.com.");
    const mail = await mailTo("resume@example.com");
    expect(pathOf(await visitor().open(localPath(mail.links.find((link) => link.includes("/book/resume")) ?? "")))).toBe("/book/schedule");
  });

  it("lets the office prepare a booking that the customer signs and pays by the link in the mail", async () => {
    const staff = await signIn("staff@example.com");
    const page = await staff.open("/crm/bookings/new");
    const done = await page.form("deliveryDate").fill({ ...scheduleFields({ email: "phone@example.com", deliveryDate: openDay(57) }), dumpsterSize: "20" }).submit();
    const number = bookingNumberOn(done);
    const link = (await mailTo("phone@example.com")).links.find((one) => one.includes("/sign-agreement/")) ?? "";
    const mine = visitor();
    const agreement = await mine.open(localPath(link));
    expect(agreement.text).toContain("Rental agreement");
    const refused = await agreement.form("signatureName").submit("continue");
    expect(refused.status).toBe(400);
    const review = await agreement.form("signatureName").fill({ signatureName: "Ada Tester", agree: "on" }).submit("continue");
    expect(bookingNumberOn(review)).toBe(number);
    const paid = await payWith(await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue"));
    expect(paid.text).toContain("Payment received");
    expect(pathOf(await mine.open(localPath(link)))).toBe("/booking-confirmation");
    expect((await visitor().open("/sign-agreement/nothing")).status).toBe(404);
  });
});

// Last, because the clock moves for everybody.
describe("when time passes", () => {
  const setClock = (body: object) => fetch(`${server.url}/sandbox/clock`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

  it("takes today's order until noon in New York", async () => {
    const today = openDay(3);
    await setClock({ now: `${today}T15:30:00Z` }); // before 12:00 both in winter (EST) and in summer (EDT)
    const early = await throughSchedule(visitor(), { deliveryDate: today, deliveryTime: "afternoon", email: "today@example.com" });
    expect([pathOf(early), early.status]).toEqual(["/book/agreement", 200]);
    const begun = await throughSchedule(visitor(), { deliveryDate: today, deliveryTime: "morning", email: "today@example.com" });
    expectRefused(begun, /morning/i, { deliveryDate: today });
    await setClock({ now: `${today}T17:30:00Z` });
    const late = await throughSchedule(visitor(), { deliveryDate: today, deliveryTime: "afternoon", email: "today@example.com" });
    expectRefused(late, /./, { deliveryDate: today, deliveryTime: "afternoon" });
    expect(late.root.querySelector("#deliveryDate-error")?.text).toMatch(/today|same-day|noon|12/i);
  });

  it("wakes a draft that waited too long, with everything in it", async () => {
    const mine = visitor();
    const page = await throughSchedule(mine, { email: "slow@example.com", deliveryDate: openDay(58) });
    await setClock({ advance: "20d" });
    const expired = await mine.open(localPath(page.url));
    expect(pathOf(expired)).toBe("/book/expired");
    expect(expired.text).toContain("Everything you typed is still here.");
    const on = await expired.form("Continue with my answers").submit("continue");
    expect(on.text).toContain("slow@example.com");
    expect(on.text).toContain(formatDay(openDay(58)));
  });
});
