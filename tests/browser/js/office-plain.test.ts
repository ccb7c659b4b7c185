import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../../support/booking";
import { sidewaysScroll } from "../../support/axe";
import { DESK, PHONE, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { arrange, signIn } from "../../support/meanwhile";
import { watch } from "../../support/page-checks";
import { query } from "../../support/orders";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

// Pages that hold many links and forms send them plain: what stands around them follows and sends, in the same document.
const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });

async function office(
  path: string,
  email = "staff@example.com",
): Promise<{ page: Page; sent: string; complaints: string[] }> {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, email)).windowCookies);
  const page = await context.newPage();
  const complaints = watch(page);
  const sent = await (await page.goto(path))!.text();
  await hydrated(page);
  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  return { page, sent, complaints };
}
const isSame = (page: Page) => page.evaluate(() => document.body.dataset["same"]);

inFull(
  "the list of dumpsters is taken over as it stands in the page, leads on, and is read anew on the way back",
  async () => {
    arrange(stage.server, "update dumpsters set location = 'unknown', condition = 'damaged' where number = '15-02'");
    arrange(stage.server, "update dumpsters set condition = 'needs_cleaning', load = 'full' where number = '15-08'");
    arrange(stage.server, "update dumpsters set number = 'A&<1>' where number = '15-04'");
    arrange(
      stage.server,
      "update units set state = 'on_site', dumpster_id = (select id from dumpsters where number = '15-05') where id = (select min(id) from units)",
    );
    const { page, sent, complaints } = await office("/crm/inventory");
    const list = page.locator("table.yard-list tbody");
    const served = await page.evaluate(
      (html) =>
        new DOMParser()
          .parseFromString(html, "text/html")
          .querySelector("table.yard-list tbody")
          ?.innerHTML.replaceAll("<!-- -->", ""),
      sent,
    );
    const shown = () => list.evaluate((body) => body.innerHTML.replaceAll("<!-- -->", ""));
    expect(await shown()).toBe(served);
    const row = (number: string) => list.locator("tr", { hasText: number });
    expect(await row("15-02").innerText()).toMatch(/Damaged\s+15 yards\s+Not known where\s+Empty/);
    expect(await row("15-08").innerText()).toMatch(/Needs cleaning\s+15 yards\s+In the yard\s+Full/);
    await row("A&<1>").getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: /A&<1>/ }).waitFor();
    await page.goBack();
    // Now by the loader's own rows.
    await row("15-05")
      .getByText(/DMP-\d/)
      .waitFor();
    expect(await shown()).toBe(served);
    await page
      .getByRole("table", { name: "Dumpsters by size and place" })
      .getByRole("link", { name: "15 yards" })
      .click();
    await page.waitForURL("**/crm/inventory?size=15");
    await expect.poll(() => page.locator("#size").inputValue()).toBe("15");
    expect(await isSame(page)).toBe("yes");
    expect(complaints).toEqual([]);
  },
);

it("a task is taken, refused, done and taken back, and a stop of the board opened, without a document being loaded", async () => {
  const paid = await bookAndPay(new TextBrowser(stage.server.url), { deliveryDate: openDay(6) });
  const number = bookingNumberOn(paid);
  arrange(
    stage.server,
    "delete from tasks where booking_id is not (select id from bookings where booking_number = ?)",
    number,
  );
  const { page, complaints } = await office("/crm/overview?whose=nobody");
  const tasks = page.locator(".tasks > li");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await page.getByText("Everything has an owner.").waitFor();
  expect(page.url()).toContain("whose=nobody");
  await page.getByRole("navigation", { name: "Whose tasks" }).getByRole("link", { name: "Mine" }).click();
  await tasks.getByText("yours").waitFor();
  await tasks.locator("summary").click();
  await tasks.getByRole("button", { name: "Put off" }).click();
  await page.getByRole("alert").waitFor();
  expect(await tasks.locator("details").getAttribute("open")).not.toBeNull();
  await tasks.locator("[name=why]").fill("Called them");
  await tasks.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByText(/^Done: /).waitFor();
  expect(await tasks.count()).toBe(0);
  // The row with the button is gone: whoever goes by keys stands at what came of it, and the way back is next.
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Undo");
  await page.keyboard.press("Enter");
  await tasks.first().waitFor();
  expect(await isSame(page)).toBe("yes");

  await page.getByRole("navigation", { name: "CRM" }).getByRole("link", { name: "Dispatch" }).click();
  await page.goto(`/crm/dispatch?day=${openDay(6)}`);
  await hydrated(page);
  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  const stop = page.locator(".stop", { hasText: number });
  await stop.getByRole("link", { name: /^Give or move/ }).press("Enter");
  await page.locator("#move").waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("move");
  await stop.getByRole("link", { name: number }).click();
  await page.getByRole("heading", { level: 1, name: number }).waitFor();
  expect(await isSame(page)).toBe("yes");
  expect(complaints).toEqual([]);
});

