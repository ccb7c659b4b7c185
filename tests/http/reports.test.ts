import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, pathOf, signIn } from "../support/meanwhile";
import { day } from "~/domain/kernel/days";
import { dayAt, instant, instantAt } from "~/domain/kernel/time.server";
import { moveMonth } from "~/domain/reports/period";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let staff: TextBrowser;
let number: string;
const today = dayAt(instant(Date.now()));
const month = today.slice(0, 7);
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
  const wish = { email: "zora.quill@example.com", firstName: "Zora", deliveryDate: openDay(30) };
  number = bookingNumberOn(await bookAndPay(new TextBrowser(server.url), wish));
});
afterAll(() => server.stop());

const figure = (page: Page, label: string) => {
  const found = page.root.querySelectorAll(".report-figures > div").find(({ text }) => text.trim().startsWith(label));
  if (!found) throw new Error(`no figure ${label}`);
  const link = found.querySelector("a");
  return {
    value: link?.text.trim() ?? "",
    to: link?.getAttribute("href") ?? "",
    said: found.text.replace(/\s+/g, " "),
  };
};
const file = async (path: string) => {
  const answer = await fetch(`${server.url}${path}`, { headers: { Cookie: staff.cookieHeader } });
  return { answer, text: await answer.text() };
};

describe("the reports as a plain page", () => {
  it("has the month in figures, and each leads to the rows that it counts", async () => {
    const page = await staff.open("/crm/reports");
    expect(page.status).toBe(200);
    const orders = figure(page, "Orders");
    expect(Number(orders.value)).toBe(
      count(
        server,
        // By New York's clock, which changes within some months.
        `select count(*) from bookings where paid_at >= ${instantAt(day(`${month}-01`), 0)}`,
      ),
    );
    const rows = await staff.open(orders.to);
    expect(rows.text).toContain(`${orders.value} rows`);
    expect(rows.text).toContain(number);
    expect(rows.root.querySelectorAll("tbody tr").length).toBe(Math.min(50, Number(orders.value)));
    for (const label of [
      "Revenue before tax",
      "Days at a site",
      "Dry runs",
      "Came late",
      "Heavy loads",
      "Leads booked",
      "Cancellations",
    ]) {
      const one = figure(page, label);
      const list = await staff.open(one.to);
      expect([list.status, one.to], label).toEqual([200, expect.stringContaining("/crm/reports/rows?figure=")]);
    }
    const money = await staff.open(figure(page, "Money in").to);
    expect(money.text).toContain(figure(page, "Money in").value);
  });

  it("has for every picture a sentence, a table and a file that say the same", async () => {
    const page = await staff.open("/crm/reports");
    const pictures = page.root.querySelectorAll("svg[role=img]");
    expect(pictures.length).toBeGreaterThanOrEqual(2);
    for (const picture of pictures)
      expect(picture.getAttribute("aria-label")).toMatch(/^Bars: revenue .+ The figures stand below\.$/);
    const links = page.root.querySelectorAll("a[download]").map((a) => a.getAttribute("href") ?? "");
    expect(new Set(links).size).toBe(12);
    for (const link of links) {
      const { answer, text } = await file(link);
      expect([answer.status, answer.headers.get("content-type")], link).toEqual([
        200,
        "text/csv; charset=utf-8; header=present",
      ]);
      const id = new URL(link, server.url).searchParams.get("report");
      const panel = page.root
        .querySelectorAll(".report")
        .find((one) => one.querySelectorAll("a[download]").some((a) => a.getAttribute("href") === link));
      const tables = panel?.querySelectorAll("table") ?? [];
      const lines = text.trim().split("\r\n").length - 1;
      expect([0, ...tables.map((table) => table.querySelectorAll("tbody tr").length)], id ?? "").toContain(lines);
    }
    const kinds = await file(`/crm/reports.csv?report=kinds&month=${month}`);
    expect(kinds.answer.headers.get("content-disposition")).toBe(`attachment; filename="kinds-${month}.csv"`);
    expect(kinds.text).toContain('"Rental",');
  });

  it("shows another month, days of one's own, and says what is wrong with a time, with what was typed", async () => {
    const earlier = await (
      await staff.open("/crm/reports")
    ).follow(/^(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/);
    expect(earlier.url).toContain(`month=${moveMonth(month, -1)}`);
    const days = await (
      await staff.open("/crm/reports")
    )
      .form("Show these days")
      .fill({ from: `${month}-01`, to: today })
      .submit("Show these days");
    expect(days.status).toBe(200);
    const wrong = await days
      .form("Show these days")
      .fill({ from: today, to: `${moveMonth(month, -1)}-01` })
      .submit("Show these days");
    expect([wrong.status, wrong.root.querySelector("[role=alert]")?.text]).toEqual([
      400,
      expect.stringContaining("The last day is before the first"),
    ]);
    expect(wrong.form("Show these days").values().get("from")).toBe(today);
    expect(wrong.root.querySelector(".report")).toBeNull();
    const odd = await staff.open("/crm/reports?month=never");
    expect([odd.status, odd.root.querySelector("[role=alert] a")?.getAttribute("href")]).toEqual([400, "#month"]);
    const later = await staff.open(`/crm/reports?month=${moveMonth(month, 1)}`);
    expect([later.status, later.text.includes("has not begun")]).toEqual([200, true]);
    const empty = await staff.open("/crm/reports?month=2015-02");
    expect([empty.status, empty.text.includes("Nothing was booked, driven or charged")]).toEqual([200, true]);
  });

  it("goes through very many rows page by page, each once", async () => {
    arrange(
      server,
      "insert into report_facts select 'dry_run', 'many_' || value, 'delivery', ? - value * 1000, 0, 0, (select id from bookings where booking_number = ?) from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 130) select value from n)",
      Date.now(),
      number,
    );
    const from = dayAt(instant(Date.now() - 86_400_000));
    const seen: string[] = [];
    let page = await staff.open(`/crm/reports/rows?figure=dry_run&from=${from}&to=${today}`);
    const all = Number(/(\d+) rows/.exec(page.text)?.[1]);
    expect(all).toBeGreaterThanOrEqual(130);
    for (;;) {
      seen.push(
        ...page.root.querySelectorAll("tbody tr td:nth-child(3) time").map((one) => one.getAttribute("datetime") ?? ""),
      );
      if (!page.text.includes("Earlier ones")) break;
      page = await page.follow("Earlier ones");
    }
    expect(seen).toHaveLength(all);
    expect(seen).toEqual([...seen].sort().reverse());
    const { text } = await file(`/crm/reports.csv?figure=dry_run&from=${from}&to=${today}`);
    expect(text.trim().split("\r\n")).toHaveLength(all + 1);
  });

  it("is the team's: others are sent away, unknown reports are none, and who took rows is in the log", async () => {
    for (const path of ["/crm/reports", "/crm/reports/rows?figure=order", "/crm/reports.csv?report=kinds"]) {
      expect(pathOf(await new TextBrowser(server.url).open(path))).toBe("/auth");
      expect((await (await signIn(server, "user@example.com")).open(path)).status).toBe(403);
    }
    for (const path of [
      "/crm/reports/rows?figure=toString",
      "/crm/reports/rows",
      "/crm/reports.csv?report=constructor",
      "/crm/reports.csv",
    ])
      expect((await file(path)).answer.status, path).toBe(404);
    expect((await file("/crm/reports.csv?report=kinds&month=13")).answer.status).toBe(400);
    await expect
      .poll(() =>
        count(
          server,
          "select count(*) from system_logs where module = 'reports' and action = 'exported' and user_id is not null",
        ),
      )
      .toBeGreaterThan(0);
  });
});
