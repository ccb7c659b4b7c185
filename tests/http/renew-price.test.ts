import { afterAll, beforeAll, expect, it } from "vitest";
import { bookingNumberOn, openDay, scheduleFields } from "../support/booking";
import { TextBrowser } from "../support/form";
import { arrange, count, localPath, mailTo, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

// Domain.md 4.25: a caller whose price has ended calls again; the office renews it by one button. Without scripts.
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

async function ended(email: string, ahead: number): Promise<{ number: string; record: string; link: string }> {
  const form = (await staff.open("/crm/bookings/new")).form("deliveryDate");
  const saved = await form
    .fill({ ...scheduleFields({ email, deliveryDate: openDay(ahead) }), dumpsterSize: "20" })
    .submit("save");
  const number = bookingNumberOn(saved);
  const link = localPath(saved.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
  // November 30, 12:00 am in New York.
  arrange(server, "update bookings set quote_expires_at = 1764478800000 where booking_number = ?", number);
  return { number, record: `/crm/bookings/${number}`, link };
}
const links = (number: string) =>
  count(
    server,
    `select count(*) from outbox where kind = 'mail.sign-request' and booking_id = (select id from bookings where booking_number = '${number}')`,
  );

it("is renewed from its record: both prices said, the link works again and is sent again", async () => {
  const { number, record, link } = await ended("renew@example.com", 40);
  const caller = new TextBrowser(server.url);
  const over = await caller.open(link);
  expect(over.status).toBe(410);
  expect(over.text).toContain(`The price of booking ${number} was good through November 29, 2025, and is over.`);
  const before = await staff.open(record);
  expect(before.text).toMatch(/The price was good\s*through November 29, 2025\s*, and is over/);
  expect(before.text).toContain("Today it costs the same: $409.32.");
  expect(before.text).not.toContain("Send the link again");

  arrange(server, "update pricing_matrix set base_price = base_price + 10000 where size_yards = 20");
  const old = await before.form("Renew at").submit("renew");
  expect([old.status, pathOf(old)]).toEqual([400, record]);
  expect(old.text).toMatch(/The price has just changed: today it is \$5\d\d\.\d\d/);
  expect(old.text).toMatch(/Today it costs\s*\$5\d\d\.\d\d\s*, before\s*\$409\.32/);

  expect(links(number)).toBe(1);
  const button = (await staff.open(`${record}/order`)).form("Renew at");
  const done = await button.submit("renew");
  expect(pathOf(done)).toBe(`${record}/order`);
  expect(done.text).toContain("The price is renewed, the dumpsters are held, and the link is on its way again.");
  expect(done.text).toMatch(/The dumpsters are held\s*until/);
  expect(done.text).not.toContain("and is over");
  // A double click is one renewal, and one message.
  expect(pathOf(await button.submit("renew"))).toBe(`${record}/order`);
  expect(links(number)).toBe(2);
  expect((await mailTo(server, "renew@example.com")).text).toContain(
    "and we hold what you ordered for you until then.",
  );
  const again = await caller.open(link);
  expect([again.status, /\$5\d\d\.\d\d/.test(again.text)]).toEqual([200, true]);
  expect((await staff.open(record)).text).toMatch(/Price renewed: \$5\d\d\.\d\d, before \$409\.32/);
});

it("is over for who looks it up too: no word of paying at that price, and on to today's", async () => {
  const { number } = await ended("looks-up@example.com", 44);
  // Until somebody or time writes down that it has ended, and afterwards.
  for (const status of ["quoted", "expired"]) {
    arrange(server, "update bookings set status = ? where booking_number = ?", status, number);
    const found = await (
      await new TextBrowser(server.url).open("/manage-booking")
    )
      .form("bookingNumber")
      .fill({ bookingNumber: number, email: "looks-up@example.com" })
      .submit();
    expect(found.text).toContain("The price that we made for you is over, and nothing was charged.");
    expect(found.text).not.toMatch(/time to pay ran out|price is ready/);
    expect(found.root.querySelector("button[value=pay]")?.text).toBe("See the price of today");
    const today = await found.form("intent").submit("pay");
    expect([today.status, pathOf(today)]).toEqual([200, "/book/agreement"]);
    expect(today.text).toContain("and is over. Below stands the price of today.");
  }
});

it("says in words why it cannot be renewed as it is; put right, it can", async () => {
  const { number, record } = await ended("full@example.com", 44);
  const offered = (await staff.open(record)).form("Renew at");
  const day = openDay(44);
  for (const window of ["morning", "afternoon", "anytime"])
    arrange(
      server,
      "insert into delivery_window_days (day, delivery_window, taken) values (?, ?, 99) on conflict do update set taken = 99",
      day,
      window,
    );
  const refused = await offered.submit("renew");
  expect([refused.status, pathOf(refused)]).toEqual([400, record]);
  expect(refused.root.querySelector(".problems")?.text).toMatch(/is full on .* Put the order right first/);
  expect(refused.text).toContain("It cannot be renewed as it is:");
  const saved = await (
    await staff.open(`${record}/order`)
  )
    .form("deliveryDate")
    .fill({ deliveryDate: openDay(47) })
    .submit("save");
  expect(saved.text).toContain("Saved. Its price is over: renew it, so that the caller can sign.");
  // The link says that the price is over: nothing to copy, and the caller sees nothing at once.
  expect(saved.root.querySelectorAll("#prepared-link")).toHaveLength(0);
  expect(saved.text).toContain("The caller sees it once the price is renewed");
  expect(saved.text).not.toContain("The caller’s form shows it at once");
  const renewed = await saved.form("Renew at").submit("renew");
  expect(renewed.text).toContain("The price is renewed");
  expect(renewed.text).toContain("The caller’s form shows it at once");
  expect(
    count(
      server,
      `select count(*) from bookings where booking_number = '${number}' and status = 'quoted' and scheduled_delivery_date = '${openDay(47)}'`,
    ),
  ).toBe(1);
});

it("goes without a hold beyond the share, and says so; nobody who is not served gets a price", async () => {
  const beyond = await ended("beyond@example.com", 50);
  const never = await ended("never@example.com", 54);
  arrange(
    server,
    "insert into settings (key, value, updated_at) values ('quoteHoldPercent', '0', 1) on conflict do update set value = '0'",
  );
  const done = await (await staff.open(beyond.record)).form("Renew at").submit("renew");
  expect(done.text).toContain("The dumpsters are not held: other prices hold their share of this size.");
  const mail = async () => (await mailTo(server, "beyond@example.com")).text;
  await expect.poll(mail).toContain("What you ordered is set aside for you when you start to pay.");
  arrange(
    server,
    "update customers set do_not_serve_at = 1, do_not_serve_reason = 'Never paid.' where id = (select customer_id from bookings where booking_number = ?)",
    never.number,
  );
  const no = await staff.post(never.record, { intent: "renew", total: "40932" });
  expect([no.status, no.text.includes("Never paid.")]).toEqual([400, true]);
});
