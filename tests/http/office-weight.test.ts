import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillCalls, fillCharges, fillTasks } from "../support/long-lists";
import { signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  for (const fill of [fillTasks, fillCharges, fillCalls]) fill(server);
  cookie = (await signIn(server, "staff@example.com")).cookieHeader;
});
afterAll(() => server.stop());

const page = async (path: string) => (await fetch(server.url + path, { headers: { Cookie: cookie } })).text();

describe("a long list of the office goes once, with its page in few bytes of HTML", () => {
  it("the overview: ten tasks with their forms, twelve stops (each of them late from noon on), in 26,000", async () => {
    const html = await page("/crm/overview");
    const root = parse(html);
    expect(root.querySelectorAll(".tasks > li")).toHaveLength(10);
    expect(root.querySelectorAll("#stops ~ ul > li")).toHaveLength(12);
    expect(html.match(/Which size for 2 x 4 lumber/g)).toHaveLength(
      root.querySelectorAll(".tasks > li").filter(({ text }) => text.includes("lumber")).length,
    );
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(26_000);
  });

  it("the board: a day of 60 stops and more, many of them late, in 55,000", async () => {
    const html = await page("/crm/dispatch");
    const root = parse(html);
    // Those of the list; on a day on which no truck goes out the seed has none besides.
    expect(root.querySelectorAll(".board .stop").length).toBeGreaterThanOrEqual(60);
    expect(root.querySelectorAll(".board [name=column]")).toHaveLength(root.querySelectorAll(".numbered").length);
    expect(html.slice(html.indexOf("</main>"))).not.toMatch(/DMP-/);

    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(55_000);
  });

  it("billing: 50 charges, in 25,000", async () => {
    const html = await page("/crm/billing?list=paid");
    expect(parse(html).querySelectorAll("table.charges tbody tr")).toHaveLength(50);
    expect(html.match(/plaster \d/g)).toHaveLength(50);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(25_000);
  });

  it("calls: 50 of every kind, in 25,000", async () => {
    const html = await page("/crm/calls");
    expect(parse(html).querySelectorAll("ul.calls > li")).toHaveLength(50);
    expect(html.match(/Gate: &lt;left&gt;/g)).toHaveLength(10);
    expect(parse(html).querySelector("main [data-key=j]")?.text).toBe("Older calls");
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(25_000);
  });
});

it("a date of another year has its year in a long list, one of this year has none", async () => {
  const made = async (path: string) =>
    parse(await page(path))
      .querySelectorAll("table.charges tbody td:last-child")
      .map(({ text }) => text);
  const [first] = await made("/crm/billing?list=proposed");
  const paid = await made("/crm/billing?list=paid");
  const years = new Set(paid.map((text) => /\b\d{4}\b/.exec(text)?.[0] ?? "this"));
  expect(first).toMatch(/^\w+ \d+, \d+:\d+ [ap]m$/);
  expect(years.has("this") || new Date().getMonth() < 3).toBe(true);
  expect(years.has(String(new Date(Date.now() - 50 * 9 * 864e5).getFullYear()))).toBe(true);
  expect(parse(await page("/crm/calls")).querySelector(".calls li > p")?.text).toContain(", 2023, ");
});
