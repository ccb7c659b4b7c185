import { beforeAll, expect, it } from "vitest";
import type { TextBrowser } from "../support/form";
import { signIn } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
const people = new Map<string, TextBrowser>();
beforeAll(async () => {
  server = await sharedServer();
  people.set("staff", await signIn(server, "staff@example.com"));
  people.set("driver", await signIn(server, "driver@example.com", "/driver/auth"));
});

/** What every object has, and days beside which there is none of four digits. */
const WORDS = ["__proto__", "constructor", "toString"];
const DAYS = ["9999-12-31", "9999-01-01", "1000-01-01", "0000-00-00", "99999-01-01"];

const PAGES: [who: string, page: string, names: string[], values: string[]][] = [
  ["", "/auth", ["told"], WORDS],
  ["", "/driver/auth", ["told"], WORDS],
  ["staff", "/account", ["told"], WORDS],
  ["driver", "/driver/dashboard", ["told"], WORDS],
  ["staff", "/crm/billing", ["told"], WORDS],
  ["staff", "/crm/drivers", ["told"], WORDS],
  ["staff", "/crm/drivers/:driver", ["told"], WORDS],
  ["staff", "/crm/inventory/:dumpster", ["told"], WORDS],
  ["staff", "/crm/bookings/:booking", ["told"], WORDS],
  ["staff", "/crm/billing/takings", ["day"], DAYS],
  ["staff", "/crm/bookings", ["money"], DAYS],
  ["staff", "/crm/bookings.csv", ["money"], DAYS],
  ["staff", "/crm/dispatch", ["day"], DAYS],
  ["staff", "/crm/dispatch/sheet", ["day"], DAYS],
  ["staff", "/crm/dispatch/close", ["day"], DAYS],
  ["staff", "/crm/billing/journal.csv", ["from", "to"], DAYS],
  ["staff", "/crm/billing/quickbooks.csv", ["from", "to"], DAYS],
  ["staff", "/crm/reports", ["month", "from", "to"], DAYS],
];

it.each(PAGES)("%s %s is a page whatever its address says", async (who, page, names, values) => {
  const cookie = people.get(who)?.cookieHeader ?? "";
  const path = await named(page);
  for (const value of values) {
    const query = new URLSearchParams(names.map((name) => [name, value]));
    // Read whole: a file that fails has begun by then.
    const answer = await fetch(`${server.url}${path}?${query}`, { headers: { Cookie: cookie } });
    const text = await answer.text();
    expect([value, answer.status < 500, text.length > 0]).toEqual([value, true, true]);
    expect([value, text.includes("native code")]).toEqual([value, false]);
  }
  expect(server.takeErrors()).toEqual([]);
});

/** The page of the first driver, dumpster or booking of its list. */
async function named(page: string): Promise<string> {
  const [list = "", name] = page.split("/:");
  if (!name) return page;
  const { root } = (await people.get("staff")?.open(list)) ?? {};
  const links = root?.querySelectorAll(`a[href^='${list}/']`).map((one) => one.getAttribute("href") ?? "") ?? [];
  const first = links.find((href) => /^(drv_|DMP-|\d+-)/.test(href.slice(list.length + 1)));
  if (!first) throw new Error(`no ${name} on ${list}`);
  return first.split(/[?#]/)[0] ?? "";
}
