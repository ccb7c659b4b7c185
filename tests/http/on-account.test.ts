import { afterAll, beforeAll, expect, it } from "vitest";
import { openDay, scheduleFields } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { checkLedger } from "../support/ledger-check";
import { arrange, count, localPath, mailTo, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

// Domain.md 4.23: an order of a company with terms, without scripts, from the caller to the statement.
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

const EMAIL = "builder@example.com";
/** Once they have terms the form comes back with the question how it is paid, because nobody looked the caller up. */
const prepare = async (ahead: number, payment = "card") => {
  const saved = await (
    await staff.open("/crm/bookings/new")
  )
    .form("deliveryDate")
    .fill({
      ...scheduleFields({ deliveryDate: openDay(ahead), email: EMAIL, firstName: "Bo" }),
      dumpsterSize: "20",
      address: `${ahead} Site Road`,
    })
    .submit("save");
  if (!saved.root.querySelector("[name=payment]")) return saved;
  expect(saved.status).toBe(400);
  expect(saved.text).toContain("This caller has terms. Look at how it is paid, then save again.");
  return saved.form("deliveryDate").fill({ payment }).submit("save");
};
const linkOn = (page: Page) => localPath(page.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
const setTerms = (limit: number) =>
  arrange(
    server,
    "update customers set terms_days = 30, credit_limit = ? where id = (select customer_id from bookings where email = ?)",
    limit,
    EMAIL,
  );
const account = (page: Page) => page.root.querySelector("section[aria-labelledby=how-paid]")?.text ?? null;
const choose = (page: Page, how: string) => staff.post(pathOf(page), { intent: how });
const numberOf = (page: Page) => /DMP-\d{4}-\d{6}/.exec(pathOf(page))?.[0] ?? "";
const keyOf = (number: string) =>
  String(count(server, "select capability from bookings where booking_number = ?", number));
/** `meanwhile`: what happens while they read. */
const sign = async (link: string, meanwhile = () => {}) => {
  const caller = new TextBrowser(server.url);
  const agreement = await caller.open(link);
  meanwhile();
  return {
    agreement,
    signed: await agreement.form("signatureName").fill({ signatureName: "Bo", agree: "on" }).submit("continue"),
  };
};

it("a company's order goes on its account: granted, signed, booked, told, and on the statement; beyond the limit it does not", async () => {
  const prepared = await prepare(30);
  expect(account(prepared)).toBeNull();
  setTerms(60000);
  const offered = await staff.open(pathOf(prepared));
  expect(account(offered)).toContain("$0.00 of $600.00 is owed");
  const granted = await choose(offered, "account");
  expect(account(granted)).toContain("On account");
  expect(account(granted)).toContain("They have no PO number");
  arrange(server, "update customers set po_number = 'PO 4711' where terms_days is not null");
  expect(account(await staff.open(pathOf(granted)))).toContain("PO number PO 4711");

  // The customer's own page says the same as the agreement behind it.
  const own = await new TextBrowser(server.url).open(`/manage-booking?key=${keyOf(numberOf(prepared))}`);
  expect(own.text).toContain("Sign to book it. It goes on your account.");
  expect(own.text).toContain("Read and sign");
  expect(own.text).not.toMatch(/Sign and pay/);

  // Sent again, the mail says what the page says.
  await staff.post(pathOf(granted), { intent: "resend" });
  const mails = async () => (await fetch(`${server.url}/sandbox/inbox.json?to=${EMAIL}`)).text();
  await expect.poll(mails, { timeout: 10_000 }).toMatch(/: please sign".*You pay nothing now/s);

  // The steps behind the agreement say the same, and again "card" for everybody else.
  const stepBack = async (page: Page) =>
    (await new TextBrowser(server.url).open(`${linkOn(page)}?change=schedule`)).text;
  expect(await stepBack(granted)).toContain(
    "charged at $25 a day for each dumpster to my account without asking again",
  );

  const { agreement, signed } = await sign(linkOn(granted));
  expect(agreement.text).toContain("Nothing to pay now: this order goes on your account, to be paid within 30 days.");
  expect(agreement.text).toContain("no card is charged");
  expect(agreement.text).toContain("3 tons maximum. On your account.");
  expect(agreement.text).not.toContain("by card");
  expect([pathOf(signed), signed.status]).toEqual(["/booking-confirmation", 200]);
  expect(signed.text).toMatch(/Confirmed for .*It goes on your account, to be paid by/s);
  expect(signed.html).not.toContain("cardConsent");
  expect((await mailTo(server, EMAIL)).text).toBeTruthy();
  await expect
    .poll(
      async () =>
        (await (await fetch(`${server.url}/sandbox/inbox.json?to=${EMAIL}`)).text()).includes("goes on your account"),
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true);

  const number = numberOf(prepared);
  const record = await staff.open(`/crm/bookings/${number}`);
  expect(record.text).toMatch(/· On account/);
  expect(record.text).toContain("to be paid by");
  const customer = record.root.querySelector("a[href^='/crm/customers/cus']")?.getAttribute("href") ?? "";
  const statement = await staff.open(`${customer}/statement`);
  expect(statement.text).toMatch(/\$409\.32, since .*to be paid by/);

  // The next one would pass the limit: staff read the figures, and the order stays one for a card.
  const second = await prepare(33);
  expect(await stepBack(second)).toContain("charged at $25 a day for each dumpster to my card without asking again");
  const refused = await choose(second, "account");
  expect(refused.status).toBe(409);
  expect(refused.root.querySelector("[role=alert]")?.text).toContain(
    "It is not on account: $409.32 is owed already, and this order of $409.32 would pass the limit of $600.00.",
  );
  expect(refused.form("deliveryDate").values().get("address")).toBe("33 Site Road");
  // Granted while there was room, and the room was taken before the signature: nothing is signed, no figure is told.
  setTerms(90000);
  const late = await choose(await staff.open(pathOf(second)), "account");
  setTerms(60000);
  const { signed: over } = await sign(linkOn(late));
  expect(over.status).toBe(409);
  expect(over.root.querySelector("[role=alert]")?.text).toContain("nothing was signed");
  expect(over.text).not.toContain("$600.00");
  expect(over.text).toContain("by credit card");
  const signatures =
    "select count(*) from rental_agreements a join bookings b on b.id = a.booking_id where b.email = ?";
  expect(count(server, signatures, EMAIL)).toBe(1);
  expect((await staff.open(pathOf(second))).text).toContain("By card, when they have signed.");
  expect((await staff.open(`/crm/bookings/${/DMP-\d{4}-\d{6}/.exec(pathOf(second))?.[0]}`)).text).toContain(
    "Not on account: $409.32 owed and $409.32 for this order are more than the limit of $600.00",
  );

  // Cancelled, nothing goes back and nothing is owed.
  expect(record.text).toContain("Taken off their account: $409.32.");
  const cancelled = await record.form("expectedFee").fill({ why: "site closed" }).submit("cancel");
  expect(cancelled.text).toContain("Cancelled");
  expect((await staff.open(`${customer}/statement`)).text).toContain("Nothing is open.");
  expect(checkLedger(server.dataDir)).toEqual([]);
}, 120_000);

it("is asked at the signature what a payment is asked: room in the window, and whether we deliver there", async () => {
  setTerms(900_00);
  const granted = await prepare(40, "account");
  expect(account(granted)).toContain("On account");
  // Their one mail says what they do, and not first that they pay by card.
  const mails = async () => {
    const inbox = await (await fetch(`${server.url}/sandbox/inbox.json?to=${EMAIL}`)).json();
    return (inbox as object[]).map((mail) => JSON.stringify(mail)).filter((mail) => mail.includes(numberOf(granted)));
  };
  await expect
    .poll(mails, { timeout: 10_000 })
    .toEqual([expect.stringMatching(/: please sign\b(?! and).*You pay nothing now/s)]);
  const link = linkOn(granted);
  const caller = new TextBrowser(server.url);
  const day = openDay(45);
  await (
    await caller.open(`${link}?change=schedule`)
  )
    .form("deliveryDate")
    .fill({ deliveryDate: day })
    .submit("continue");
  const full = (taken: number) =>
    arrange(
      server,
      "insert into delivery_window_days (day, delivery_window, taken) values (?, 'morning', ?) on conflict do update set taken = excluded.taken",
      day,
      taken,
    );
  const refusal = async (meanwhile?: () => void) => {
    const { signed } = await sign(link, meanwhile);
    return [signed.status, signed.root.querySelector("[role=alert]")?.text];
  };
  full(99);
  expect(await refusal()).toEqual([
    409,
    expect.stringContaining("Your delivery time has just filled up, so nothing was"),
  ]);
  full(0);
  const closed = () => arrange(server, "update service_areas set is_active = 0");
  expect(await refusal(closed)).toEqual([
    409,
    expect.stringMatching(/don.t service this ZIP code.* Nothing was signed/),
  ]);
  arrange(server, "update service_areas set is_active = 1");
  expect(pathOf((await sign(link)).signed)).toBe("/booking-confirmation");
}, 60_000);

it("without scripts it is saved as it was seen: typed over where the link goes it comes back, and a second choice is told", async () => {
  setTerms(5_000_00);
  const fields = {
    ...scheduleFields({ deliveryDate: openDay(50), email: EMAIL, firstName: "Bo" }),
    dumpsterSize: "20",
  };
  const begun = await (await staff.open("/crm/bookings/new")).form("deliveryDate").fill(fields).submit("update");
  const howPaid = (page: Page) => page.form("deliveryDate").values().get("payment");
  expect(howPaid(begun)).toBe("account");
  const asked = await begun.form("deliveryDate").fill({ email: "stranger@example.net" }).submit("save");
  expect([asked.status, howPaid(asked)]).toEqual([400, "card"]);
  expect(asked.text).toContain("Look at how it is paid, then save again.");
  expect(asked.text).toContain("The link goes where nobody has confirmed that it reaches them.");
  const saved = await asked.form("deliveryDate").submit("save");
  expect(account(saved)).toContain("By card, when they have signed.");
  const twice = await asked.form("deliveryDate").fill({ payment: "account" }).submit("save");
  expect(pathOf(twice)).toBe(pathOf(saved));
  expect(twice.text).toContain("saved a moment ago, to be paid by card,");
  expect(twice.text).toContain("Nothing was changed: book it on account below.");
  expect((await asked.form("deliveryDate").submit("save")).text).toContain("It was not made a second time.");
}, 60_000);
