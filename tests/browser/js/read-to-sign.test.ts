import { expect, it } from "vitest";
import { openDay, scheduleFields } from "../../support/booking";
import { visitor } from "../../support/browser";
import { localPath, pathOf, signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

const stage = setStage();

it("nothing changes under the eyes of who reads an agreement: the first touch leaves it, and the server asks to look again", async () => {
  const staff = await signIn(stage.server, "staff@example.com");
  const wish = scheduleFields({ email: "reads@example.com", deliveryDate: openDay(52) });
  const saved = await (
    await staff.open("/crm/bookings/new")
  )
    .form("deliveryDate")
    .fill({ ...wish, dumpsterSize: "20" })
    .submit("save");
  const link = localPath(saved.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  await page.goto(link);
  await (await staff.open(pathOf(saved))).form("deliveryDate").fill({ dumpsterSize: "25" }).submit("save");

  const again = page.waitForResponse((answer) => answer.url().includes(link));
  await page.locator("[name=signatureName]").click();
  await (await again).finished();
  await page.locator("[name=signatureName]").pressSequentially("Bo Lee", { delay: 60 });
  await page.locator("[name=agree]").check();
  expect(await page.locator("main").innerText()).toContain("$409.32");
  await page.getByRole("button", { name: "Sign and continue to payment" }).click();
  await page.getByText("Our office changed this order while this page was open").first().waitFor();
  // All of the page is there: its words come before its scripts.
  await page.waitForLoadState("load");
  expect(await page.locator("main").innerText()).toContain("$474.12");
  expect(await page.locator("[name=agree]").isChecked()).toBe(false);
  expect(await page.locator("[name=signatureName]").inputValue()).toBe("Bo Lee");
  await page.locator("[name=agree]").check();
  await page.getByRole("button", { name: "Sign and continue to payment" }).click();
  await page.waitForURL("**/book/payment**");
});
