import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookingNumberOn, GOOD_CARD, openDay, payWith, scheduleFields } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, localPath, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

// Domain.md 4.25 and issue 11: the office types while a caller talks, and both have the same draft; all without scripts.
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

const newOrder = async () => (await staff.open("/crm/bookings/new")).form("deliveryDate");
const form = (page: Page) => page.form("deliveryDate");
const prepare = async (changes: Record<string, string> = {}, ahead = 30) =>
  (await newOrder())
    .fill({ ...scheduleFields({ deliveryDate: openDay(ahead) }), dumpsterSize: "20", ...changes })
    .submit("save");
const linkOn = (page: Page) => localPath(page.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");

describe("the phone number", () => {
  it("reads out the price that is signed: without tax to whoever shows a certificate that holds", async () => {
    await prepare({ email: "school@example.com", phone: "(407) 555-0182", firstName: "Sue", lastName: "School" }, 34);
    const priced = async () => {
      const found = await (await newOrder()).fill({ phone: "407 555 0182" }).submit();
      return /“(\$[\d.]+),.*Tax \((.*?)\)/s.exec(found.text)?.slice(1);
    };
    expect(await priced()).toEqual(["$409.32", "8%"]);
    const until = (day: string) =>
      arrange(
        server,
        "update customers set exemption_certificate = '85-80', exempt_until = ? where id = (select customer_id from bookings where email = 'school@example.com')",
        day,
      );
    until("2020-01-01");
    expect(await priced()).toEqual(["$409.32", "8%"]);
    until("2099-12-31");
    expect(await priced()).toEqual(["$379.00", "exempt"]);
    const saved = await prepare(
      { email: "school@example.com", phone: "(407) 555-0182", firstName: "Sue", lastName: "School" },
      36,
    );
    expect(saved.text).toContain("“$379.00,");
  });

  it("fills in who calls by Enter alone, warns of their open order, and keeps what was typed", async () => {
    await prepare({ email: "known@example.com", phone: "(407) 555-0181", firstName: "Kay", lastName: "Known" }, 33);
    const found = await (await newOrder()).fill({ phone: "407 555 0181", specialInstructions: "Gate" }).submit();
    expect(found.status).toBe(200);
    expect(Object.fromEntries(form(found).values())).toMatchObject({
      firstName: "Kay",
      lastName: "Known",
      email: "known@example.com",
      zip: "32801",
      dumpsterSize: "20",
      specialInstructions: "Gate",
    });
    expect(found.text).toContain("This number has an open order.");
    const saved = await form(found).fill({ firstName: "Karl" }).submit("Look up");
    expect(form(saved).values().get("firstName")).toBe("Karl");
  });

  it("says that somebody is not served, and nothing to whoever is not of the office", async () => {
    arrange(
      server,
      "update customers set do_not_serve_at = 1, do_not_serve_reason = 'Never paid.' where first_name = 'Kay'",
    );
    const found = await (await newOrder()).fill({ phone: "(407) 555-0181" }).submit("Look up");
    expect(found.text).toMatch(/Do not serve:\s*Never paid\./);
    const ask = (who: TextBrowser) => who.post("/crm/order.json", { phone: "(407) 555-0181" });
    expect(JSON.parse((await ask(staff)).html)).toMatchObject({
      caller: { notServed: "Never paid.", known: [{ values: { firstName: "Kay" } }] },
    });
    expect((await ask(new TextBrowser(server.url))).status).toBe(401);
    expect((await ask(await signIn(server, "user@example.com"))).status).toBe(403);
    expect((await ask(await signIn(server, "driver@example.com", "/driver/auth"))).status).toBe(403);
  });

  it("leads to a lead where we do not deliver", async () => {
    const typed = (await newOrder()).fill({ phone: "(407) 555-0182", firstName: "Out", zip: "90210" });
    const outside = await typed.submit("update");
    expect(outside.text).toContain("We currently don't service this ZIP code.");
    const lead = await form(outside).submit("lead");
    expect(pathOf(lead)).toMatch(/^\/crm\/overview\/leads\//);
    expect(lead.text).toContain("90210");
    expect(pathOf(await form(outside).submit("lead"))).toBe(pathOf(lead));
  });
});

describe("the form", () => {
  it("tells all mistakes at once, the area's and the calendar's too", async () => {
    const wrong = await (
      await newOrder()
    )
      .fill({ phone: "407", zip: "90210", deliveryDate: "2020-01-01", rentalDays: "99", quoteUntil: "soon" })
      .submit("save");
    expect(wrong.status).toBe(400);
    const about = wrong.root.querySelectorAll(".problems a").map((link) => link.getAttribute("href")?.slice(1));
    expect(about).toEqual(
      expect.arrayContaining([
        "phone",
        "firstName",
        "lastName",
        "email",
        "zip",
        "address",
        "line-1-size",
        "deliveryDate",
        "rentalDays",
        "quoteUntil",
      ]),
    );
  });

  it("has a line more when it is asked for, an offered day, and says why a window cannot be had", async () => {
    const two = await (await newOrder()).fill({ dumpsterSize: "20" }).submit("add");
    expect(two.root.querySelectorAll("[name=dumpsterSize]")).toHaveLength(2);
    const day = two.root.querySelectorAll("button[name=day]")[3]?.getAttribute("value") ?? "";
    const chosen = await form(two).submit(day);
    expect(form(chosen).values().get("deliveryDate")).toBe(day);
    for (const window of ["morning", "anytime"])
      arrange(
        server,
        "insert into delivery_window_days (day, delivery_window, taken) values (?, ?, 6) on conflict do update set taken = 6",
        day,
        window,
      );
    const full = await form(chosen).submit("update");
    const disabled = full.root.querySelectorAll("#deliveryTime option[disabled]").map(({ text }) => text);
    // The one that is chosen is sent, so that saving names it.
    expect(disabled).toEqual(["Morning (8AM - 12PM), full"]);
    expect(full.root.querySelector("#deliveryTime option[selected]")?.text).toBe("Anytime (8AM - 5PM), full");
  });
});

describe("an order without an email address", () => {
  it("needs text messages; then link, look-up and papers go by the phone number", async () => {
    const none = await prepare({ email: "", phone: "(407) 555-0183", firstName: "Tex" });
    expect(none.text).toContain("check that text messages are agreed to");
    const saved = await form(none).fill({ smsConsent: "on" }).submit("save");
    // By night it waits for the morning.
    expect(saved.text).toMatch(/By text message to \(407\) 555-0183\.|No text message leaves before/);
    const number = bookingNumberOn(saved);
    expect(
      query(
        server.dataDir,
        "select kind from outbox where booking_id = (select id from bookings where booking_number = ?)",
        number,
      ),
    ).toEqual([{ kind: "sms.sign-request" }]);
    const mine = new TextBrowser(server.url);
    const review = await (
      await mine.open(linkOn(saved))
    )
      .form("signatureName")
      .fill({ signatureName: "Tex Text", agree: "on" })
      .submit("continue");
    const paid = await payWith(await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue"), {
      ...GOOD_CARD,
      email: "card@example.com",
    });
    expect(paid.text).toContain(
      "A text message with the link to your booking is on its way, and an email with your papers to card@example.com.",
    );
    const page = async (email: string) =>
      (
        await (
          await new TextBrowser(server.url).open("/manage-booking")
        )
          .form("bookingNumber")
          .fill({ bookingNumber: number, email })
          .submit()
      ).status;
    expect(await page("407.555.0183")).toBe(200);
    // An address that was typed for the receipt opens nothing.
    for (const nobody of ["card@example.com", "nobody@example.invalid", "(407) 555-0184", ""])
      expect(await page(nobody)).toBe(400);
  });
});

describe("a prepared order on two devices", () => {
  it("is held, ticks what the caller does, and neither overwrites the other", async () => {
    const saved = await prepare({ email: "both@example.com", phone: "(407) 555-0185", quoteUntil: openDay(5) }, 40);
    const number = bookingNumberOn(saved);
    expect(pathOf(saved)).toBe(`/crm/bookings/${number}/order`);
    expect(saved.text).toContain("By email to both@example.com.");
    expect(saved.text).toMatch(/The dumpsters are held through/);
    expect(
      count(server, "select count(*) from holds where state = 'live' and for_quote = 1 and mailbox is null"),
    ).toBeGreaterThan(0);

    // The office looking at the link is not the caller.
    await staff.open(linkOn(saved));
    const steps = async () =>
      (await staff.open(pathOf(saved))).root
        .querySelectorAll(".ticks-list .done")
        .map(({ text }) => text.replace(/[✓\s]+/, "").replace(/,.*/, ""));
    expect(await steps()).not.toContain("Opened by the caller");
    const mine = new TextBrowser(server.url);
    const agreement = await mine.open(linkOn(saved));
    expect(await steps()).toContain("Opened by the caller");
    const change = agreement.root.querySelector("a[href*='change=schedule']")?.getAttribute("href") ?? "none";
    const schedule = await mine.open(change);
    expect(pathOf(schedule)).toBe("/book/schedule");

    // Both change the address, the caller first; the office its notes as well.
    const office = form(await staff.open(pathOf(saved))).fill({
      address: "9 Office Road",
      specialInstructions: "Left",
    });
    const here = await schedule
      .form("address")
      .fill({ address: "7 Caller Street", city: "Maitland" })
      .submit("continue");
    expect(pathOf(here)).toBe("/book/agreement");
    const told = await office.submit("save");
    expect(told.status).toBe(409);
    expect(told.text).toMatch(/The customer wrote “7 Caller Street” here at .* You have “9 Office Road”/);
    expect(form(told).values().get("address")).toBe("9 Office Road");
    expect(form(told).values().get("specialInstructions")).toBe("Left");
    // Any button means the choice, also one that saves nothing.
    const chosen = form(told).fill({ "take-address": "theirs" });
    expect(
      form(await chosen.submit("update"))
        .values()
        .get("address"),
    ).toBe("7 Caller Street");
    const done = await chosen.submit("save");
    expect(done.text).toContain("Saved. The caller sees it on their own page.");
    expect(done.text).toMatch(/city: Orlando → Maitland\s*by the caller/);
    expect(
      query(
        server.dataDir,
        "select address, city, special_instructions from bookings where booking_number = ?",
        number,
      ),
    ).toEqual([{ address: "7 Caller Street", city: "Maitland", special_instructions: "Left" }]);

    // And the other way round: the caller is told kindly, with both values.
    const theirs = await mine.open(new URL(schedule.url).pathname + new URL(schedule.url).search);
    const corrected = form(done).fill({
      address: "11 Office Road",
      specialInstructions: "Right",
      dumpsterSize: "15",
      wasteTypes: ["flooring"],
      placement: "lot",
    });
    await corrected.submit("save");
    // All at once, each with a choice of its own; what one does not choose otherwise stays one's own.
    const typed = theirs.form("address").fill({
      address: "8 Caller Street",
      specialInstructions: "By the gate",
      placement: "street",
    });
    const kind = await typed.submit("continue");
    expect(kind.status).toBe(409);
    expect(kind.root.querySelectorAll(".problems a").map((link) => link.getAttribute("href"))).toEqual(
      ["address", "placement", "specialInstructions"].map((id) => `#${id}`),
    );
    expect(kind.root.querySelectorAll("fieldset legend").map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "Street address: which stays?",
        "Placement: which stays?",
        "Notes for the driver: which stays?",
      ]),
    );
    expect(kind.text).toContain("Our office changed this order at the same moment");
    expect(kind.text).toMatch(/Our office wrote “11 Office Road” here/);
    expect(kind.form("address").values().get("address")).toBe("8 Caller Street");
    const choice = kind.form("address").fill({ "take-placement": "theirs", "take-specialInstructions": "theirs" });
    expect(pathOf(await choice.submit("continue"))).toBe("/book/agreement");
    const draft = () =>
      query(
        server.dataDir,
        "select json_extract(data, '$.address') address, json_extract(data, '$.placement') placement, json_extract(data, '$.specialInstructions') notes, json_extract(data, '$.cart[0].dumpsterSize') size from booking_drafts where id = (select draft_id from bookings where booking_number = ?)",
        number,
      );
    expect(draft()).toMatchObject([{ address: "8 Caller Street", placement: "lot", notes: "Right" }]);
    expect((await staff.open(pathOf(saved))).text).toMatch(/street address: 11 Office Road → 8 Caller Street/);

    // Signed and on the payment page, left, and paid: the quote's hold is the one that is used.
    const review = await (
      await mine.open(linkOn(saved))
    )
      .form("signatureName")
      .fill({ signatureName: "Bo Th", agree: "on" })
      .submit("continue");
    const pay = () => review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    await pay();
    expect(await steps()).toEqual(expect.arrayContaining(["Signed", "Payment page open"]));
    expect((await payWith(await pay())).text).toContain("Payment received");
    expect(
      query(
        server.dataDir,
        "select state from holds where booking_id = (select id from bookings where booking_number = ?) and for_quote = 1 order by created_at desc limit 1",
        number,
      ),
    ).toEqual([{ state: "used" }]);
    expect(pathOf(await staff.open(pathOf(saved)))).toBe(`/crm/bookings/${number}`);
  });

  it("on the first step too: the other's dumpsters are taken, or one's own are meant", async () => {
    const saved = await prepare({ email: "lines@example.com", phone: "(407) 555-0187" }, 46);
    const mine = new TextBrowser(server.url);
    const project = (await mine.open(`${linkOn(saved)}?change=project`)).form("dumpsterSize");
    await form(saved).fill({ dumpsterSize: "25", quantity: "2" }).submit("save");
    const told = await project.fill({ dumpsterSize: "15" }).submit("continue");
    expect([told.status, told.text.includes("Dumpsters: which stays?")]).toEqual([409, true]);
    const lines = () =>
      query(
        server.dataDir,
        "select json_extract(data, '$.cart') cart, json_extract(data, '$.dumpsterSize') size, json_extract(data, '$.quantity') quantity from booking_drafts where data like '%lines@example.com%'",
      )[0];
    const taken = await told.form("dumpsterSize").fill({ "take-lines": "theirs" }).submit("continue");
    expect(pathOf(taken)).toBe("/book/schedule");
    expect(JSON.stringify(lines())).toMatch(/25.*2/);
    expect(pathOf(await told.form("dumpsterSize").submit("continue"))).toBe("/book/schedule");
    expect(lines()).toMatchObject({ size: 15, quantity: 1 });
  });

  it("can be sent once more, and is nobody's but the office's", async () => {
    const saved = await prepare({ email: "again@example.com", phone: "(407) 555-0186" }, 44);
    const again = await saved.form("Send it again").submit("Send it again");
    expect(again.text).toContain("The link is on its way once more.");
    for (const [who, status] of [
      [await signIn(server, "user@example.com"), 403],
      [new TextBrowser(server.url), 200],
    ] as const) {
      const answer = await who.post(pathOf(saved), { intent: "save", address: "1 Nobody" });
      expect([answer.status, answer.text.includes("again@example.com")]).toEqual([status, false]);
    }
  });
});
