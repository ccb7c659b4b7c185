import { expect } from "vitest";
import { invoiceHtml } from "~/domain/documents/invoice-html";
import { sidewaysScroll } from "../../support/axe";
import { bookAndPay, openDay, scheduleFields, throughAgreement } from "../../support/booking";
import { PHONE, visitor } from "../../support/browser";
import { giveDay } from "../../support/driver-day";
import { TextBrowser } from "../../support/form";
import { arrange, count, localPath, mailTo, pathOf, signIn } from "../../support/meanwhile";
import { sampleInvoice } from "../../support/papers";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

// Its orders would take the shared server's dumpsters.
const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });

const LONG = "bartholomew.featherstonehaugh@construction-and-sons.example.com";

inFull("an address without a place to break, and a tab far along, are in sight on a phone in the office", async () => {
  const staff = await signIn(stage.server, "admin@example.com");
  const order = await (
    await staff.open("/crm/bookings/new")
  )
    .form("deliveryDate")
    .fill({ ...scheduleFields({ deliveryDate: openDay(30), email: LONG }), dumpsterSize: "20" })
    .submit("save");
  const number = pathOf(order).split("/")[3] ?? "";
  const customer = String(count(stage.server, "select customer_id from bookings where booking_number = ?", number));
  const context = await visitor(stage.browser, stage.server.url, { viewport: PHONE });
  await context.addCookies(staff.windowCookies);
  const page = await context.newPage();
  for (const path of [pathOf(order), `/crm/bookings/${number}`, `/crm/customers/${customer}`]) {
    expect((await page.goto(path))?.status()).toBe(200);
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    expect([path, await sidewaysScroll(page)]).toMatchObject([path, { by: 0 }]);
  }
  for (const tab of ["overview", "bookings", "customers", "pricing", "logs", "settings"]) {
    await page.goto(`/crm/${tab}`);
    // Nothing is moved along without need.
    if (tab === "bookings")
      expect((await page.locator(".bar nav a").first().boundingBox())?.x).toBeGreaterThanOrEqual(0);
    const box = await page.locator(".bar nav a[aria-current]").boundingBox();
    expect([tab, (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= PHONE.width]).toEqual([tab, true, true]);
  }
});

inFull(
  "a long word in a customer's note, and in the name of who is invited to drive, breaks on a phone of 360",
  async () => {
    const word = "Wolfeschlegelsteinhausenbergerdorff".repeat(2);
    const [job = ""] = giveDay(stage.server, 1);
    arrange(
      stage.server,
      "update bookings set special_instructions = ? where id = (select booking_id from jobs where id = ?)",
      word,
      job,
    );
    const admin = await signIn(stage.server, "admin@example.com");
    // Else the page names nobody before its form is sent in.
    const flag = "skip_frontend_invitation_validation";
    await admin.post("/crm/settings/flags", { intent: "switch", flag, was: "on", to: "off" });
    await admin.post("/crm/drivers", { intent: "invite", driverName: word, to: "nina-long@example.com" });
    const { links } = await mailTo(stage.server, "nina-long@example.com");
    const link = localPath(links.find((one) => one.includes("/driver/invitation")) ?? "");
    const driver = await signIn(stage.server, "driver@example.com", "/driver/auth");
    const context = await visitor(stage.browser, stage.server.url, { viewport: { width: 360, height: 740 } });
    await context.addCookies(driver.windowCookies);
    const page = await context.newPage();
    await page.goto("/driver/dashboard");
    const note = page.locator(".job-open .hint", { hasText: word });
    const [card, box] = await Promise.all([note.locator("..").boundingBox(), note.boundingBox()]);
    const right = ({ x = 0, width = 0 } = {}) => Math.ceil(x + width);
    expect(right(box ?? undefined)).toBeLessThanOrEqual(right(card ?? undefined));
    expect(await note.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    const invited = await visitor(stage.browser, stage.server.url, { viewport: { width: 360, height: 740 } });
    const door = await invited.newPage();
    await door.goto(link);
    expect([await door.getByText(word).count(), await sidewaysScroll(door)]).toMatchObject([1, { by: 0 }]);
  },
);

inFull("names and streets of one long word widen neither a driver's phone nor the office's lists", async () => {
  const word = "Wolfeschlegelsteinhausenbergerdorff".repeat(2);
  const [job = ""] = giveDay(stage.server, 1);
  const booking = String(count(stage.server, "select booking_id from jobs where id = ?", job));
  arrange(
    stage.server,
    "update bookings set first_name = ?, last_name = ?, address = ? where id = ?",
    word,
    word,
    `1 ${word}`,
    booking,
  );
  const customer = String(count(stage.server, "select customer_id from bookings where id = ?", booking));
  arrange(stage.server, "update customers set first_name = ?, last_name = ? where id = ?", word, word, customer);
  arrange(stage.server, "update drivers set name = ? where name = 'Dale Driver'", word);
  const unit = "update units set state = 'on_site', dumpster_id = (select id from dumpsters limit 1) where id =";
  arrange(stage.server, `${unit} (select unit_id from jobs where id = ?)`, job);
  const look = async (who: TextBrowser, paths: string[]) => {
    const context = await visitor(stage.browser, stage.server.url, { viewport: PHONE });
    await context.addCookies(who.windowCookies);
    const page = await context.newPage();
    for (const path of paths) {
      expect((await page.goto(path))?.status()).toBe(200);
      // On the second the lists are tables, as narrow as they come.
      for (const viewport of [PHONE, { width: 800, height: 900 }]) {
        await page.setViewportSize(viewport);
        expect([path, viewport.width, await sidewaysScroll(page)]).toMatchObject([path, viewport.width, { by: 0 }]);
      }
    }
  };
  await look(await signIn(stage.server, "driver@example.com", "/driver/auth"), [
    "/driver/dashboard",
    `/driver/jobs/${job}`,
  ]);
  const staff = await signIn(stage.server, "staff@example.com");
  await staff.post("/crm/dispatch", { intent: "order", jobId: job, position: "1" });
  await staff.post("/crm/dispatch", { intent: "unassign", jobId: job });
  await look(staff, [
    "/crm/dispatch",
    "/crm/drivers",
    "/crm/inventory",
    "/crm/overview",
    "/crm/bookings",
    `/crm/customers/${customer}`,
    `/crm/search?q=${word.slice(0, 20)}`,
  ]);
});

inFull(
  "the chosen day is in sight in the board's week on a phone, and a colleague's long name leaves the address its room",
  async () => {
    const context = await visitor(stage.browser, stage.server.url, { viewport: PHONE });
    await context.addCookies((await signIn(stage.server, "admin@example.com")).windowCookies);
    const page = await context.newPage();
    const chosen = page.locator(".week a[aria-current]");
    const isInSight = () =>
      chosen.evaluate((day) => {
        const [strip, box] = [day.closest("ol")?.getBoundingClientRect(), day.getBoundingClientRect()];
        return strip !== undefined && box.left >= strip.left && box.right <= strip.right;
      });
    const last = await page.goto("/crm/dispatch").then(() => page.locator(".week a").last().getAttribute("href"));
    const dayOf = (path: string) => new URL(path, stage.server.url).searchParams.get("day") ?? "none";
    // By its address, then from day to day in the page that stands.
    await page.goto(`/crm/dispatch?day=${dayOf(last ?? "")}`);
    expect(await isInSight()).toBe(true);
    for (let step = 0; step < 3; step += 1) {
      const before = dayOf(page.url());
      await page.getByRole("link", { name: "Day before" }).click();
      await page.waitForURL((url) => dayOf(url.href) !== before);
      await expect.poll(isInSight, { timeout: 5000 }).toBe(true);
    }

    const name = "Hubert Wolfeschlegelsteinhausenbergerdorff the Elder, Dispatch and Billing, of Saint Cloud ".repeat(
      2,
    );
    arrange(stage.server, "update profiles set display_name = ? where display_name = 'Sam Staff'", name.trim());
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/crm/team");
    const lines = await page.getByRole("cell", { name: "staff@example.com" }).evaluate((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return words.getClientRects().length;
    });
    expect(lines).toBe(1);
    // Who has that name sees the bar as anybody does.
    const own = await visitor(stage.browser, stage.server.url, { viewport: { width: 1280, height: 900 } });
    await own.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
    const desk = await own.newPage();
    await desk.goto("/crm/overview");
    const [me, search] = await Promise.all([desk.locator(".me").boundingBox(), desk.locator(".quick").boundingBox()]);
    expect([(me?.width ?? 999) <= 260, me?.y === undefined || me.y < (search?.y ?? 0) + 40]).toEqual([true, true]);
  },
);

inFull("an owner's photographs and the longest reviews stand within the page, on a phone and on a desk", async () => {
  const shown = {
    photographs: [
      { file: "/photos/wide.webp", alt: "Our yard", width: 2400, height: 900 },
      { file: "/photos/high.webp", alt: "A truck", width: 900, height: 1600 },
    ],
    reviews: [{ text: "\u597d".repeat(400), name: "Featherstonehaugh".repeat(3), from: "Orlando" }],
  };
  for (const [key, value] of Object.entries(shown))
    arrange(stage.server, "insert or replace into settings values (?, ?, 0)", key, JSON.stringify(value));
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  for (const path of ["/", "/about"])
    for (const width of [PHONE.width, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      expect([path, width, await sidewaysScroll(page)]).toMatchObject([path, width, { by: 0 }]);
      const box = await page.locator("img[src='/photos/wide.webp']").boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(2400 / 900, 1);
    }
});

inFull("what is wrong with a short field is not a word wide", async () => {
  const staff = await signIn(stage.server, "staff@example.com");
  const context = await visitor(stage.browser, stage.server.url, { viewport: { width: 768, height: 900 } });
  await context.addCookies(staff.windowCookies);
  const page = await context.newPage();
  await page.goto("/crm/bookings/new");
  await page.locator("[name=zip]").fill("99999");
  // There is nothing to save by a button outside the area; Enter says what is wrong all the same.
  await page.locator("[name=zip]").press("Enter");
  const wrong = page.locator("#zip-error");
  await wrong.waitFor();
  expect((await wrong.boundingBox())?.height).toBeLessThan(60);
  // What the search finds lies within the window, too.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nobody at all");
  await page.getByText("Nothing fits").waitFor();
  const found = await page.locator("#quick-found").boundingBox();
  expect(found?.x).toBeGreaterThanOrEqual(0);
  expect((found?.x ?? 0) + (found?.width ?? 999)).toBeLessThanOrEqual(768);
});

inFull("no price of what could cost more is cut into lines, on a phone and on a desk", async () => {
  const caller = new TextBrowser(stage.server.url);
  const review = await throughAgreement(caller, { deliveryDate: openDay(40), email: "later@example.com" });
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(caller.windowCookies);
  const page = await context.newPage();
  await page.goto(review.url);
  for (const width of [PHONE.width, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await page.locator(".costs td").evaluateAll((cells) =>
      cells.map((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        return new Set([...words.getClientRects()].map(({ top }) => top)).size;
      }),
    );
    expect([width, lines.length > 5, Math.max(...lines)]).toEqual([width, true, 1]);
    expect((await sidewaysScroll(page)).by).toBe(0);
  }
});

inFull("messages in the corner stand 14 px apart, none over another", async () => {
  const buyer = new TextBrowser(stage.server.url);
  const paid = await bookAndPay(buyer, { deliveryDate: openDay(41), email: "toasts@example.com" });
  const context = await visitor(stage.browser, stage.server.url, { viewport: { width: 1280, height: 900 } });
  await context.addCookies(buyer.windowCookies);
  const page = await context.newPage();
  await page.goto(paid.url);
  const toasts = page.locator("[data-sonner-toast][data-mounted=true][data-removed=false][data-visible=true]");
  await page.getByRole("button", { name: "Email Invoice" }).click();
  // "Payment Successful!" and what the button answers.
  await expect.poll(() => toasts.count()).toBeGreaterThan(1);
  await expect
    .poll(async () => {
      const boxes = (await Promise.all((await toasts.all()).map((one) => one.boundingBox())))
        .flatMap((box) => box ?? [])
        .sort((one, other) => one.y - other.y);
      return boxes.slice(1).map((box, i) => Math.round(box.y - (boxes[i]?.y ?? 0) - (boxes[i]?.height ?? 0)));
    })
    .toContain(14);
});

inFull("a sum of an invoice stands on one line on a phone, thousands too", async () => {
  const page = await (await visitor(stage.browser, stage.server.url, { viewport: PHONE })).newPage();
  const order = { total: 1_234_567, paid: 1_234_567, balance: 0 };
  await page.setContent(invoiceHtml({ ...sampleInvoice, ...order }));
  const broken = await page
    .locator(".totals .sum")
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth || one.clientHeight > 45)
        .map((one) => `${one.textContent} ${one.clientHeight}`),
    );
  expect(broken).toEqual([]);
  expect(await page.locator(".totals .sum", { hasText: "$12,345.67" }).count()).toBe(2);
  expect(await sidewaysScroll(page)).toMatchObject({ by: 0 });
});

inFull("what the telephone says covers no question of the frame, on a phone and on a desk", async () => {
  const staff = await signIn(stage.server, "staff@example.com");
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(staff.windowCookies);
  const page = await context.newPage();
  for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
    await page.setViewportSize(viewport);
    await page.goto("/crm/overview");
    await page.addStyleTag({ url: "/frame.css" });
    await page.evaluate(() => {
      const text =
        "Reload the page to use it. What you typed on this page would be lost: send it first, or choose Later.";
      document.body.insertAdjacentHTML(
        "beforeend",
        `<section class="question"><h2>A new version is ready</h2><p>${text}</p><p class="actions"><button class="button">Reload</button></p></section>`,
      );
      document
        .querySelector(".office")
        ?.insertAdjacentHTML("beforeend", '<div class="phone-toasts"><p class="said">Voice Ready</p></div>');
    });
    const boxOf = async (name: string) => (await page.locator(name).boundingBox()) ?? { y: 0, height: 9999 };
    const [said, asked] = [await boxOf(".phone-toasts"), await boxOf("body > .question")];
    expect([viewport.width, said.y + said.height <= asked.y]).toEqual([viewport.width, true]);
  }
});
