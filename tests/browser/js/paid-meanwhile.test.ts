import { expect, it } from "vitest";
import { openDay, payWith, scheduleFields } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { localPath, pathOf, signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

const stage = setStage();

// One page on which nothing was typed goes on to the record by itself; one with a note half typed stays, and says so.
it("an order's page with something half typed does not leave it when the caller pays", async () => {
  const staff = await signIn(stage.server, "staff@example.com");
  const fields = scheduleFields({ email: "pays-meanwhile@example.com", deliveryDate: openDay(45) });
  const form = (await staff.open("/crm/bookings/new")).form("deliveryDate").fill({ ...fields, dumpsterSize: "20" });
  const saved = await form.submit("save");
  const [address, record] = [pathOf(saved), pathOf(saved).replace(/\/order$/, "")];
  const link = localPath(saved.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies(staff.windowCookies);
  const [idle, typing] = [await context.newPage(), await context.newPage()];
  for (const page of [idle, typing]) {
    await page.goto(address);
    await page.locator(".live[data-live=open]").waitFor();
  }
  await typing.locator("[name=specialInstructions]").fill("Mind the dog.");

  const caller = new TextBrowser(stage.server.url);
  const signing = (await caller.open(link)).form("signatureName").fill({ signatureName: "Ada Tester", agree: "on" });
  const review = (await signing.submit("continue")).form("cardConsent").fill({ cardConsent: "on" });
  await payWith(await review.submit("continue"));

  await typing.getByText(/Paid at .* What you typed below is not saved/).waitFor();
  await typing
    .locator("li.done")
    .getByText(/Paid, /)
    .waitFor();
  expect(await typing.locator("[name=specialInstructions]").inputValue()).toBe("Mind the dog.");
  expect(new URL(typing.url()).pathname).toBe(address);
  await idle.bringToFront();
  await idle.waitForURL(`**${record}`);

  await typing.bringToFront();
  await typing.getByRole("button", { name: "Save what is put right" }).click();
  await typing.getByText("It was paid meanwhile.").waitFor();
  expect(await typing.locator("#typed").inputValue()).toBe("notes for the driver: Mind the dog.");
  await typing.getByRole("link", { name: "Edit the record" }).click();
  await typing.waitForURL(`**${record}/edit`);
});
