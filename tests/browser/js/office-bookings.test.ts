import { expect, it } from "vitest";
import { axeFindings, sidewaysScroll } from "../../support/axe";
import { DESK, PHONE, visitor } from "../../support/browser";
import { arrange, signIn } from "../../support/meanwhile";
import { watch } from "../../support/page-checks";
import { query } from "../../support/orders";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const office = async (email = "staff@example.com") => {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, email)).windowCookies);
  return context.newPage();
};
const LIST = "table.bookings tbody";

it("the list of bookings is taken over as it stands in the page, is read again when something happens, and leads on", async () => {
  const [newest] = query<{ id: string; number: string }>(
    stage.server.dataDir,
    "select id, booking_number number from bookings order by created_at desc, id desc limit 1",
  );
  const odd =
    "update bookings set first_name = ?, last_name = ?, on_hold_reason = 'gate', total_units = 3 where id = ?";
  arrange(stage.server, odd, "<b>Zoë</b> & “Co”", "עדה  O'Neil", newest?.id ?? "");
  const page = await office();
  const complaints = watch(page);
  const sent = await (await page.goto("/crm/bookings"))!.text();
  await page.locator(".live[data-live=open]").waitFor();
  const served = await page.evaluate(
    ([html, list]) =>
      new DOMParser().parseFromString(html!, "text/html").querySelector(list!)?.innerHTML.replaceAll("<!-- -->", ""),
    [sent, LIST],
  );
  const shown = () => page.locator(LIST).evaluate((body) => body.innerHTML.replaceAll("<!-- -->", ""));
  expect(await shown()).toBe(served);
  expect(await page.locator(`${LIST} tr`).first().innerText()).toContain("<b>Zoë</b> & “Co”");

  // Now by the loader's own rows.
  arrange(stage.server, "update bookings set last_name = 'Hopper' where id = ?", newest?.id ?? "");
  arrange(
    stage.server,
    "insert into events (at, subject_kind, subject_id, booking_id, action, actor_kind, actor_label, request_id) values (0, 'booking', ?, ?, 'taken_off_hold', 'staff', 'Somebody', 'test')",
    newest?.id ?? "",
    newest?.id ?? "",
  );
  await page.getByText("Hopper").waitFor();
  expect(await shown()).toBe(served?.replace("עדה  O'Neil", "Hopper"));

  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  await page.locator(`${LIST} a`).first().click();
  await page.waitForURL(`**/crm/bookings/${newest?.number}`);
  await page.getByRole("heading", { level: 1, name: newest?.number ?? "" }).waitFor();
  expect(await page.evaluate(() => document.body.dataset["same"])).toBe("yes");
  await page.goBack();
  await page.locator(`${LIST} tr`).nth(5).waitFor();
  expect(complaints).toEqual([]);
});

inFull("so is the list of customers, whoever they are", async () => {
  const [company, person, stopped] = query<{ id: string }>(
    stage.server.dataDir,
    "select id from customers where merged_into is null order by created_at desc, id desc limit 3",
  ).map(({ id }) => id);
  arrange(
    stage.server,
    "update customers set kind = 'company', company_name = ? where id = ?",
    "<Söhne> & “Co”",
    company ?? "",
  );
  arrange(
    stage.server,
    "update customer_contacts set ended_at = 1 where kind = 'email' and customer_id = ?",
    person ?? "",
  );
  arrange(
    stage.server,
    "update customers set do_not_serve_at = 1, do_not_serve_reason = 'Gate' where id = ?",
    stopped ?? "",
  );
  const page = await office();
  const complaints = watch(page);
  const sent = await (await page.goto("/crm/customers"))!.text();
  await page.locator(".live[data-live=open]").waitFor();
  const list = "table.customers tbody";
  const served = await page.evaluate(
    ([html, at]) => new DOMParser().parseFromString(html!, "text/html").querySelector(at!)?.innerHTML,
    [sent, list],
  );
  expect(await page.locator(list).evaluate((body) => body.innerHTML)).toBe(served);
  expect(await page.locator(`${list} tr`).nth(2).innerText()).toContain("Do not serve");

  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  await page.locator(`${list} a`).first().click();
  await page.getByRole("heading", { level: 1, name: "<Söhne> & “Co”" }).waitFor();
  expect(await page.evaluate(() => document.body.dataset["same"])).toBe("yes");
  // Now by the loader's own rows.
  await page.goBack();
  await page.locator(`${list} tr`).nth(5).waitFor();
  expect(await page.locator(list).evaluate((body) => body.innerHTML)).toBe(served);
  expect(complaints).toEqual([]);
});

inFull(
  "views and the edit of a booking fit a phone and have no finding, also when somebody else was faster",
  async () => {
    const page = await office("admin@example.com");
    const name = `🚚 ${"no-space-".repeat(20)}`;
    await page.goto("/crm/bookings?status=confirmed");
    await page.getByRole("link", { name: "Save this view" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("For everybody in the office").check();
    await page.getByRole("button", { name: "Save the view" }).click();
    await page.waitForURL("**/crm/bookings?status=confirmed");
    expect(await page.getByRole("link", { name }).getAttribute("aria-current")).toBe("page");
    const number = await page.locator(`${LIST} a`).first().innerText();
    const colleague = await (await signIn(stage.server, "staff@example.com")).open(`/crm/bookings/${number}/edit`);
    const looks: string[] = [];
    const look = async (what: string) => {
      for (const viewport of [PHONE, DESK]) {
        await page.setViewportSize(viewport);
        const { by, from } = await sidewaysScroll(page);
        if (by > 0) looks.push(`${what} at ${viewport.width}: ${by} px, ${from.join(" ")}`);
      }
      looks.push(...(await axeFindings(page)).map((finding) => `${what}: ${finding}`));
    };
    await look("list");
    await page.goto("/crm/bookings/views?status=confirmed");
    await look("views");
    await page.getByRole("link", { name: "Change" }).first().click();
    await page.getByRole("heading", { name: "Change a view" }).waitFor();
    await look("a view");
    await page.goto(`/crm/bookings/${number}/edit`);
    await page.getByLabel("Notes for the driver").fill("Ring twice");
    await colleague.form("specialInstructions").fill({ specialInstructions: "Gate 4711" }).submit("save");
    await page.getByRole("button", { name: "Save the changes" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Notes for the driver").inputValue()).toBe("Ring twice");
    await look("conflict");
    await page.getByRole("radio", { name: /^Gate 4711/ }).check();
    await page.getByRole("button", { name: "Save the changes" }).click();
    await page.waitForURL(`**/crm/bookings/${number}`);
    await page.getByText("Gate 4711").first().waitFor();
    expect(looks).toEqual([]);
  },
);
