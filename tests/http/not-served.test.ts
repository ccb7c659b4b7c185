import { afterAll, beforeAll, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay, payWith, toCheckout } from "../support/booking";
import { TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

// Domain.md 4.23: whoever is not served any more, with an order on its way, without scripts.
let server: TestServer;
let staff: TextBrowser;
let admin: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
  admin = await signIn(server, "admin@example.com");
});
afterAll(() => server.stop());

const customerOf = (email: string) =>
  query<{ id: string }>(server.dataDir, "select customer_id id from bookings where email = ?", email)[0]?.id ?? "";
const stop = async (email: string) => {
  const record = await staff.open(`/crm/customers/${customerOf(email)}`);
  return record.form("stopReason").fill({ stopReason: "Threw a shovel at Bob" }).submit("stop-serving");
};
/** The number that everybody has in these tests, too. */
const again = async (email: string) => {
  const record = await staff.open(`/crm/customers/${customerOf(email)}`);
  return record.form("serveReason").fill({ serveReason: "paid for the shovel" }).submit("serve-again");
};

it("the card page that is open takes no money any more", async () => {
  const wish = { email: "card-page@example.com", deliveryDate: openDay(50) };
  const checkout = await toCheckout(new TextBrowser(server.url), wish);
  await stop(wish.email);
  const ended = () => count(server, "select count(*) from outbox where kind = 'stripe.expire' and state = 'done'");
  await expect.poll(ended, { timeout: 10_000 }).toBe(1);
  const page = await payWith(checkout);
  expect(page.text).not.toMatch(/shovel|do not serve/i);
  expect(count(server, "select count(*) from bookings where email = ? and paid_at is not null", wish.email)).toBe(0);
  expect(
    count(
      server,
      "select count(*) from payments p join bookings b on b.id = p.booking_id where b.email = ?",
      wish.email,
    ),
  ).toBe(0);
  await again(wish.email);
});

it("a booking that is paid asks a person, and its record says why; its customer reads nothing of it", async () => {
  const wish = { email: "paid-before@example.com", firstName: "Zed", deliveryDate: openDay(52) };
  const number = bookingNumberOn(await bookAndPay(new TextBrowser(server.url), wish));
  await stop(wish.email);
  const record = (await staff.open(`/crm/bookings/${number}`)).root.querySelector("section[aria-labelledby=customer]");
  expect(record?.text).toMatch(/Zed Tester\s*Do not serve\s*Threw a shovel at Bob/);
  expect((await staff.open("/crm/overview")).text).toContain("Do not serve: deliver this order?");
  const [booking] = query<{ key: string }>(
    server.dataDir,
    "select capability key from bookings where booking_number = ?",
    number,
  );
  const own = await new TextBrowser(server.url).open(`/manage-booking?key=${booking?.key}`);
  expect(own.text).toContain(number);
  expect(own.text).not.toMatch(/shovel|not serve/i);
  await again(wish.email);
  expect((await staff.open("/crm/overview")).text).not.toContain("Do not serve");
});

it("terms go by no merge of staff's: the page says who can, and shows them no button", async () => {
  for (const [i, email] of ["terms@example.com", "friend@example.com"].entries()) {
    await bookAndPay(new TextBrowser(server.url), { email, firstName: `No${i}`, deliveryDate: openDay(60) });
  }
  const [company, friend] = [customerOf("terms@example.com"), customerOf("friend@example.com")];
  arrange(server, "update customers set terms_days = 30, credit_limit = 100000 where id = ?", company);
  const look = `/crm/customers/${company}?merge=${friend}`;
  const merging = async (who: TextBrowser) =>
    (await who.open(look)).root.querySelector("section[aria-labelledby=merging]");
  expect((await merging(staff))?.text).toContain("only an admin can merge them");
  expect((await merging(staff))?.querySelector("button[value=merge]")).toBeNull();
  expect((await merging(admin))?.querySelector("button[value=merge]")).not.toBeNull();
  const told = await staff.open(`/crm/customers/${company}`);
  expect(told.text).toContain("once an admin confirms it; until then it is paid when booking, with tax");
  const added = await told.form("contact").fill({ contact: "pal@example.com" }).submit("add-contact");
  expect(added.text).toContain("Counts for their terms and tax exemption once an admin confirms it.");
  const confirmed = await admin.open(`/crm/customers/${company}`);
  expect(confirmed.root.querySelectorAll("button[value=confirm-contact]")).toHaveLength(1);
  expect(added.root.querySelectorAll("button[value=confirm-contact]")).toHaveLength(0);
});
