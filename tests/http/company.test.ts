import { afterAll, beforeAll, expect, it } from "vitest";
import type { TextBrowser } from "../support/form";
import { arrange, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

const NAME = "Schultz & Söhne Construction LLC";
let server: TestServer;
let staff: TextBrowser;
let booking: { number: string; customer: string; person: string };
let other: { id: string };
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
  [booking] = query<typeof booking>(
    server.dataDir,
    "select booking_number number, customer_id customer, first_name || ' ' || last_name person from bookings order by created_at desc, id desc limit 1",
  ) as [typeof booking];
  arrange(server, "update customers set company_name = ?, po_number = 'PO-77' where id = ?", NAME, booking.customer);
  arrange(
    server,
    "update bookings set price = json_set(price, '$.exempt', '85-80') where booking_number = ?",
    booking.number,
  );
  [other] = query<typeof other>(
    server.dataDir,
    "select id from customers where merged_into is null and company_name is null order by id limit 1",
  ) as [typeof other];
});
afterAll(() => server.stop());

const listed = async () =>
  (await staff.open("/crm/bookings")).root
    .querySelectorAll("table.bookings tbody tr")
    .find(({ text }) => text.includes(booking.number))?.text;
const file = async () => {
  const csv = await (await fetch(`${server.url}/crm/bookings.csv`, { headers: { Cookie: staff.cookieHeader } })).text();
  const [names = "", ...rows] = csv.split("\r\n");
  return [names, rows.find((row) => row.startsWith(`"${booking.number}"`)) ?? ""] as const;
};

it("a company stands before its person in the list, above them in the record, and behind all else in the file", async () => {
  expect(await listed()).toContain(`${NAME}, ${booking.person}`);
  const facts = (await staff.open(`/crm/bookings/${booking.number}`)).root.querySelectorAll(
    "section[aria-labelledby=customer] dl > div",
  );
  expect(facts.slice(0, 2).map(({ text }) => text)).toEqual([`Company${NAME}`, `Name${booking.person}`]);
  expect(facts[0]?.querySelector("a")?.getAttribute("href")).toBe(`/crm/customers/${booking.customer}`);
  const [names, row] = await file();
  expect(names).toMatch(/,"Came by","Company","PO number","Tax exempt"$/);
  // As on the invoices: a PO number is named on account only.
  expect(row).toMatch(new RegExp(`,"(Website|Phone)","${NAME}",,"85-80"$`));
  const terms = (days: number) =>
    arrange(server, "update bookings set account_days = ? where booking_number = ?", days, booking.number);
  terms(30);
  expect((await file())[1]).toMatch(new RegExp(`,"(Website|Phone)","${NAME}","PO-77","85-80"$`));
  arrange(server, "update bookings set account_days = null where booking_number = ?", booking.number);
});

it("finds its customer and their bookings by its name, where no booking has the words itself", async () => {
  const found = await staff.open("/crm/bookings?q=s%C3%B6hne+construction");
  expect(found.text).toContain(NAME);
  expect(found.text).toContain(booking.number);
});

it("is that of the record which stands for the customer, once they are merged", async () => {
  arrange(server, "update customers set merged_into = ? where id = ?", other.id, booking.customer);
  arrange(server, "update customers set company_name = 'Umbrella Homes' where id = ?", other.id);
  expect(await listed()).toContain(`Umbrella Homes, ${booking.person}`);
  expect((await staff.open(`/crm/bookings/${booking.number}`)).text).toContain("Umbrella Homes");
});
