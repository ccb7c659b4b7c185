import { readdirSync, readFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, GOOD_CARD, openDay, scheduleFields } from "../support/booking";
import { arrange, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { PUBLIC_PAGES } from "../support/public-pages";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";
import { MeteredBrowser, wire } from "../support/wire";

/** bars.md: what TCP sends before it waits for the first acknowledgement. */
const ONE_FLIGHT = 14_000;
/** bars.md. Much of it is data that the steps hand over to React: each sends what it shows, and no more. */
const JOURNEY_BYTES = 60_000;
const JOURNEY_REQUESTS = 15;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** What a browser would fetch before it can paint, and all that it would run. */
function blockers(html: string): string[] {
  const root = parse(html, { comment: false });
  root.querySelectorAll("template").forEach((template) => template.remove());
  const fetched = root
    .querySelectorAll(
      "link[rel~=stylesheet], link[rel~=preload], link[rel~=modulepreload], script[src], script[type=module], img[src]:not([loading=lazy])",
    )
    .filter((element) => !element.getAttribute("src")?.startsWith("data:"));
  return [...fetched.map(String), ...(html.match(/@font-face|@import|url\((?!["']?(?:data:|#))[^)]*\)/g) ?? [])];
}

it("no script has a pattern with a lookbehind: Safari before 16.4 throws there, and the page with it", () => {
  const scripts = ["build/client", "build/client/assets"].flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith(".js") ? [`${folder}/${name}`] : [])),
  );
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((file) => /\(\?<[=!]/.test(readFileSync(file, "utf8")))).toEqual([]);
});

describe("one flight", () => {
  it.each(PUBLIC_PAGES)("$path", async ({ path, status, hydratesAtOnce }) => {
    const answer = await wire(server.url, path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toContainEqual(["content-encoding", "br"]);
    const needed = blockers(answer.body.toString()).filter(
      (one) => !(hydratesAtOnce && /modulepreload|type="module"/.test(one)),
    );
    expect(needed, `${path} needs nothing else to be painted`).toEqual([]);
    expect(answer.bytes, `${path} on the wire`).toBeLessThanOrEqual(ONE_FLIGHT);
  });

  it("holds for the pages of a booking too", async () => {
    const browser = new MeteredBrowser(server.url);
    const paid = await bookAndPay(browser, { deliveryDate: openDay(70), email: "flight@example.com" });
    await paid.follow("Need another dumpster?");
    const heavy = browser.bill.filter(({ path, bytes }) => !path.startsWith("/sandbox/") && bytes > ONE_FLIGHT);
    expect(heavy.map(({ path, bytes }) => `${path} ${bytes} B`)).toEqual([]);
  });
});

it(`is a whole cold journey, home to confirmation, in ${JOURNEY_BYTES} B and ${JOURNEY_REQUESTS} requests`, async () => {
  const browser = new MeteredBrowser(server.url);
  const home = await browser.open("/");
  const project = await home.follow(/Book Online/i);
  const schedule = await project
    .form("dumpsterSize")
    .fill({ projectType: "renovation", wasteTypes: ["flooring"], materialCategory: "general", dumpsterSize: "20" })
    .submit("continue");
  const agreement = await schedule
    .form("address")
    .fill(scheduleFields({ deliveryDate: openDay(71), email: "cold@example.com" }))
    .submit("continue");
  const review = await agreement
    .form("signatureName")
    .fill({ signatureName: "Ada Tester", agree: "on" })
    .submit("continue");
  const checkout = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
  const paid = await checkout.form("cardNumber").fill(GOOD_CARD).submit();
  expect(paid.text).toContain("Payment received");

  const bill = browser.bill.filter(({ path }) => !path.startsWith("/sandbox/"));
  const lines = bill.map(({ method, path, status, bytes }) => `${method} ${path} ${status}: ${bytes} B`).join("\n");
  expect(bill.length, lines).toBeLessThanOrEqual(JOURNEY_REQUESTS);
  expect(
    bill.reduce((sum, { bytes }) => sum + bytes, 0),
    lines,
  ).toBeLessThanOrEqual(JOURNEY_BYTES);
});

it("sends a page as it is to whoever takes no compression", async () => {
  const answer = await wire(server.url, "/about", { headers: { "Accept-Encoding": "identity" } });
  expect(answer.headers.map(([name]) => name)).not.toContain("content-encoding");
  expect(answer.body.toString()).toContain("</html>");
});

it("is paid by nobody for the world's numbering plans: no script of ours has them", () => {
  const folder = new URL("../../build/client/assets/", import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  // How their list of countries begins that share +1.
  const plans = /"US",\s*"AG",\s*"AI"/;
  const source = new URL("../../node_modules/libphonenumber-js/metadata.min.json.js", import.meta.url);
  expect(readFileSync(source, "utf8")).toMatch(plans);
  expect(scripts.filter((name) => plans.test(readFileSync(new URL(name, folder), "utf8")))).toEqual([]);
});

it("sends no page of the office the checks of the server's forms: a timeline's words stand apart from them", async () => {
  const staff = await signIn(server, "admin@example.com");
  const [booking] = query<{ number: string }>(server.dataDir, "select booking_number as number from bookings limit 1");
  for (const path of [`/crm/bookings/${booking?.number}`, "/crm/bookings/new", "/crm/team", "/crm/flags"]) {
    const html = await (await fetch(server.url + path, { headers: { Cookie: staff.cookieHeader } })).text();
    const scripts = parse(html)
      .querySelectorAll("link[rel=modulepreload]")
      .map((link) => link.getAttribute("href"));
    expect(scripts.length, path).toBeGreaterThan(5);
    // zod's own name for what has the wrong type.
    const heavy = scripts.filter((href) => readFileSync(`build/client${href}`, "utf8").includes("invalid_type"));
    expect([path, heavy]).toEqual([path, []]);
  }
});

it("is a list of 50 bookings in 25,000 B of HTML, each of which goes once", async () => {
  const columns = query<{ name: string }>(server.dataDir, "select name from pragma_table_info('bookings')");
  const own: Record<string, string> = {
    id: "'bkg_copy' || n.i",
    booking_number: "printf('DMP-2000-%06d', n.i)",
    signing_key: "'key' || n.i",
    capability: "'cap' || n.i",
    // As long as names often are.
    last_name: "'Featherstonehaugh-' || n.i",
    draft_id: "null",
  };
  arrange(
    server,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert into bookings (${columns.map(({ name }) => name).join()}) select ${columns.map(({ name }) => own[name] ?? `b.${name}`).join()}
    from n join (select * from bookings order by created_at desc limit 1) b`,
  );
  const staff = await signIn(server, "staff@example.com");
  const html = await (await fetch(`${server.url}/crm/bookings`, { headers: { Cookie: staff.cookieHeader } })).text();
  const rows = parse(html).querySelectorAll("table.bookings tbody tr");
  expect(rows).toHaveLength(50);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(25_000);
  // The one that they are copies of stands among them or not, by its id.
  const copies = rows.filter(({ text }) => text.includes("Featherstonehaugh-"));
  expect(copies.length).toBeGreaterThan(48);
  expect(html.match(/Featherstonehaugh-/g)?.length).toBe(copies.length);
});

it("is a list of 50 customers in 25,000 B of HTML, each of whom goes once", async () => {
  const copies = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)";
  for (const [table, columns, values] of [
    [
      "customers",
      "id, first_name, last_name, created_at",
      "'cus_copy' || i, 'Maximiliana', 'Featherstonehaugh', 9e12 + i",
    ],
    [
      "customer_contacts",
      "id, customer_id, kind, value, added_at",
      "'ccp_' || i, 'cus_copy' || i, 'phone', '+1407555' || (1000 + i), 1",
    ],
    [
      "customer_contacts",
      "id, customer_id, kind, value, added_at",
      "'cce_' || i, 'cus_copy' || i, 'email', 'maximiliana.featherstonehaugh.' || i || '@example.com', 1",
    ],
    [
      "customer_sites",
      "customer_id, address, city, zip",
      "'cus_copy' || i, i || ' Saint Augustine Boulevard', 'Winter Garden', '34787'",
    ],
  ] as const)
    arrange(server, `${copies} insert into ${table} (${columns}) select ${values} from n`);
  const staff = await signIn(server, "staff@example.com");
  const html = await (await fetch(`${server.url}/crm/customers`, { headers: { Cookie: staff.cookieHeader } })).text();
  const rows = parse(html).querySelectorAll("table.customers tbody tr");
  expect(rows.map(({ text }) => text.includes("Saint Augustine Boulevard, Winter Garden"))).toEqual(
    Array(50).fill(true),
  );
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(25_000);
  expect(html.match(/maximiliana\.featherstonehaugh\./g)).toHaveLength(50);
});
