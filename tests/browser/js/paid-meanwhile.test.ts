import { expect, it } from "vitest";
import { openDay, payWith, scheduleFields } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { localPath, pathOf, signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

const stage = setStage();

/** An order of the office: its page in a browser, and what its caller or somebody else does meanwhile. */
async function prepare(email: string, ahead: number) {
  const staff = await signIn(stage.server, "staff@example.com");
  const fields = scheduleFields({ email, deliveryDate: openDay(ahead) });
  const form = (await staff.open("/crm/bookings/new")).form("deliveryDate").fill({ ...fields, dumpsterSize: "20" });
  const saved = await form.submit("save");
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies(staff.windowCookies);
  const open = async () => {
    const page = await context.newPage();
    await page.goto(pathOf(saved));
    await page.locator(".live[data-live=open]").waitFor();
    return page;
  };
  return {
    open,
    address: pathOf(saved),
    record: pathOf(saved).replace(/\/order$/, ""),
    link: localPath(saved.root.querySelector("#prepared-link")?.getAttribute("value") ?? ""),
  };
}

async function pay(link: string) {
  const caller = new TextBrowser(stage.server.url);
  const signing = (await caller.open(link)).form("signatureName").fill({ signatureName: "Ada Tester", agree: "on" });
  const review = (await signing.submit("continue")).form("cardConsent").fill({ cardConsent: "on" });
  await payWith(await review.submit("continue"));
}

// One page on which nothing was typed goes on to the record by itself; one with a note half typed stays, and says so.
it("an order's page with something half typed does not leave it when the caller pays", async () => {
  const { open, address, record, link } = await prepare("pays-meanwhile@example.com", 45);
  const [idle, typing] = [await open(), await open()];
  await typing.locator("[name=specialInstructions]").fill("Mind the dog.");

  await pay(link);

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

it("what was typed in vain stays to be copied, whatever the office's stream tells: the person leaves it", async () => {
  const { open, address, link } = await prepare("pays-at-once@example.com", 46);
  const page = await open();
  await page.locator("[name=specialInstructions]").fill("Mind the dog.");
  // Nothing is read while somebody types: what the stream tells waits for them, until after their press.
  const typing = await page.evaluate(() =>
    setInterval(() => document.dispatchEvent(new KeyboardEvent("keydown")), 500),
  );
  await pay(link);
  await page.waitForTimeout(1_000);
  await page.getByRole("button", { name: "Save what is put right" }).click();
  await page.evaluate((timer) => clearInterval(timer), typing);
  await page.getByText("It was paid meanwhile.").waitFor();
  // It reads three seconds after the last key.
  await page.waitForTimeout(5_000);
  expect(await page.locator("#typed").inputValue()).toBe("notes for the driver: Mind the dog.");
  expect(await page.getByText("What this page shows has changed meanwhile.").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(address);
  await page.getByRole("link", { name: "Edit the record" }).click();
  await page.waitForURL(`**${address.replace(/order$/, "edit")}`);
});
