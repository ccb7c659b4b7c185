import { afterAll, beforeAll, expect, it } from "vitest";
import { openDay, payWith, scheduleFields } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, localPath, mailTo, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

// The buttons beside the form of a prepared order take along what is typed there, without scripts.
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

const form = (page: Page) => page.form("deliveryDate");
const linkOn = (page: Page) => localPath(page.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
const prepare = async (email: string, ahead: number) =>
  form(await staff.open("/crm/bookings/new"))
    // Each of a number of their own: one of them is a customer with terms.
    .fill({
      ...scheduleFields({ email, deliveryDate: openDay(ahead) }),
      phone: `(407) 555-01${ahead}`,
      dumpsterSize: "20",
    })
    .submit("save");
const numberOf = (page: Page) => pathOf(page).split("/").at(-2) ?? "";
const of = (page: Page, what: string, from: string) =>
  count(server, `select ${what} from ${from} where booking_number = '${numberOf(page)}'`);
const address = (page: Page) => of(page, "address", "bookings");
const links = (page: Page) =>
  of(page, "count(*)", "outbox join bookings on bookings.id = outbox.booking_id and kind = 'mail.sign-request'");
const ended = (page: Page) =>
  // November 30, 12:00 am in New York.
  arrange(server, "update bookings set quote_expires_at = 1764478800000 where booking_number = ?", numberOf(page));
const signed = async (link: string) =>
  (await new TextBrowser(server.url).open(link))
    .form("signatureName")
    .fill({ signatureName: "Ada Tester", agree: "on" })
    .submit("continue");

it("Send it again saves what is typed first; pressed twice it is one message, and Enter in a field saves alone", async () => {
  const page = await prepare("street@example.com", 40);
  const button = form(page).fill({ address: "9 Palm Street", email: "other@example.com" });
  const sent = await button.submit("resend");
  expect(sent.text).toContain("Saved, and sent again.");
  expect([address(page), links(page)]).toEqual(["9 Palm Street", 2]);
  expect((await button.submit("resend")).status).toBe(200);
  expect(links(page)).toBe(2);
  const entered = await form(sent).fill({ address: "10 Palm Street" }).submit();
  expect(entered.text).toContain("Saved. The caller sees it on their own page.");
  expect([address(page), links(page)]).toEqual(["10 Palm Street", 2]);
  // What was put right within that minute is another link to send.
  expect((await form(await staff.open(pathOf(page))).submit("resend")).text).toContain("on its way once more");
  expect(links(page)).toBe(3);
  const until = of(page, "quote_expires_at", "bookings");
  const second = form(await staff.open(pathOf(page)));
  await form(await staff.open(pathOf(page)))
    .fill({ quoteUntil: openDay(3) })
    .submit("resend");
  const sooner = of(page, "quote_expires_at", "bookings");
  expect(sooner).toBeLessThan(until);
  // A second page of the same person never touched it.
  await second.fill({ address: "11 Palm Street" }).submit("save");
  expect([of(page, "quote_expires_at", "bookings"), address(page)]).toEqual([sooner, "11 Palm Street"]);
});

it("of two pages of one person the second undoes nothing that it never touched, and asks about what both changed", async () => {
  const page = await prepare("two-tabs@example.com", 47);
  const first = form(page).fill({ gateCode: "5678" });
  const second = form(await staff.open(pathOf(page))).fill({ address: "9 Palm Street" });
  for (const times of ["once", "twice"]) expect((await first.submit("save")).status, times).toBe(200);
  expect((await second.submit("save")).text).toContain("Saved.");
  expect([of(page, "gate_code", "bookings"), address(page)]).toEqual(["5678", "9 Palm Street"]);
  const both = await first.fill({ address: "8 Oak Street" }).submit("save");
  expect([both.status, address(page)]).toEqual([409, "9 Palm Street"]);
  expect(both.text).toMatch(/which stays\?.*8 Oak Street.*9 Palm Street/);
});

it("is refused as the form's own button is, with everything typed, and then sends nothing", async () => {
  const page = await prepare("refused@example.com", 41);
  const refused = await form(page).fill({ zip: "90210", address: "9 Palm Street" }).submit("resend");
  expect([refused.status, refused.root.querySelectorAll(".problems a").map((one) => one.getAttribute("href"))]).toEqual(
    [400, ["#zip"]],
  );
  expect(form(refused).values().get("address")).toBe("9 Palm Street");
  expect([address(page), links(page)]).toEqual(["123 Main Street", 1]);

  const typed = form(page).fill({ address: "8 Office Road" });
  const caller = (await new TextBrowser(server.url).open(`${linkOn(page)}?change=schedule`)).form("deliveryDate");
  await caller.fill({ address: "7 Caller Street" }).submit("continue");
  const both = await typed.submit("resend");
  expect([both.status, both.text.includes("Changed at the same moment")]).toEqual([409, true]);
  expect(both.text).toMatch(/which stays\?.*8 Office Road.*7 Caller Street/);
  expect(links(page)).toBe(1);
  expect((await form(both).submit("resend")).text).toContain("Saved, and sent again.");
  expect([address(page), links(page)]).toEqual(["8 Office Road", 2]);
});

it("a price is renewed for the order as it is typed, for as long as is typed, and at no price that was not said", async () => {
  const page = await prepare("renewed@example.com", 42);
  ended(page);
  const over = await staff.open(pathOf(page));
  const last = openDay(5);
  const button = form(over).fill({ address: "9 Palm Street", quoteUntil: last });
  const done = await button.submit("renew");
  expect(done.text).toContain("Saved. The price is renewed, the dumpsters are held");
  expect([address(page), links(page), form(done).values().get("quoteUntil")]).toEqual(["9 Palm Street", 2, last]);
  await button.submit("renew");
  expect(links(page)).toBe(2);

  ended(page);
  const larger = form(await staff.open(pathOf(page))).fill({ dumpsterSize: "25" });
  const other = await larger.submit("renew");
  expect([other.status, pathOf(other)]).toEqual([400, pathOf(page)]);
  expect(other.text).toMatch(
    /Your changes are saved\. The price has just changed: today it is \$4\d\d\.\d\d\. Press again/,
  );
  expect(form(other).values().get("dumpsterSize")).toBe("25");
  expect((await form(other).submit("renew")).text).toContain("The price is renewed");
  expect([links(page), of(page, "dumpster_size", "bookings")]).toEqual([3, 25]);
});

it("how it is paid is chosen for the order as it is typed", async () => {
  const page = await prepare("terms@example.com", 43);
  arrange(
    server,
    "update customers set terms_days = 30, credit_limit = 60000 where id = (select customer_id from bookings where booking_number = ?)",
    numberOf(page),
  );
  // A message that still waits says what is true when it leaves: no other one is sent for that.
  await mailTo(server, "terms@example.com");
  const offered = form(await staff.open(pathOf(page)));
  const done = await offered.fill({ address: "9 Palm Street" }).submit("account");
  expect(done.text).toContain("Saved. It goes on their account when they sign it.");
  expect(done.text).toContain("On account: signed by the link");
  expect([address(page), links(page)]).toEqual(["9 Palm Street", 2]);
  // Two cost more than the limit: they are saved, and the rest is said.
  const beyond = await form(await form(done).fill({ address: "10 Palm Street" }).submit("card"))
    .fill({ quantity: "2" })
    .submit("account");
  expect([beyond.status, form(beyond).values().get("quantity")]).toEqual([409, "2"]);
  expect(beyond.text).toMatch(/Your changes are saved\. It is not on account: this order of \$818\.64 would pass/);
  expect([address(page), of(page, "total_units", "bookings")]).toEqual(["10 Palm Street", 2]);
});

it("of an order that was paid meanwhile nothing is saved, and what was typed is told; untouched it leads to the record", async () => {
  const page = await prepare("paid@example.com", 44);
  const review = await signed(linkOn(page));
  await payWith(await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue"));
  const late = await form(page).fill({ gateCode: "4711" }).submit("resend");
  expect([late.status, late.root.querySelector("#typed")?.text]).toEqual([409, "gate code: 4711"]);
  expect(pathOf(await form(page).submit("resend"))).toBe(`/crm/bookings/${numberOf(page)}`);
});

it("the link goes once more to who has signed already: on to payment, or to sign again what was put right, where the office said", async () => {
  const page = await prepare("signed@example.com", 55);
  await signed(linkOn(page));
  const again = await form(await staff.open(pathOf(page))).submit("resend");
  expect(again.text).toContain("The link is on its way once more.");
  const mail = async (to: string) => (await mailTo(server, to)).text;
  await expect
    .poll(() => mail("signed@example.com"))
    .toContain("you have signed the rental agreement. Your booking is made once you have paid by card.");
  const { links: sent } = await mailTo(server, "signed@example.com");
  const link = localPath(sent.find((one) => one.includes("/sign-agreement/")) ?? "");
  expect(pathOf(await new TextBrowser(server.url).open(link))).toBe("/book/payment");

  const anew = "signed-anew@example.com";
  const corrected = await form(again).fill({ dumpsterSize: "25", email: anew }).submit("resend");
  expect(corrected.text).toContain("Saved, and sent again. It is not what the caller has signed any more");
  expect(corrected.text).toContain(`email to ${anew}`);
  expect(corrected.text).toMatch(/The dumpsters are held\s*through/);
  const record = await staff.open(`/crm/bookings/${numberOf(page)}`);
  expect(record.text).toMatch(
    /Changed since it was signed: now 1 × 25-yard dumpster \(General debris\), \$4\d\d\.\d\d, to be signed again/,
  );
  await expect.poll(() => mail(anew)).toMatch(/was changed after you signed it.*sign the rental agreement again/s);
  // Another size has no fixed price: only the link ends.
  expect(await mail(anew)).toMatch(/The link works through [^.]*\. The price is that of the day you sign\./);
  expect(await mail(anew)).not.toContain("price is good");
  const agreement = await new TextBrowser(server.url).open(linkOn(corrected));
  expect(agreement.text).toMatch(/The link works\s*through .*?\. The price is that of the day you sign\./);
  expect(corrected.text).toMatch(/The link works\s*through .*?\. The price is that of the day they sign\./);
  expect(await mail(anew)).toContain("25-yard dumpster");
});

it("says that what was put right after the signature is not held, where other prices hold their share", async () => {
  const page = await prepare("share@example.com", 46);
  await signed(linkOn(page));
  arrange(
    server,
    "insert into settings (key, value, updated_at) values ('quoteHoldPercent', '0', 1) on conflict do update set value = '0'",
  );
  const saved = await form(await staff.open(pathOf(page)))
    .fill({ dumpsterSize: "25" })
    .submit("save");
  expect(saved.text).toContain("at the price below. The dumpsters are not held: other prices hold their share");
});
