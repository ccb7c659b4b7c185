import { afterAll, beforeAll, expect, it } from "vitest";
import { bookAndPay, openDay, scheduleFields, type Wish } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, localPath, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

// What becomes of an order of the office that is put right before and after its signature, and of prices, minimums, windows meanwhile.
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

const form = (page: Page) => page.form("deliveryDate");
const linkOn = (page: Page) => localPath(page.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
const readOut = (page: Page) => page.root.querySelector(".read-out")?.text ?? "";
async function prepare(wish: Wish): Promise<{ page: string; link: string }> {
  const saved = await form(await staff.open("/crm/bookings/new"))
    .fill({ ...scheduleFields(wish), dumpsterSize: "20" })
    .submit("save");
  return { page: pathOf(saved), link: linkOn(saved) };
}
const put = async (page: string, fields: Record<string, string>) =>
  form(await staff.open(page))
    .fill(fields)
    .submit("save");
const agreement = (link: string) => new TextBrowser(server.url).open(link);
const signed = (page: Page) =>
  page.form("signatureName").fill({ signatureName: "Bo Lee", agree: "on" }).submit("continue");
const setting = (key: string, value: string) =>
  arrange(
    server,
    `insert into settings (key, value, updated_at) values ('${key}', '${value}', 1) on conflict do update set value = excluded.value`,
  );

it("has its fixed price read out while it is the same order, and today's for another one", async () => {
  const { page, link } = await prepare({ email: "fixed@example.com", deliveryDate: openDay(41) });
  arrange(server, "update pricing_matrix set base_price = base_price + 3000 where size_yards = 20");
  const kept = await staff.open(page);
  expect(readOut(kept)).toContain("$409.32");
  expect(kept.text).toContain("The price that was fixed for them. Today it would be $441.72.");
  const other = await form(kept).fill({ quantity: "2" }).submit("update");
  expect(readOut(other)).toContain("$883.44");
  expect((await agreement(link)).text).toContain("$409.32");
  // Its window is no fact of its price.
  expect(readOut(await put(page, { deliveryTime: "afternoon" }))).toContain("$409.32");
  arrange(server, "update pricing_matrix set base_price = base_price - 3000 where size_yards = 20");
});

it("is saved by Enter in any of its fields, also in the number's; a line is added, refused and put right in it", async () => {
  const { page, link } = await prepare({ email: "lines@example.com", deliveryDate: openDay(47) });
  const number = page.split("/").at(-2) ?? "";
  const lines = () =>
    query(
      server.dataDir,
      "select size_yards as size, quantity, material_category as material from booking_items where booking_id = (select id from bookings where booking_number = ?) order by line_number",
      number,
    );
  // No button named: Enter presses the first one.
  const entered = await form(await staff.open(page))
    .fill({ phone: "(407) 555-0199" })
    .submit();
  expect([pathOf(entered), entered.text.includes("Saved. The caller sees it")]).toEqual([page, true]);
  const two = await form(entered).submit("add");
  expect(two.root.querySelectorAll("[name=dumpsterSize]")).toHaveLength(2);
  const both = (quantity: string) =>
    form(two).fill({
      dumpsterSize: ["20", "15"],
      quantity: ["1", quantity],
      materialCategory: ["general", "concrete"],
    });
  const refused = await both("99").submit();
  expect([refused.status, pathOf(refused)]).toEqual([400, page]);
  expect(refused.root.querySelectorAll(".problems a").map((one) => one.getAttribute("href"))).toEqual([
    "#line-2-quantity",
  ]);
  expect(form(refused).values().getAll("quantity")).toEqual(["1", "99"]);
  const first = { size: 20, quantity: 1, material: "general" };
  expect(lines()).toEqual([first]);
  const saved = await form(refused)
    .fill({ quantity: ["1", "2"] })
    .submit();
  expect(saved.text).toContain("Saved. The caller sees it on their own page.");
  expect(lines()).toEqual([first, { size: 15, quantity: 2, material: "concrete" }]);
  expect((await agreement(link)).text).toContain("2 × 15-yard dumpster");
  // A line without a size is taken out; the first one stays.
  const one = await form(saved)
    .fill({ dumpsterSize: ["20", ""] })
    .submit();
  expect([one.text.includes("Saved. The caller sees it"), lines()]).toEqual([true, [first]]);
});

it("is not too small for its area once the office has given its word", async () => {
  const { page, link } = await prepare({ email: "small@example.com", deliveryDate: openDay(42) });
  const stranger = new TextBrowser(server.url);
  arrange(server, "update service_areas set minimum_order = 90000");
  expect((await staff.open(page)).text).not.toContain("can neither sign nor pay");
  expect(pathOf(await signed(await agreement(link)))).toBe("/book/payment");
  arrange(server, "update service_areas set minimum_order = 0");
  expect(pathOf(await stranger.open(link))).toMatch(/payment/);
});

it("made too large for a window after it was signed, it can be signed again as soon as the full window is given", async () => {
  setting("windowCapacity", "2");
  const { page, link } = await prepare({ email: "large@example.com", deliveryDate: openDay(43) });
  expect(pathOf(await signed(await agreement(link)))).toBe("/book/payment");
  const given = await put(page, { quantity: "3", fullWindow: "on" });
  expect(given.text).toContain("It is not what the caller has signed any more");
  expect(given.text).not.toContain("can neither sign nor pay");
  const again = await agreement(link);
  expect(again.text).not.toContain("One thing to change first");
  expect(pathOf(await signed(again))).toBe("/book/payment");
  // A right that was lost meanwhile is given by a save that changes nothing else.
  arrange(server, "update grants set ended_at = 1 where \"right\" = 'full_window'");
  expect((await staff.open(page)).text).toContain("can neither sign nor pay");
  const anew = await put(page, { fullWindow: "on" });
  expect(anew.text).not.toContain("Nothing is different");
  expect(anew.text).not.toContain("can neither sign nor pay");
  setting("windowCapacity", "40");
});

it("saved as it is, it leaves the caller's payment page open", async () => {
  const { page, link } = await prepare({ email: "paying@example.com", deliveryDate: openDay(44) });
  const payment = await signed(await agreement(link));
  await payment.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
  const open = () => count(server, "select count(*) from checkouts where state = 'open'");
  const before = open();
  expect((await put(page, {})).text).toContain("Nothing is different from what it was");
  expect([before > 0, open()]).toEqual([true, before]);
  expect((await put(page, { address: "99 Palm Street" })).text).not.toContain("Nothing is different");
  expect(open()).toBe(before - 1);
});

it("of somebody who is not served, the office's page says so with the way to the record, and the caller's nothing", async () => {
  const { page, link } = await prepare({ email: "never@example.com", deliveryDate: openDay(45) });
  arrange(
    server,
    "update customers set do_not_serve_at = 1, do_not_serve_reason = 'Never paid.' where id = (select customer_id from bookings where email = 'never@example.com')",
  );
  const notice = (await staff.open(page)).root.querySelector(".notice.warn");
  expect(notice?.text).toContain("This customer is not served: their record says why.");
  expect(notice?.text).not.toMatch(/tell the caller|below/);
  expect(notice?.querySelector("a")?.getAttribute("href")).toMatch(/^\/crm\/customers\/cus_/);
  const caller = await agreement(link);
  expect(caller.text).not.toContain("One thing to change first");
  expect(pathOf(await signed(caller))).toBe("/book/call-back");
  arrange(server, "update customers set do_not_serve_at = null, do_not_serve_reason = null");
});

it("what changed while it was read is agreed to anew: the tick is gone, the name stays", async () => {
  const { page, link } = await prepare({ email: "reads@example.com", deliveryDate: openDay(46) });
  const read = await agreement(link);
  await put(page, { dumpsterSize: "25" });
  const refused = await signed(read);
  expect(refused.status).toBe(409);
  expect(refused.text).toMatch(
    /changed this order while this page was open, so nothing was signed\. Please check what is different, then sign: dumpsters: 1 × 20 yards.* → 1 × 25 yards/,
  );
  const shown = refused.form("signatureName").values();
  expect([shown.get("signatureName"), shown.get("agree")]).toEqual(["Bo Lee", null]);
  const record = await staff.open(page.replace(/\/order$/, ""));
  expect(record.text).toContain("Order put right: dumpsters: 1 × 20 yards, General debris → 1 × 25 yards");
});

it("an additional dumpster that cannot be delivered as it stands is changed by its link, without a cookie", async () => {
  const mine = new TextBrowser(server.url);
  const done = await bookAndPay(mine, { email: "another@example.com", deliveryDate: openDay(48) });
  const asked = await (await done.follow("Need another dumpster?")).form("rentalDays").submit("continue");
  const link = pathOf(asked);
  expect(link).toMatch(/^\/sign-agreement\//);
  arrange(server, "update service_areas set minimum_order = 90000");
  const page = await agreement(link);
  expect(page.text).toContain("One thing to change first.");
  expect(pathOf(await page.follow("Change the order"))).toBe("/book");
  arrange(server, "update service_areas set minimum_order = 0, is_active = 0");
  expect(pathOf(await (await agreement(link)).follow("Change day and place"))).toBe("/book/schedule");
  arrange(server, "update service_areas set is_active = 1");
});