inFull(
  "why they called is said in the list of calls: the form opens in its place, and Back finds it half typed",
  async () => {
    arrange(
      stage.server,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) insert into calls
    (id, provider_sid, direction, state, outcome, other_number, our_number, ring_round, led_round, after_hours, started_at, ended_at, talk_seconds)
    select 'cal_plain' || i, 'CAplain' || i, 'in', 'ended', 'answered', '+14075550' || (100 + i), '+14075550142', 0, 0, 0, 1e12 + i, 1e12, 60 from n`,
    );
    const { page, sent, complaints } = await office("/crm/calls");
    const rows = page.locator(".calls > li");
    expect([await rows.count(), await rows.locator("form").count()]).toEqual([50, 0]);
    expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(45_000);
    // Each time on a line of its own below who called, what leads on beside it.
    const lines = await rows.evaluateAll((all) =>
      all.map((row) => {
        const [state, said, link] = [...row.querySelectorAll(":scope > b, :scope > p, :scope > [href^='?']")];
        const range = document.createRange();
        range.selectNodeContents(said!.firstChild!);
        const time = range.getBoundingClientRect();
        const on = link!.getBoundingClientRect();
        return time.top > state!.getBoundingClientRect().top + 10 && on.left > time.right && on.top < time.bottom;
      }),
    );
    expect(lines).toEqual(lines.map(() => true));
    const third = rows.nth(2);
    await third.getByRole("link", { name: "Say why…" }).press("Enter");
    expect(await third.locator("select").evaluate((field) => field === document.activeElement)).toBe(true);
    await third.getByLabel("Note").fill("Wants it on Friday");
    await page.getByRole("navigation", { name: "CRM" }).getByRole("link", { name: "Bookings" }).click();
    await page.getByRole("heading", { level: 1, name: "Bookings" }).waitFor();
    await page.goBack();
    await expect.poll(() => third.getByLabel("Note").inputValue()).toBe("Wants it on Friday");
    await third.locator("select").selectOption("pickup");
    await third.getByRole("button", { name: "Save" }).click();
    await third.getByText("Pickup: Wants it on Friday").waitFor();
    await third.locator("[name=booking]").fill("DMP-1999-000001");
    await third.getByRole("button", { name: "Put it there" }).click();
    await page.getByRole("alert").waitFor();
    expect(await third.locator("[name=booking]").inputValue()).toBe("DMP-1999-000001");
    expect(await isSame(page)).toBe("yes");
    expect(complaints).toEqual([]);
  },
);

inFull("the log is taken over as it stands in the page, and leads on", async () => {
  arrange(
    stage.server,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 60) insert into system_logs
    (created_at, log_level, module, action, error_message, booking_id) select 9e12 + i, 'WARN', 'pricing', 'consistency_check', '<b>עדה</b> & “Co” ' || i, case when i % 10 = 0 then 'bkg_<1>' end from n`,
  );
  const { page, sent, complaints } = await office("/crm/logs", "admin@example.com");
  const list = page.locator("table.log tbody");
  const served = await page.evaluate(
    (html) => new DOMParser().parseFromString(html, "text/html").querySelector("table.log tbody")?.innerHTML,
    sent,
  );
  expect(await list.evaluate((body) => body.innerHTML)).toBe(served);
  expect([await list.locator("tr").count(), Buffer.byteLength(sent) <= 25_000]).toEqual([50, true]);
  await list.locator("a").first().click();
  await page.getByRole("region", { name: /^Line \d+/ }).waitFor();
  await page.goBack();
  await expect.poll(() => list.evaluate((body) => body.innerHTML)).toBe(served);
  await list.getByRole("link", { name: "its lines" }).first().click();
  await expect.poll(() => page.locator("#booking").inputValue()).toBe("bkg_<1>");
  expect(await isSame(page)).toBe("yes");
  expect(complaints).toEqual([]);
});

inFull("a later charge with a long name stays beside its state on a phone, and leads on", async () => {
  const columns = query<{ name: string }>(stage.server.dataDir, "select name from pragma_table_info('charges')");
  const own: Record<string, string> = {
    id: "'chg_long'",
    cause: "'hand:long'",
    state: "'proposed'",
    description: "'Cleaning after wet paint and plaster in a 20-yard dumpster that was set down for two days'",
  };
  arrange(
    stage.server,
    `insert into charges (${columns.map(({ name }) => name).join()}) select ${columns.map(({ name }) => own[name] ?? name).join()} from charges limit 1`,
  );
  const { page, complaints } = await office("/crm/billing?list=proposed");
  await page.setViewportSize(PHONE);
  expect(await sidewaysScroll(page)).toMatchObject({ by: 0 });
  const row = page.locator("table.charges tbody tr").filter({ hasText: "Cleaning after wet paint" });
  const [link, state] = [await row.locator("th a").boundingBox(), await row.locator("td b").first().boundingBox()];
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual(state?.x ?? 0);
  await row.locator("th a").click();
  await page.waitForURL("**charge=chg_long**");
  await page.locator("#charge").waitFor();
  expect(await isSame(page)).toBe("yes");
  expect(complaints).toEqual([]);
});
