import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { arrange, signIn } from "../../support/meanwhile";
import { watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";

// Pages that hold many links and forms send them plain: what stands around them follows and sends, in the same document.
const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });

async function office(path: string): Promise<{ page: Page; sent: string; complaints: string[] }> {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
  const page = await context.newPage();
  const complaints = watch(page);
  const sent = await (await page.goto(path))!.text();
  await hydrated(page);
  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  return { page, sent, complaints };
}
const isSame = (page: Page) => page.evaluate(() => document.body.dataset["same"]);

it("the list of dumpsters is taken over as it stands in the page, leads on, and is read anew on the way back", async () => {
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
});

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
  await page.getByRole("button", { name: "Undo" }).click();
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
