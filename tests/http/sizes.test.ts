import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { TextBrowser } from "../support/form";
import { signIn } from "../support/meanwhile";
import { raw } from "../support/raw";
import { startServer, type TestServer } from "../support/server";

/** Which sizes there are is data: rows and prices, changed here by another connection beside the running server. */
let server: TestServer;
let rows: Database.Database;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  rows = new Database(`${server.dataDir}/roll-off.sqlite`);
});
afterAll(async () => {
  rows.close();
  await server.stop();
});

const page = async (path: string) => (await raw(server.url, { path })).body.toString();
const ask = async (name: string, body: object) => {
  const answer = await fetch(`${server.url}/functions/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { message?: string } };
};
const quote = (size: number, material = "general") =>
  ask("quote", { items: [{ size, quantity: 1, material, rentalDays: 7 }], context: "existing_haul" });

const FORTY = `
  insert into dumpster_sizes select 40, 7, 22, 8, 40, 550, 'About eleven pickup-truck loads.', 49900, extension_rate,
    weight_limit_tons, overage_rate, image_path, 0, '[]' from dumpster_sizes where size = 25;
  insert into pricing_matrix select 40, 49900, updated_at from pricing_matrix where size_yards = 25;`;

describe("a fourth size, by its rows alone", () => {
  beforeAll(() => {
    const known = rows.prepare("select name from pragma_table_info('dumpsters')").pluck().all() as string[];
    const others = known.filter((name) => !["id", "number", "size_yards"].includes(name)).map((name) => `"${name}"`);
    rows.exec(FORTY);
    rows.exec(
      `insert into dumpsters (id, number, size_yards, ${others.join()}) select 'dmp_forty', '40-01', 40, ${others.join()} from dumpsters where size_yards = 25 and location = 'yard' limit 1`,
    );
  });

  it("is on the public pages, drawn by its dimensions and to one scale with the others", async () => {
    const home = await page("/");
    for (const words of [
      "40<small> yard",
      "$499",
      "22 ft long, 7 ft wide, 8 ft high",
      "About eleven pickup-truck loads.",
    ])
      expect(home).toContain(words);
    expect(home.match(/viewBox="-12 0 524 100"/g)).toHaveLength(4);
    expect(home).toContain("15, 20, 25 or 40-yard");
    expect(await page("/services/construction")).toContain("$499");
    expect(await page("/book")).toContain('value="40"');
    expect(home).not.toContain("undefined");
  });

  it("is quoted, with the default haul, and counted", async () => {
    expect((await quote(40)).body).toMatchObject({ subtotal: 499, haulFee: 95, tax: 47.52, total: 641.52 });
    expect((await quote(40, "heavy")).status).toBe(400);
    expect((await quote(50)).body).toMatchObject({
      error: { fields: { "items.0.size": "Choose a dumpster size: 15, 20, 25 or 40 yards." } },
    });
    const days = { quantity: 1, startDate: openDay(30), endDate: openDay(37) };
    expect((await ask("check-dumpster-availability", { size: 40, ...days })).body).toMatchObject({ available: true });
    expect((await ask("check-dumpster-availability", { size: 50, ...days })).status).toBe(400);
  });

  it("is booked, signed and paid, and asked for again; the office can order it", async () => {
    const mine = new TextBrowser(server.url);
    const done = await bookAndPay(mine, { email: "forty@example.com", size: "40", deliveryDate: openDay(40) });
    expect(bookingNumberOn(done)).toMatch(/^DMP-/);
    const another = await done.follow("Need another dumpster?");
    expect(another.form("rentalDays").values().get("size")).toBe("40");
    expect(another.text).toContain("40 yard, $499");
    const staff = await signIn(server, "staff@example.com");
    expect((await staff.open("/crm/bookings/new")).text).toContain("40 yards");
  });

  it("contradicts nothing for health", async () => {
    expect(await page("/?health=true")).not.toContain("40 yards: the configured");
  });
});

describe("a size whose price is missing", () => {
  it("is offered nowhere, no page fails, and health says so", async () => {
    const mine = new TextBrowser(server.url);
    const begun = await mine.open("/book?dumpsterSize=20&projectType=renovation");
    const next = await begun.form("dumpsterSize").submit("continue");
    expect(new URL(next.url).pathname).toBe("/book/schedule");
    rows.exec("delete from pricing_matrix where size_yards = 20");
    for (const path of [
      "/",
      "/services/residential",
      "/services/commercial",
      "/book",
      "/about",
      "/book?dumpsterSize=20",
    ]) {
      const answer = await raw(server.url, { path });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.body.toString()).not.toMatch(/\$379|20<small> yard|undefined|NaN/);
    }
    expect(await page("/book?dumpsterSize=20")).toContain("Choose 15, 25 or 40 yards.");
    expect((await quote(20)).body).toMatchObject({
      error: { fields: { "items.0.size": "Choose a dumpster size: 15, 25 or 40 yards." } },
    });
    // Who had chosen it goes back to the project, and hears why.
    const back = await mine.open(next.url.replace(server.url, ""));
    expect(new URL(back.url).pathname).toBe("/book");
    expect(back.text).toContain("We have no dumpster of the size that was asked for");
    const staff = await signIn(server, "staff@example.com");
    expect((await staff.open("/crm/bookings/new")).text).not.toContain("20 yards");
    expect(await page("/?health=true")).toContain(
      "20 yards: the configured price is $379, pricing_matrix has no row: the size is not offered",
    );
  });

  it("heavy debris without its size is refused in words, and nothing at all still leaves pages", async () => {
    rows.exec("delete from pricing_matrix where size_yards = 15");
    const mine = new TextBrowser(server.url);
    const heavy = await mine.open("/book?dumpsterSize=25&materialCategory=heavy");
    expect(heavy.text).toContain("Heavy debris goes in the 15-yard dumpster only. We have none to book now: call us.");
    rows.exec("delete from pricing_matrix");
    for (const path of ["/", "/book", "/services/construction", "/about", "/crm/auth"]) {
      const answer = await raw(server.url, { path });
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
    expect((await quote(25)).body).toMatchObject({
      error: { fields: { "items.0.size": "No dumpster can be booked online now. Please call us." } },
    });
  });
});
