import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { weekday, addDays, type Day } from "~/domain/kernel/days";
import {
  bookAndPay,
  bookingNumberOn,
  openDay,
  payWith,
  scheduleFields,
  throughAgreement,
  throughProject,
  throughSchedule,
  toCheckout,
} from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, expectRefused, localPath, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const visitor = () => new TextBrowser(server.url);

describe("what cannot be booked online", () => {
  it("asks for a call for electronics, keeps what was typed, and the office sees it once", async () => {
    const mine = visitor();
    const page = await throughProject(mine, { material: "electronics" });
    expect(pathOf(page)).toBe("/book/call-back");
    expect(page.text).toContain("1 × 20-yard dumpster (Electronics)");
    const refused = await page.form("phone").fill({ name: "Eve Electronic", phone: "12" }).submit();
    expect([refused.status, refused.form("phone").values().get("name")]).toEqual([400, "Eve Electronic"]);
    const form = refused.form("phone").fill({ phone: "(407) 555-0177", zip: "32801", message: "Twelve old screens" });
    const [sent] = await Promise.all([form.submit(), form.submit()]);
    expect(sent.text).toContain("We will call you at (407) 555-0177");
    const office = await (await signIn(server, "staff@example.com")).open("/crm/overview");
    expect(
      office.root.querySelectorAll(".tasks .what").filter(({ text }) => text.includes("Eve Electronic")),
    ).toHaveLength(1);
    expect(count(server, "select count(*) from leads where name = ?", "Eve Electronic")).toBe(1);
    expect((await mine.open(page.url.replace("call-back", "payment").replace(server.url, ""))).url).toContain(
      "/book/call-back",
    );
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

  it("offers it on the home page already, with the ZIP that was typed, but not for what is no ZIP", async () => {
    const checked = await visitor().open("/?zip=10001");
    expect(checked.text).toContain("We currently don't service this ZIP code.");
    const call = await checked.follow("Ask us to call you back");
    expect(call.text).toContain("We do not deliver there yet");
    expect(call.form("phone").values().get("zip")).toBe("10001");
    expect((await visitor().open("/?zip=1000")).text).not.toContain("call you back");
  });

  it("asks for the street's ZIP when a post-office-box ZIP was typed", async () => {
    const fields = scheduleFields({ zip: "32704", email: "box@example.com" });
    const page = await throughSchedule(visitor(), { zip: "32704", email: "box@example.com" });
    expectRefused(page, /32704/, fields);
    expect(pathOf(await page.form("address").fill({ zip: "32703" }).submit("continue"))).toBe("/book/agreement");
  });

  it("says what an area's smallest order is, and offers a call", async () => {
    arrange(server, "update service_areas set minimum_order = 50000 where zip_codes like '%34787%'");
    const page = await throughSchedule(visitor(), { zip: "34787", email: "small@example.com" });
    arrange(server, "update service_areas set minimum_order = 0");
    expectRefused(page, /\$500/, { zip: "34787" });
    expect((await page.follow("Ask us to call you back")).text).toContain("below the minimum");
  });
});

describe("days and times", () => {
  const sunday = (() => {
    let on = openDay(20);
    while (weekday(on) !== 7 && weekday(on) !== 0) on = addDays(on, 1);
    return on;
  })();

  it.each([
    ["a Sunday", sunday],
    ["a day past", addDays(openDay(1), -10)],
    ["a day too far ahead", addDays(openDay(40), 200)],
  ])("refuses %s and keeps everything", async (_, on) => {
    const page = await throughSchedule(visitor(), { deliveryDate: on });
    expectRefused(page, /./, scheduleFields({ deliveryDate: on }));
    expect(page.root.querySelector("#deliveryDate-error")).not.toBeNull();
    expect(
      pathOf(
        await page
          .form("address")
          .fill({ deliveryDate: openDay(44) })
          .submit("continue"),
      ),
    ).toBe("/book/agreement");
  });

  it("names the times that are left when one is full", async () => {
    const on = openDay(47);
    arrange(
      server,
      "insert into delivery_window_days (day, delivery_window, taken) values (?, 'morning', 6) on conflict do update set taken = taken + 6",
      on,
    );
    // The day may be another test's too: the next open one after a Sunday or a holiday.
    onTestFinished(() => arrange(server, "update delivery_window_days set taken = taken - 6 where day = ?", on));
    const page = await throughSchedule(visitor(), { deliveryDate: on });
    expectRefused(page, /Morning \(8AM - 12PM\) is full .*Afternoon/, { firstName: "Ada" });
    // It cannot be sent again, so it does not look chosen.
    const byHand = on.replace(/(\d+)-(\d+)-(\d+)/, "$2/$3/$1") as Day;
    for (const { root } of [page, await throughSchedule(visitor(), { deliveryDate: byHand })])
      expect(root.querySelectorAll("input[value=morning][disabled]:not([checked])")).toHaveLength(1);
    const right = await page.form("address").fill({ deliveryTime: "afternoon" }).submit("continue");
    expect(pathOf(right)).toBe("/book/agreement");
  });
});

describe("before the step is finished", () => {
  it("fills in an offered day at the press of its button and loses nothing else", async () => {
    const page = await throughProject(visitor());
    // Not today: its morning may have begun.
    const day = page.root.querySelectorAll("button[name=day]").at(-1)?.getAttribute("value") ?? "";
    const typed = { address: "9 Oak Street", firstName: "Ada", deliveryTime: "morning", deliveryDate: openDay(50) };
    const chosen = await page
      .form("address")
      .fill({ ...typed, rentalDays: "9" })
      .submit(day);
    expect([chosen.status, new URL(chosen.url).hash]).toEqual([200, "#deliveryDate"]);
    const values = Object.fromEntries(chosen.form("address").values());
    expect(values).toMatchObject({ ...typed, deliveryDate: day, rentalDays: "9", phone: "" });
    expect(chosen.text).not.toContain("There is a problem");
    expect(chosen.text).toContain("Extra days");
  });

  it("keeps the offered day also where the browser has lost its draft meanwhile", async () => {
    const browser = visitor();
    const page = await throughProject(browser);
    const day = page.root.querySelector("button[name=day]")?.getAttribute("value") ?? "";
    browser.cookies.clear();
    const rescued = await page
      .form("address")
      .fill({ deliveryDate: openDay(50) })
      .submit(day);
    expect(rescued.text).toContain("We could not find your earlier draft");
    const next = await rescued
      .form("dumpsterSize")
      .fill({
        projectType: "renovation",
        wasteTypes: ["flooring"],
        materialCategory: "general",
        dumpsterSize: "20",
        quantity: "1",
      })
      .submit("continue");
    expect(next.form("address").values().get("deliveryDate")).toBe(day);
  });

  it("keeps the first step's form too, in a page that says so, where nothing of it is right yet", async () => {
    const browser = visitor();
    const begun = await browser.open("/book?dumpsterSize=15");
    const kept = await begun
      .form("dumpsterSize")
      .fill({ wasteTypes: ["flooring"] })
      .submit("update");
    browser.cookies.clear();
    const rescued = await kept
      .form("dumpsterSize")
      .fill({ projectType: "", wasteTypes: ["roofing"] })
      .submit("continue");
    expect(rescued.status).toBe(200);
    expect(rescued.text).toContain("We could not find your earlier draft");
    const values = rescued.form("dumpsterSize").values();
    expect([values.get("dumpsterSize"), values.get("wasteTypes")]).toEqual(["15", "roofing"]);
  });

  it("says what was typed and does not fit, and keeps it, also where the form is not finished", async () => {
    const begun = await (
      await throughProject(visitor())
    )
      .form("address")
      .fill({ email: "ada@example.com" })
      .submit("update");
    const typed = { address: "9 Oak Street", phone: "555-01", email: "ada@example.com", deliveryTime: "morning" };
    for (const intent of ["update", "email-link"]) {
      const refused = await begun.form("address").fill(typed).submit(intent);
      expect(refused.status).toBe(400);
      expect(refused.root.querySelectorAll("[aria-invalid=true]").map((field) => field.id)).toEqual(["phone"]);
      expect(Object.fromEntries(refused.form("address").values())).toMatchObject(typed);
      const right = await refused.form("address").fill({ phone: "" }).submit(intent);
      expect([right.status, pathOf(right)]).toEqual([200, "/book/schedule"]);
    }
  });
});

describe("a day and place that cannot be served", () => {
  it.each(["continue", "update"])("is told in the first round, beside what else does not fit: %s", async (intent) => {
    const refused = await (
      await throughProject(visitor())
    )
      .form("address")
      .fill({ zip: "90210", deliveryDate: "2031-01-15", phone: "555-01" })
      .submit(intent);
    expect(refused.status).toBe(400);
    const wrong = refused.root.querySelectorAll("[aria-invalid=true]").map((field) => field.id);
    expect(wrong).toEqual(expect.arrayContaining(["zip", "deliveryDate", "phone"]));
    expect(wrong.includes("address")).toBe(intent === "continue");
    expect(refused.text).toContain("We currently don't service this ZIP code.");
    expect(refused.text).toContain("You can book up to 90 days ahead.");
    expect(pathOf(await refused.follow("Ask us to call you back"))).toBe("/book/call-back");
  });
});

it("keeps a field empty that the visitor emptied", async () => {
  const typed = { zip: "32801", firstName: "Ada", address: "9 Oak Street", deliveryDate: openDay(50) };
  const begun = await (await throughProject(visitor())).form("address").fill(typed).submit("update");
  expect(Object.fromEntries(begun.form("address").values())).toMatchObject(typed);
  const emptied = await begun
    .form("address")
    .fill({ zip: "", firstName: "", address: "", deliveryDate: "" })
    .submit("update");
  expect(Object.fromEntries(emptied.form("address").values())).toMatchObject({
    zip: "",
    firstName: "",
    address: "",
    deliveryDate: "",
  });
});

it("leads to the answer of the saved link, and asks for the address it goes to", async () => {
  const begun = await (
    await throughProject(visitor())
  )
    .form("address")
    .fill({ email: "saved@example.com" })
    .submit("update");
  const refused = await begun.form("address").fill({ email: "" }).submit("email-link");
  expect(refused.root.querySelectorAll("[aria-invalid=true]").map((field) => field.id)).toEqual(["email"]);
  const sent = await begun.form("address").fill({ email: "other@example.com" }).submit("email-link");
  expect(sent.root.querySelector(new URL(sent.url).hash)?.text).toContain("We sent the link to other@example.com.");
});

describe("while the visitor thinks", () => {
  it("leads from the payment back to the agreement with what changed, under the same number", async () => {
    const mine = visitor();
    const review = await throughAgreement(mine, {
      size: "25",
      email: "changed@example.com",
      deliveryDate: openDay(48),
    });
    const number = bookingNumberOn(review);
    arrange(server, "update pricing_matrix set base_price = 44900 where size_yards = 25");
    const again = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    arrange(server, "update pricing_matrix set base_price = 43900 where size_yards = 25");
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
    arrange(
      server,
      "update dumpsters set condition = 'out_of_service' where size_yards = 25 and id <> (select min(id) from dumpsters where size_yards = 25)",
    );
    await bookAndPay(visitor(), { size: "25", email: "early@example.com", deliveryDate: on, rentalDays: "3" });
    const gone = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    arrange(server, "update dumpsters set condition = 'ok' where size_yards = 25 and condition = 'out_of_service'");
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
    expect(count(server, "select count(*) from holds where email = ?", "twice@example.com")).toBe(1);
    expect(
      count(
        server,
        "select count(*) from checkouts where booking_id = (select booking_id from holds where email = ?)",
        "twice@example.com",
      ),
    ).toBe(1);
    // Back from the card company's page: the hold and its end are shown, and nothing has to be typed again.
    const back = await one.follow(/Back to/);
    expect(back.text).toMatch(/Held for you: yours until \d+:\d\d (am|pm)/i);
    expect((await back.form("cardConsent").fill({ cardConsent: "on" }).submit("continue")).url).toBe(one.url);
  });

  it("keeps two bookings in one browser apart", async () => {
    const mine = visitor();
    const first = await throughSchedule(mine, { email: "tab1@example.com", deliveryDate: openDay(53), size: "15" });
    const second = await throughSchedule(mine, {
      email: "tab2@example.com",
      deliveryDate: openDay(54),
      firstName: "Bea",
    });
    const sign = (page: Page, name: string) =>
      page.form("signatureName").fill({ signatureName: name, agree: "on" }).submit("continue");
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
    expect(
      count(
        server,
        "select count(*) from payments where booking_id = (select id from bookings where booking_number = ?)",
        number,
      ),
    ).toBe(1);
  });
});
