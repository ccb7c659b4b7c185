import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { TextBrowser } from "../support/form";
import { arrange, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let staff: TextBrowser;
let number: string;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
  const wish = { email: "zora.quill@example.com", firstName: "Zora", deliveryDate: openDay(70) };
  number = bookingNumberOn(await bookAndPay(new TextBrowser(server.url), wish));
  arrange(
    server,
    "update bookings set address = '77 Quetzal Court', phone = '+13215550177' where booking_number = ?",
    number,
  );
});
afterAll(() => server.stop());

interface Result {
  kind: string;
  title: string;
  detail: string;
  url: string;
  call: { label: string; href: string } | null;
  order: string | null;
}
const ask = async (q: string, who = staff) =>
  fetch(`${server.url}/crm/search.json?${new URLSearchParams({ q })}`, {
    headers: { Cookie: who.cookieHeader },
    redirect: "manual",
  });
const found = async (q: string) => ((await (await ask(q)).json()) as { results: Result[] }).results;

describe("the office's one search", () => {
  it("finds a booking by whatever somebody says of it", async () => {
    const [year, sequence] = number.replace("DMP-", "").split("-");
    for (const said of [
      number,
      number.toLowerCase().replaceAll("-", " "),
      `${year}-${Number(sequence)}`,
      "zora",
      "Tester Zora",
      "zora.quill@example.com",
      "zora.qui",
      "77 quetzal",
      "quetz",
      "(321) 555-0177",
      "321.555.0177",
      "+1 321 555 0177",
      "3215550177",
    ])
      expect(
        (await found(said)).map(({ url }) => url),
        said,
      ).toContain(`/crm/bookings/${number}`);
    const [customer, booking] = await found("zora");
    expect(booking).toEqual({
      kind: "booking",
      title: `Zora Tester, ${number}`,
      detail: expect.stringMatching(
        /^Booked, to schedule · 1 × 20 yd .* · delivery \w{3}, \w{3} \d+(, 2\d{3})? · Orlando$/,
      ) as string,
      url: `/crm/bookings/${number}`,
      call: { label: "(321) 555-0177", href: "tel:+13215550177" },
      order: customer?.order,
    });
    expect(customer).toMatchObject({
      kind: "customer",
      title: "Zora Tester",
      url: expect.stringMatching(/^\/crm\/customers\/cus_/) as string,
    });
  });

  it("finds who it is before what they ordered: a person, a company, a contact, with a call and a new order", async () => {
    const id = (await found("zora"))[0]?.url.split("/").at(-1) ?? "";
    arrange(server, "update customers set company_name = 'Quince & Sons' where id = ?", id);
    arrange(
      server,
      "insert into customer_contacts (id, customer_id, kind, value, label, added_at) values ('cct_zora', ?, 'phone', '+14075550188', 'Site: Ana', 9e15)",
      id,
    );
    for (const said of ["quince", "Zora", "zora.quill@example.com", "407 555 0188", "77 quetzal"])
      expect((await found(said))[0], said).toMatchObject({ kind: "customer", title: "Quince & Sons" });
    const [hit] = await found("quince");
    expect(hit).toEqual({
      kind: "customer",
      title: "Quince & Sons",
      detail: expect.stringMatching(/^Zora Tester · .*zora\.quill@example\.com/) as string,
      url: `/crm/customers/${id}`,
      call: {
        label: expect.stringMatching(/^\(\d{3}\) \d{3}-\d{4}$/) as string,
        href: expect.stringMatching(/^tel:\+1/) as string,
      },
      order: `/crm/bookings/new?customer=${id}`,
    });
    const order = await staff.open(hit?.order ?? "");
    expect(order.form("firstName").values().get("firstName")).toBe("Zora");
    arrange(server, "update customers set do_not_serve_at = 1, do_not_serve_reason = 'x' where id = ?", id);
    expect((await found("quince"))[0]).toMatchObject({
      detail: expect.stringMatching(/^Do not serve · /) as string,
      order: null,
    });
    arrange(server, "update customers set do_not_serve_at = null, company_name = null where id = ?", id);
    // A booking's number is nobody's name.
    expect((await found(number)).map(({ kind }) => kind)).toEqual(["booking"]);
  });

  it("finds a dumpster by the number painted on it, with whose it is", async () => {
    arrange(
      server,
      "update units set dumpster_id = (select id from dumpsters where size_yards = 20 order by number limit 1) where booking_id = (select id from bookings where booking_number = ?)",
      number,
    );
    arrange(
      server,
      "update dumpsters set number = '20-77X', location = 'site' where id = (select dumpster_id from units where booking_id = (select id from bookings where booking_number = ?))",
      number,
    );
    for (const said of ["20-77X", "20-77x", "20-77"])
      expect((await found(said))[0], said).toEqual({
        kind: "dumpster",
        title: "Dumpster 20-77X",
        detail: `20 yards, with Zora Tester, ${number}`,
        url: `/crm/bookings/${number}`,
        call: null,
        order: null,
      });
  });

  it("finds one that stands in the yard too, which leads to its own record", async () => {
    expect((await found("15-14"))[0]).toMatchObject({
      title: "Dumpster 15-14",
      detail: "15 yards, never out so far",
      url: "/crm/inventory/15-14",
    });
  });

  it("finds a weight ticket by its number, in either case of letters and by its beginning", async () => {
    const unit = "(select id from units where booking_id = (select id from bookings where booking_number = ?))";
    const job = "(select id from jobs where booking_id = (select id from bookings where booking_number = ?) limit 1)";
    arrange(
      server,
      `insert into weight_tickets select 'tkt_zora', ${job}, ${unit}, 'Landfill', 'LFx-90412', 28200, 25000, 3200, 1`,
      number,
      number,
    );
    for (const said of ["LFx-90412", "lfX-90412", "lfx-904"])
      expect(
        (await found(said)).map(({ kind, title, detail, url }) => [kind, title, detail, url]),
        said,
      ).toEqual([
        [
          "ticket",
          "Ticket LFx-90412",
          `Landfill, 3,200 lb, Zora Tester, ${number}`,
          `/crm/bookings/${number}#job-facts`,
        ],
      ]);
  });

  it("finds who waits for a call, with a call and an order that begins with what they said, and says that it is closed once it is", async () => {
    arrange(
      server,
      "insert into leads (id, kind, state, name, phone, email, zip, message, data, created_at) values ('led_quarry', 'call_back', 'new', 'Wilma Quarry', '+14075550192', 'wilma.quarry@example.com', '32720', 'Roof', '{}', 1764272000000)",
    );
    for (const said of ["Wilma Quarry", "407.555.0192", "wilma.quarry@example.com"])
      expect(await found(said), said).toEqual([
        {
          kind: "lead",
          title: "Wilma Quarry",
          detail: expect.stringMatching(
            /^Asked for a call-back on Thu, Nov 27(, 2025)? · \(407\) 555-0192 · wilma\.quarry@example\.com$/,
          ) as string,
          url: "/crm/overview/leads/led_quarry",
          call: { label: "(407) 555-0192", href: "tel:+14075550192" },
          order: "/crm/bookings/new?lead=led_quarry",
        },
      ]);
    const [hit] = await found("quarry");
    const order = (await staff.open(hit?.order ?? "")).form("firstName").values();
    expect(["firstName", "lastName", "phone", "email", "zip"].map((name) => order.get(name))).toEqual([
      "Wilma",
      "Quarry",
      "(407) 555-0192",
      "wilma.quarry@example.com",
      "32720",
    ]);
    // The only one is opened, and leads to the same order.
    const lead = await staff.open("/crm/search?q=quarry");
    expect(pathOf(lead)).toBe("/crm/overview/leads/led_quarry");
    expect(lead.root.querySelector("a[href^='/crm/bookings/new?']")?.getAttribute("href")).toBe(hit?.order);
    await lead.form("why").fill({ why: "Went elsewhere" }).submit("close");
    for (const typed of ["quarry", "407.555.0192"])
      expect(await found(typed), typed).toMatchObject([
        {
          kind: "lead",
          title: "Wilma Quarry",
          detail: expect.stringMatching(/^Closed · Asked for a call-back/) as string,
        },
      ]);
    const byPhone = (await staff.open("/crm/bookings/new")).form("deliveryDate").fill({ phone: "407 555 0192" });
    const looked = await byPhone.submit("update");
    expect(looked.text).toMatch(/Closed Asked for a call-back on Thu, Nov 27(, 2025)?: Roof/);
    expect(looked.text).not.toContain("Nobody we know");
  });

  it("finds nothing for nothing and for nonsense, and says so", async () => {
    for (const said of ["", "   ", "\u0000", '"*', "NEAR(", "%", "zzzz-no-such"]) expect(await found(said)).toEqual([]);
    const page = await staff.open("/crm/search?q=zzzz-no-such");
    expect(page.text).toContain("Nothing fits “zzzz-no-such”.");
    expect((await staff.open("/crm/search")).text).not.toContain("Nothing fits");
  });

  it("offers names spelled nearly so where nothing fits, under words that say so", async () => {
    const said = (await (await ask("Zoar")).json()) as { results: Result[]; near?: boolean };
    expect([said.near, said.results.map(({ kind, title }) => [kind, title])]).toEqual([
      true,
      [["customer", "Zora Tester"]],
    ]);
    expect(await (await ask("zora")).json()).not.toHaveProperty("near");
    // The only one is not opened: it is a guess.
    const page = await staff.open("/crm/search?q=Zoar");
    expect(pathOf(page)).toBe("/crm/search");
    expect(page.root.querySelector("h2")?.text).toBe("Nothing fits “Zoar”. Did you mean:");
    expect(page.root.querySelectorAll(".found li")).toHaveLength(1);
  });

  it("offers them under an empty list too: to the customers, and to the bookings with their newest ones", async () => {
    const near = async (list: string) => {
      const page = await staff.open(`/crm/${list}?q=Zoar`);
      return [page.root.querySelector("main h2")?.text, ...page.root.querySelectorAll(".found b").map((b) => b.text)];
    };
    expect(await near("customers")).toEqual(["No customer fits “Zoar”. Did you mean:", "Zora Tester"]);
    expect(await near("bookings")).toEqual([
      "No booking fits “Zoar”. Did you mean:",
      "Zora Tester",
      `Zora Tester, ${number}`,
    ]);
    // A filter hides what fits: nobody was spelled wrong.
    expect((await staff.open("/crm/bookings?q=Zora&status=completed")).text).toContain("No booking fits. Try");
  });

  it("works as a page: results with their call, the whole list one link away, a whole number opens its record", async () => {
    const page = await (await staff.open("/crm/overview")).form("q").fill({ q: "zora" }).submit();
    expect(pathOf(page)).toBe("/crm/search");
    expect(page.text).toContain(`Zora Tester, ${number}`);
    expect(page.root.querySelector(".found a[data-act=c]")?.getAttribute("href")).toBe("tel:+14075550133");
    expect(pathOf(await staff.open(`/crm/search?q=${number.toLowerCase()}`))).toBe(`/crm/bookings/${number}`);
    const { invoice = "" } =
      query<{ invoice: string }>(
        server.dataDir,
        "select invoice_number invoice from invoices where booking_id = (select id from bookings where booking_number = ?)",
        number,
      )[0] ?? {};
    for (const list of ["search", "bookings"])
      expect(pathOf(await staff.open(`/crm/${list}?q=${invoice}`))).toBe(`/crm/bookings/${number}`);
    // Nothing else fits.
    expect(pathOf(await staff.open("/crm/search?q=20-77X"))).toBe(`/crm/bookings/${number}`);
    const many = await staff.open("/crm/search?q=orlando");
    const kinds = many.root.querySelectorAll(".found li .state").map(({ text }) => text.trim());
    expect([many.root.querySelectorAll(".found li").length, kinds]).toEqual([12, Array(4).fill("Customer")]);
    expect(pathOf(await many.follow(/All customers that fit/))).toBe("/crm/customers");
    expect(pathOf(await many.follow(/All bookings that fit/))).toBe("/crm/bookings");
  });

  it("is the team's alone", async () => {
    expect((await ask("zora", new TextBrowser(server.url))).headers.get("location")).toMatch(/^\/auth/);
    expect((await ask("zora", await signIn(server, "user@example.com"))).status).toBe(403);
    const driver = await ask("zora", await signIn(server, "driver@example.com"));
    expect([driver.status, driver.headers.get("location")]).toEqual([302, "/driver/dashboard"]);
  });
});
