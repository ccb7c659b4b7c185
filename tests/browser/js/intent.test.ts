import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { firstOf } from "../../support/paths";
import { addDays, day, weekday } from "~/domain/kernel/days";
import { openDay, scheduleFields, throughProject, throughSchedule } from "../../support/booking";
import { visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { typedOn, watch } from "../../support/page-checks";
import { arrange } from "../../support/meanwhile";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();

interface Opened {
  page: Page;
  scripts: string[];
  complaints: string[];
}

/** A page at a booking's schedule step (or anywhere), its draft made by plain forms before. */
async function openAt(path: string): Promise<Opened> {
  const context = await visitor(stage.browser, stage.server.url);
  let address = path;
  if (path === "schedule" || path === "agreement") {
    const text = new TextBrowser(stage.server.url);
    const step = await (path === "schedule"
      ? throughProject(text)
      : throughSchedule(text, { deliveryDate: openDay(42) }));
    await context.addCookies(text.windowCookies);
    address = step.url;
  }
  const page = await context.newPage();
  const opened: Opened = { page, scripts: [], complaints: watch(page) };
  page.on("request", (request) => request.resourceType() === "script" && opened.scripts.push(request.url()));
  await page.goto(address);
  return opened;
}

/** Whoever touches a field has React take the page over. */
async function touched(page: Page): Promise<Page> {
  await page.locator("#address").focus();
  return page;
}

const settled = (page: Page) => page.waitForTimeout(150);

describe("what asks for scripts", () => {
  it.each(firstOf(1, ["schedule", "/", "/book", "/manage-booking"]))(
    "nothing on %s while it is only read, scrolled, tabbed over links and left by a link",
    async (path) => {
      const { page, scripts } = await openAt(path);
      await page.mouse.wheel(0, 2000);
      await page.evaluate(() => document.querySelector<HTMLElement>("a[href]:not(.skip)")?.focus());
      await page.evaluate(() =>
        document.querySelector<HTMLElement>("main button:not([aria-hidden]), main summary")?.focus(),
      );
      await settled(page);
      expect(scripts).toEqual([]);
      await page.locator("a[href='/'], a[href='/privacy-policy']").first().click();
      await settled(page);
      expect(scripts).toEqual([]);
    },
  );

  it.each([
    ["focus on a field", (page: Page) => page.locator("#address").focus()],
    ["a tap on a card", (page: Page) => page.locator(".choice input").first().click()],
    ["a touch", (page: Page) => page.locator("#city").dispatchEvent("touchstart")],
  ])("%s does", async (_, act) => {
    const { page, scripts, complaints } = await openAt("schedule");
    await act(page);
    await hydrated(page);
    expect(scripts.length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  inFull.each([
    ["Save-Data", { saveData: true }],
    ["a 2g line", { effectiveType: "2g" }],
  ])("never with %s, and the form works all the same", async (_, connection) => {
    const context = await visitor(stage.browser, stage.server.url);
    const page = await context.newPage();
    await page.addInitScript((state) => Object.defineProperty(navigator, "connection", { value: state }), connection);
    const asked: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && asked.push(request.url()));
    await page.goto("/");
    await page.locator("#zip").fill("32801");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Book for 32801").waitFor();
    expect(asked).toEqual([]);
  });
});

describe("what was typed before the page was taken over", () => {
  const NOTE = "Behind the gate,\nnot on the lawn";
  const TYPED = {
    address: "77 Oak Avenue",
    city: "Maitland",
    deliveryDate: openDay(42),
    deliveryTime: "afternoon",
    rentalDays: "9",
    specialInstructions: NOTE,
    firstName: "Ana",
    lastName: "Li",
    phone: "4075550133",
    flexibleExtension: "on",
  };

  /** Holds the scripts back until the visitor has typed everything. */
  async function typeFirst(disturb?: (page: Page) => Promise<unknown>): Promise<Opened> {
    const opened = await openAt("schedule");
    const { page } = opened;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    for (const [name, value] of Object.entries(TYPED)) {
      const control = page.locator(`[name="${name}"]`);
      if (name === "deliveryTime") await page.locator(`[name="${name}"][value="${value}"]`).check();
      else if (value === "on") await control.check();
      else await control.fill(value);
    }
    await page.locator("details.more > summary").last().click();
    await page.locator("#address").focus();
    await page.evaluate(() => document.querySelector<HTMLInputElement>("#address")?.setSelectionRange(2, 2));
    await disturb?.(page);
    release();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    await settled(page);
    return opened;
  }

  async function expectAllThere(page: Page): Promise<void> {
    expect(await typedOn(page, Object.keys(TYPED))).toEqual(TYPED);
    expect(await page.locator("details.more").last().getAttribute("open")).not.toBeNull();
    expect(
      await page.evaluate(() => [
        document.activeElement?.id,
        (document.activeElement as HTMLInputElement).selectionStart,
      ]),
    ).toEqual(["address", 2]);
    // And the page notices: price and pickup day are those of what was typed.
    await expect.poll(() => page.locator("#price-total").textContent()).toBe("$463.32");
    await page.keyboard.type("X");
    expect(await page.locator("#address").inputValue()).toBe("77X Oak Avenue");
  }

  it("stays on a clean page, without one hydration error", async () => {
    const { page, complaints } = await typeFirst();
    await expectAllThere(page);
    expect(complaints).toEqual([]);
  });

  inFull("stays when an extension put its own nodes in", async () => {
    const { page } = await typeFirst((inner) =>
      inner.evaluate(() => {
        document.body.prepend(document.createElement("grammar-desktop-integration"));
        document.documentElement.dataset["darkreaderMode"] = "dynamic";
        for (const field of document.querySelectorAll("input[type=text]"))
          field.after(document.createElement("password-manager-icon"));
        document.head.append(document.createElement("style"));
      }),
    );
    await expectAllThere(page);
  });

  inFull("stays when the page was translated", async () => {
    const { page } = await typeFirst((inner) =>
      inner.evaluate(() => {
        document.documentElement.lang = "es";
        for (const words of document.querySelectorAll("h1, legend, label, p")) {
          for (const node of [...words.childNodes]) {
            if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
            const font = document.createElement("font");
            font.textContent = `«${node.textContent}»`;
            node.replaceWith(font);
          }
        }
      }),
    );
    await expectAllThere(page);
  });

  inFull("stays when typing goes on while React works", async () => {
    const { page, complaints } = await openAt("schedule");
    const address = page.locator("#address");
    await address.focus();
    const words = "1200 South Orange Blossom Trail, Building 14, second gate on the left";
    await page.keyboard.type(words, { delay: 4 });
    await page.locator("#city").focus();
    await page.keyboard.type("Kissimmee", { delay: 2 });
    await hydrated(page);
    await settled(page);
    expect(await typedOn(page, ["address", "city"])).toEqual({ address: words, city: "Kissimmee" });
    expect(complaints).toEqual([]);
  });
});

it("what is marked when the page is taken over is replaced by what is typed next", async () => {
  const { page } = await openAt("/manage-booking");
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.locator("#bookingNumber").fill("DMP-2026-000001");
  await page.locator("#email").fill("wrong@example.com");
  await page.keyboard.press("Enter");
  // As a document: its summary has the focus, and React gives it to it again.
  await page.locator(".problems").waitFor();
  await page.locator("#email").focus();
  await page.keyboard.press("ControlOrMeta+A");
  release();
  await hydrated(page);
  await settled(page);
  await page.keyboard.type("right@example.com");
  expect(await page.locator("#email").inputValue()).toBe("right@example.com");
});

describe("taken over", () => {
  it("says each change of the price, and offers days as buttons", async () => {
    const { page, complaints } = await openAt("schedule");
    await page.locator("#rentalDays").fill("14");
    await hydrated(page);
    await page.getByText("$598.32").first().waitFor();
    expect(await page.locator("#price-total").getAttribute("aria-live")).toBe("polite");
    await page.locator("button.choice").first().click();
    expect(await page.locator("#deliveryDate").inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    await page.locator("[role=status] b", { hasText: /^\w+day, / }).waitFor();
    // A day that will be refused has no pickup day.
    const sunday =
      Array.from({ length: 7 }, (_, i) => addDays(day(openDay(40)), i)).find((on) => weekday(on) === 0) ?? "";
    await page.locator("#deliveryDate").fill(sunday);
    await page.locator("[role=status]", { hasText: "Pickup: after these days." }).waitFor();
    expect(complaints).toEqual([]);
  });

  inFull("lets go of a time that another day does not have", async () => {
    const { page } = await openAt("schedule");
    await hydrated(await touched(page));
    const days = page.locator("button[name=day]");
    const last = (await days.last().getAttribute("value")) ?? "";
    // Saved, and gone by the time that its page is opened again.
    await page.request.post(page.url(), {
      form: { zip: "32801", deliveryDate: last, deliveryTime: "morning", rentalDays: "7", intent: "update" },
    });
    arrange(
      stage.server,
      "insert into closures (id, day, part, reason, closed_by, closed_at, told_at) select 'half', ?, 'morning', 'a storm', id, 0, 0 from accounts limit 1",
      last,
    );
    onTestFinished(() => arrange(stage.server, "update closures set undone_at = 1 where id = 'half'"));
    const chosen = page.locator("[name=deliveryTime]:checked");
    // Refused where it stands: what the page did not know yet does not look chosen any more.
    const fields = scheduleFields({ email: "lets-go@example.com", deliveryTime: "morning" });
    for (const name of ["address", "firstName", "lastName", "phone", "email"])
      await page.locator(`[name=${name}]`).fill(fields[name] ?? "");
    await days.last().click();
    await page.locator("[name=deliveryTime][value=morning]").check();
    await page.getByRole("button", { name: "Continue to the agreement" }).click();
    await page.locator(".problems").waitFor();
    await expect.poll(() => chosen.count()).toBe(0);
    await page.reload();
    await hydrated(await touched(page));
    await expect.poll(() => chosen.count()).toBe(0);
    await days.nth(1).click();
    await expect.poll(() => chosen.count()).toBe(1);
    for (const [time, stays] of [
      ["morning", 0],
      ["afternoon", 1],
    ] as const) {
      await page.locator(`[name=deliveryTime][value=${time}]`).check();
      await days.last().click();
      await expect.poll(() => chosen.count(), { message: time }).toBe(stays);
      // On a day that has it, it is chosen again; not the first one, today’s morning may have begun.
      await days.nth(1).click();
      await expect.poll(() => chosen.count()).toBe(1);
    }
  });

  inFull("sends the drawn signature and goes back and forth without losing the draft", async () => {
    const { page, complaints } = await openAt("agreement");
    await page.locator("#signatureName").fill("Ada Tester");
    await hydrated(page);
    await page.getByText("Draw your signature too").click();
    const pad = await page.locator("canvas.pad").boundingBox();
    if (!pad) throw new Error("no pad");
    await page.locator("canvas.pad").scrollIntoViewIfNeeded();
    await page.locator("canvas.pad").hover({ position: { x: 20, y: 40 } });
    await page.mouse.down();
    await page.mouse.move(pad.x + 120, pad.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Clear the drawing" }).waitFor();
    await page.locator("#agree").check();
    await page.getByRole("button", { name: "Sign and continue to payment" }).click();
    await page.getByRole("heading", { name: "Check and pay" }).waitFor();
    await expect.poll(() => page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([0, "main"]);
    await page.goBack();
    await page.getByRole("heading", { name: "Rental agreement" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Rental agreement" }).waitFor();
    await page.goForward();
    await page.getByRole("heading", { name: "Check and pay" }).waitFor();
    expect(complaints).toEqual([]);
  });

  inFull(
    "finds the choices of the first step again after Back, though they had no draft when they were made",
    async () => {
      const { page, complaints } = await openAt("/book?zip=32801");
      await page.locator("input[name=projectType][value=renovation]").check();
      await hydrated(page);
      await page.locator("input[name=wasteTypes]").first().check();
      await page.locator("input[name=dumpsterSize][value='20']").check();
      await page.getByRole("button", { name: "Continue to day and place" }).last().click();
      await page.getByRole("heading", { name: "Day and place" }).waitFor();
      expect(await page.title()).toContain("Day and place");
      const draft = new URL(page.url()).searchParams.get("draft");
      await page.goBack();
      await page.getByRole("heading", { name: "Your project" }).waitFor();
      expect(new URL(page.url()).searchParams.get("draft")).toBe(draft);
      expect(await page.locator("input[name=projectType][value=renovation]").isChecked()).toBe(true);
      expect(await page.locator("input[name=dumpsterSize][value='20']").isChecked()).toBe(true);
      expect(complaints).toEqual([]);
    },
  );

  it("opens one checkout for a double click on pay", async () => {
    const { page } = await openAt("agreement");
    await page.locator("#signatureName").fill("Ada Tester");
    await page.locator("#agree").check();
    await page.getByRole("button", { name: "Sign and continue to payment" }).click();
    await page.locator("#cardConsent").check();
    await page.getByRole("button", { name: "Pay $409.32 securely" }).dblclick();
    // The first of the two navigations is cut off by the second: waitForURL would call that an error.
    await expect.poll(() => page.url()).toMatch(/\/sandbox\/checkout\//);
    await page.getByLabel("Card number").waitFor();
    const first = page.url();
    await page.goBack();
    await page.locator("#cardConsent").check();
    await page.getByRole("button", { name: "Pay $409.32 securely" }).click();
    await page.waitForURL(/\/sandbox\/checkout\//);
    expect(page.url()).toBe(first);
  });
});
