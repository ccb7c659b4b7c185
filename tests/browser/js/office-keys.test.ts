import { expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../../support/booking";
import { DESK, PHONE, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

const stage = setStage();

it("does by one letter what is done most, says which by ?, and can be told to leave letters alone", async () => {
  const paid = await bookAndPay(new TextBrowser(stage.server.url), { deliveryDate: openDay(60) });
  const staff = await signIn(stage.server, "staff@example.com");
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(staff.windowCookies);
  const page = await context.newPage();
  await page.goto(`/crm/bookings/${bookingNumberOn(paid)}`);
  await hydrated(page);
  const keys = page.getByRole("dialog");

  await page.keyboard.press("?");
  await keys.waitFor();
  const listed = await keys.locator("dl > div").allInnerTexts();
  expect(listed.length).toBeGreaterThanOrEqual(10);
  expect(listed.map((line) => line.replace(/\s+/g, " "))).toEqual(
    expect.arrayContaining([
      "Ctrl+K Search everything",
      "C Call the customer",
      "N New booking",
      "H Put on hold",
      "F8 Answer the call that rings",
    ]),
  );
  // What is done here comes before where the others are, and on a desk all of it is seen at once.
  expect(listed[2]).toMatch(/Call the customer/);
  await page.setViewportSize(DESK);
  expect(await keys.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  await page.setViewportSize(PHONE);
  // Behind the dialog nothing happens.
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "hidden" });
  expect(page.url()).toContain("/crm/bookings/DMP-");

  // The letter that comes in the very frame in which the dialog closed: its checkbox still has the focus.
  await page.locator("dialog.keys").evaluate((dialog: HTMLDialogElement) => {
    dialog.showModal();
    dialog.close();
    dialog.querySelector("input")?.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
  });
  const reason = page.getByLabel("Why?").first();
  await reason.waitFor();
  // In a field a letter is a letter.
  await reason.fill("");
  await reason.press("n");
  expect(await reason.inputValue()).toBe("n");
  await page.keyboard.press("Escape");
  await page.locator("main").focus();
  // Nor does one lead away from a reason that is half typed.
  await page.keyboard.press("b");
  await reason.fill("");
  await page.locator("main").focus();
  await page.keyboard.press("b");
  await page.waitForURL("**/crm/bookings");
  await page.locator("main").focus();
  await page.keyboard.press("n");
  await page.waitForURL("**/crm/bookings/new");
  // The caller's number is typed at once.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("phone");

  // One's own account has no search and no telephone, and its list names neither.
  await page.goto("/account");
  await hydrated(page);
  await page.keyboard.press("?");
  await keys.waitFor();
  expect((await keys.locator("dl > div").allInnerTexts()).map((line) => line.replace(/\s+/g, " "))).toEqual([
    "Alt+3 Search this page, or its first field",
    "O The office",
    "? Show these keys",
  ]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("o");
  await page.waitForURL("**/crm/overview");

  // On the page of the search its own field is what Ctrl+K leads to.
  await page.goto("/crm/search?q=nobody+of+this+name");
  await hydrated(page);
  await page.keyboard.press("Control+k");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("q");

  await page.goto("/crm/overview");
  await hydrated(page);
  await page.keyboard.press("?");
  await keys.getByLabel("Single letters do something").uncheck();
  await keys.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await hydrated(page);
  await page.locator("main").focus();
  await page.keyboard.press("b");
  await page.waitForTimeout(300);
  expect(page.url()).toContain("/crm/overview");
});

it("leaves letters alone while what was sent stands refused: a reason typed beside its field rings nobody", async () => {
  const staff = await signIn(stage.server, "staff@example.com");
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies(staff.windowCookies);
  const page = await context.newPage();
  await page.goto("/crm/overview");
  await hydrated(page);
  const calls = () => page.evaluate(() => Number(document.body.dataset["calls"] ?? 0));
  await page.evaluate(() => {
    // The telephone takes such clicks before they come to their link.
    const count = (event: Event) => {
      if (!(event.target as Element).closest('main a[data-key="c"]')) return;
      event.preventDefault();
      document.body.dataset["calls"] = String(Number(document.body.dataset["calls"] ?? 0) + 1);
    };
    document.addEventListener("click", count, true);
  });
  const task = page.locator(".tasks > li").first();
  await task.locator("summary").click();
  // Nor while a reason is half typed, with the focus just beside it.
  const reason = task.locator("input:not([type=hidden]), textarea").first();
  await reason.fill("half");
  await page.locator("main").focus();
  await page.keyboard.press("c");
  expect(await calls()).toBe(0);
  await reason.fill("");
  await page.locator("main").focus();
  await page.keyboard.press("c");
  expect(await calls()).toBe(1);
  await page.evaluate(() => void (document.body.dataset["calls"] = "0"));
  await task.getByRole("button", { name: "Done", exact: true }).click();
  await page.locator(".problems:focus").waitFor();
  await page.keyboard.type("called her, monday");
  expect([await calls(), await page.locator(".problems").count()]).toEqual([0, 1]);
  expect(page.url()).not.toContain("whose=mine");
});
