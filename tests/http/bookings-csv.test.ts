import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TextBrowser } from "../support/form";
import { arrange, count, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";
import { wire } from "../support/wire";

let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

const taken = async (search: string) => {
  const answer = await fetch(`${server.url}/crm/bookings.csv${search}`, { headers: { Cookie: staff.cookieHeader } });
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
  const lines = text.split("\r\n");
  expect([text[0], lines.pop()]).toEqual(["\ufeff", ""]);
  const [names, ...rows] = lines.map((line) =>
    [...line.replace("\ufeff", "").matchAll(/"((?:[^"]|"")*)"|([^,"]+)|(?<=,|^)(?=,|$)/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
    ),
  );
  return { answer, rows: rows.map((row) => Object.fromEntries(names!.map((name, i) => [name, row[i]]))) };
};

describe("the list of bookings as a file", () => {
  it("is denied in plain words, as is whatever else of the office is no page", async () => {
    const { cookieHeader: Cookie } = await signIn(server, "user@example.com");
    const denied = async (path: string) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { Cookie } });
      return [answer.status, answer.headers.get("content-type"), await answer.text()];
    };
    const words = "Access Denied. This account may not open it.";
    for (const path of ["bookings.csv", "billing.csv", "reports.csv", "billing/journal.csv", "settings/messages/mail"])
      expect([path, ...(await denied(`/crm/${path}`))]).toEqual([path, 403, "text/plain; charset=utf-8", words]);
    expect(await denied("/crm/search.json?q=ann")).toEqual([
      403,
      "application/json; charset=utf-8",
      JSON.stringify({ error: { code: "forbidden", message: words } }),
    ]);
  });

  it("has every booking once, newest first, with what the list does not show", async () => {
    const all = query<{ number: string; email: string; total: number; paid_at: number | null }>(
      server.dataDir,
      "select booking_number number, email, total_amount total, paid_at from bookings order by created_at desc, id desc",
    );
    const { answer, rows } = await taken("");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="bookings-\d{4}-\d\d-\d\d\.csv"$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(rows.map((row) => [row.Number, row.Email, Number(row.Total), row.Paid !== ""])).toEqual(
      all.map(({ number, email, total, paid_at }) => [number, email, total / 100, paid_at !== null]),
    );
    expect(rows[0]).toMatchObject({
      Phone: expect.stringMatching(/^\(\d{3}\) \d{3}-\d{4}/) as string,
      "Came by": "Website",
    });
  });

  it("is by the filter of the page that leads to it, and says nothing of others", async () => {
    const page = await staff.open("/crm/bookings?status=cancelled");
    const link = page.root.querySelectorAll("a[download]").map((a) => a.getAttribute("href"));
    expect(link).toEqual(["/crm/bookings.csv?status=cancelled"]);
    const { rows } = await taken("?status=cancelled");
    expect(rows.length).toBe(count(server, "select count(*) from bookings where status = 'cancelled'"));
    expect(new Set(rows.map((row) => row.Status))).toEqual(new Set(["Cancelled"]));
    expect((await taken("?q=no-such-word-anywhere")).rows).toEqual([]);
    const nothing = await staff.open("/crm/bookings?q=no-such-word-anywhere");
    expect(nothing.root.querySelector("a[download]")).toBeNull();
  });

  it("is by a delivery day, which the page, its pages, its file and a saved view keep", async () => {
    const [day = ""] = query<{ day: string }>(
      server.dataDir,
      "select scheduled_delivery_date day from bookings order by created_at limit 1",
    ).map((row) => row.day);
    const there = count(server, "select count(*) from bookings where scheduled_delivery_date = ?", day);
    const form = (await staff.open("/crm/bookings")).form("day");
    const page = await form.fill({ day }).submit();
    expect(new URL(page.url).searchParams.get("day")).toBe(day);
    expect(page.root.querySelectorAll("table.bookings tbody tr")).toHaveLength(there);
    expect(page.root.querySelector("a[download]")?.getAttribute("href")).toBe(`/crm/bookings.csv?day=${day}`);
    const { rows } = await taken(`?day=${day}`);
    expect(rows.map((row) => row.Delivery)).toEqual(Array(there).fill(day));
    const views = await page.follow(/Save this view/);
    expect([new URL(views.url).search, views.text]).toEqual([`?day=${day}`, expect.stringContaining("delivery ")]);
    const kept = await views.form("viewName").fill({ viewName: "That day" }).submit();
    const again = await kept.follow(/That day/);
    expect(new URL(again.url).search).toBe(`?day=${day}`);
    expect(page.text).not.toContain("That is no day.");
    const wrong = await staff.open("/crm/bookings?day=2026-02-31&status=cancelled");
    expect(wrong.text).toContain("That is no day. All days are shown.");
    expect(wrong.root.querySelectorAll("table.bookings tbody tr")).toHaveLength(
      count(server, "select count(*) from bookings where status = 'cancelled'"),
    );
    expect((await taken("?day=2026-99-99")).rows).toHaveLength(count(server, "select count(*) from bookings"));
  });

  it("runs nothing in a spreadsheet", async () => {
    arrange(
      server,
      `update bookings set first_name = '=HYPERLINK("https://evil.example","x")' where booking_number = 'DMP-2026-000001'`,
    );
    const { rows } = await taken("?q=DMP-2026-000001");
    expect(rows.map((row) => row["First name"])).toEqual([`'=HYPERLINK("https://evil.example","x")`]);
  });

  it("goes compressed to who takes that", async () => {
    const headers = { Cookie: staff.cookieHeader, "Accept-Encoding": "gzip, br" };
    const answer = await wire(server.url, "/crm/bookings.csv", { headers });
    expect(answer.headers).toContainEqual(["content-encoding", "gzip"]);
    expect(answer.body.toString()).toContain("DMP-2026-000001");
  });

  it("is the team's: others are sent away, and who took it is in the log", async () => {
    expect(pathOf(await new TextBrowser(server.url).open("/crm/bookings.csv"))).toBe("/auth");
    expect((await (await signIn(server, "user@example.com")).open("/crm/bookings.csv")).status).toBe(403);
    expect(pathOf(await (await signIn(server, "driver@example.com")).open("/crm/bookings.csv"))).toBe(
      "/driver/dashboard",
    );
    await expect
      .poll(() =>
        count(
          server,
          "select count(distinct user_id) from system_logs where action = 'exported' and user_id = (select id from accounts where email = 'staff@example.com')",
        ),
      )
      .toBe(1);
    expect(count(server, "select count(distinct user_id) from system_logs where action = 'exported'")).toBe(1);
  });
});
