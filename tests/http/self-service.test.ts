import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GOOD_CARD, payWith } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, onToday, pathOf } from "../support/meanwhile";
import { query } from "../support/orders";
import { HEIC, photograph } from "../support/photograph";
import { rentals } from "../support/rental";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
let world: Awaited<ReturnType<typeof rentals>>;
beforeAll(async () => {
  server = await sharedServer();
  world = await rentals(server, 60);
});
afterAll(() => server.stop());
const heading = (page: Page) => page.root.querySelector("h1")?.text;
const send = (who: TextBrowser, path: string, form: FormData | URLSearchParams) =>
  who.request(path, { method: "POST", body: form, headers: { Origin: server.url } });

describe("a rental that its customer changes by plain forms", () => {
  it("gets another delivery day, which is told", { timeout: 60_000 }, async () => {
    const rental = await world.rented();
    const choose = await (await world.own(rental)).follow("Another delivery day");
    expect([heading(choose), choose.text.includes("Changing the day costs nothing.")]).toEqual([
      "Choose another day",
      true,
    ]);
    const none = await choose.form("deliveryDate").submit();
    expect([none.status, none.text.includes("Choose a day.")]).toEqual([400, true]);
    const other = choose.root.querySelectorAll("input[name=deliveryDate]").at(1)?.getAttribute("value") ?? "";
    const saved = await choose.form("deliveryDate").fill({ deliveryDate: other, deliveryTime: "afternoon" }).submit();
    expect(saved.text).toContain("Your new day is saved");
    await world.mailed(rental, /your delivery has a new/).toContain("12PM to 5PM");
  });

  it("gets more days, an emptying that is taken back, and its pickup, each told", { timeout: 120_000 }, async () => {
    const rental = await world.rented();
    await world.setDown(rental);
    // More days: the price first, then paid at the card company's page.
    const later = await (await world.own(rental)).follow("Keep it longer");
    const day = later.root.querySelectorAll("#pickupDate option").at(1)?.getAttribute("value") ?? "";
    const review = await later.form("pickupDate").fill({ pickupDate: day }).submit();
    expect(review.text).toMatch(/What you pay now[\s\S]*Tax \(8%\)[\s\S]*Total now/);
    const paid = await payWith(await review.form("total").submit());
    expect([pathOf(paid), /Done\. Your pickup is on \w+, \w+ \d+\./.test(paid.text)]).toEqual([
      "/manage-booking",
      true,
    ]);
    await world.mailed(rental, /more days?, pickup/).toMatch(/Paid: \$\d+\.\d\d/);
    // The back button: told, and nothing is bought twice.
    const twice = await review.form("total").submit();
    expect([twice.status >= 400, twice.text.includes("There is a problem")]).toEqual([true, true]);
    expect(
      count(
        server,
        "select count(*) from changes c join bookings b on b.id = c.booking_id where b.booking_number = ?",
        rental.number,
      ),
    ).toBe(1);

    const haul = await (await world.own(rental)).follow("Empty it and bring it back");
    const look = await haul.form("deliveryDate").fill({ note: "The gate is green" }).submit();
    const planned = await payWith(await look.form("total").submit());
    expect(planned.text).toContain("Empty it and bring it back:");
    expect((await world.staff.open(`/crm/bookings/${rental.number}`)).text).toContain("paid by the customer");
    const back = await planned.follow("Take it back");
    expect(back.text).toContain("Take it back and refund $102.60");
    expect((await back.form().submit()).text).toContain("It is taken back");
    await world.mailed(rental, /: taken back/).toContain("$102.60 goes back to");
    await world.mailed(rental, /your refund/).toBeTruthy();

    const ask = await (await world.own(rental)).follow("Ask for the pickup");
    expect(ask.text).toContain("No refund of unused days");
    const asked = await ask.form("seen").submit("request");
    const stopped = /Daily charges stopped on ([^.]+ [ap]m)\./.exec(asked.text)?.[1] ?? "none";
    await world.mailed(rental, /daily charges stopped/).toContain(stopped);
    expect((await world.staff.open(`/crm/bookings/${rental.number}`)).text).toContain("Daily charges stopped");
    expect((await world.own(rental, "history")).text).toContain("pickup requested, daily charges stopped");
    const keep = await asked.follow("Keep it after all");
    expect((await keep.form("unit").submit("keep")).text).toContain("You keep your dumpster");
    await world.mailed(rental, /you keep your dumpster/).toBeTruthy();
  });

  it("keeps another card, and the former one can be charged by nobody", { timeout: 60_000 }, async () => {
    const rental = await world.rented();
    const former = () =>
      count(
        server,
        "select payment_method_id from bookings where booking_number = ?",
        rental.number,
      ) as unknown as string;
    await expect.poll(former, { timeout: 10_000 }).toMatch(/^pm_/);
    const before = former();
    const page = await (await world.own(rental)).follow("Change the card");
    expect(page.text).toContain("Later charges go to your Visa ending in 4242 now.");
    const declined = await payWith(await page.form().submit(), { ...GOOD_CARD, cardNumber: "4000 0000 0000 0002" });
    expect(declined.text).toContain("declined");
    const done = await payWith(declined, { ...GOOD_CARD, cardNumber: "5555 5555 5555 4444" });
    expect(done.text).toContain("Your new card is saved");
    await world.mailed(rental, /your card was changed/).toContain("Mastercard ending in 4444");
    expect(former()).not.toBe(before);
    expect((await world.own(rental, "card")).text).toContain("Mastercard ending in 4444");
    // It did not pay the order below whose total it stands.
    expect((await world.own(rental)).text).toContain("Card on file: Mastercard ending in 4444");
    await expect
      .poll(
        () =>
          count(
            server,
            "select count(*) from outbox where kind = 'stripe.detach' and state = 'done' and payload like ?",
            `%${before}%`,
          ),
        {
          timeout: 10_000,
        },
      )
      .toBe(1);
  });
});

describe("what the driver should know of the place", () => {
  it(
    "is written and shown by pictures, to the driver and the office and nobody else",
    { timeout: 60_000 },
    async () => {
      const rental = await world.rented();
      const path = `/manage-booking/notes?booking=${rental.number}`;
      const page = await (await world.own(rental)).follow("Note and pictures for the driver");
      expect(page.html).toContain('encType="multipart/form-data"');
      const form = new FormData();
      form.append("specialInstructions", "Left of the garage");
      form.append("gateCode", "#4410");
      form.append("photo", new Blob([new Uint8Array(await photograph())], { type: "image/jpeg" }), "place.jpg");
      const saved = await send(rental.customer, path, form);
      expect([saved.status, saved.text.includes("The driver and our office see it now.")]).toEqual([200, true]);
      const seen = await rental.customer.open(path);
      expect([page.text, seen.text].map((text) => text.includes("More pictures of the place"))).toEqual([false, true]);
      const src = seen.root.querySelector("img[alt^='Picture 1']")?.getAttribute("src") ?? "";
      const picture = (who: TextBrowser) =>
        fetch(`${server.url}${src}`, { headers: { Cookie: who.cookieHeader }, redirect: "manual" });
      const job = await world.driver.open(`/driver/jobs/${rental.job}`);
      expect([job.text.includes("Left of the garage"), job.html.includes(src)]).toEqual([true, true]);
      const record = await world.staff.open(`/crm/bookings/${rental.number}`);
      expect([record.text.includes("Left of the garage"), record.html.includes(src)]).toEqual([true, true]);
      for (const who of [rental.customer, world.staff, world.driver]) expect((await picture(who)).status).toBe(200);
      expect((await picture(new TextBrowser(server.url))).status).toBe(404);
      // Drawn anew: neither the place nor the owner is in it.
      const kept = Buffer.from(await (await picture(world.staff)).arrayBuffer());
      expect(kept.includes("Dana at home")).toBe(false);
      // Taken away, nobody sees it any more.
      const remove = new FormData();
      remove.append("specialInstructions", "Left of the garage");
      remove.append("remove", /photos\/([^?]+)/.exec(src)?.[1] ?? "");
      expect((await send(rental.customer, path, remove)).status).toBe(200);
      expect((await picture(world.staff)).status).toBe(404);
    },
  );

  it(
    "what is no picture is refused beside its field, with the note kept; a stranger's is not even read",
    { timeout: 60_000 },
    async () => {
      const rental = await world.rented();
      const path = `/manage-booking/notes?booking=${rental.number}`;
      const form = new FormData();
      form.append("specialInstructions", "A blue door");
      form.append("photo", new Blob([new Uint8Array(HEIC)], { type: "image/heic" }), "place.heic");
      const refused = await send(rental.customer, path, form);
      expect([refused.status, refused.text.includes("HEIC"), refused.text.includes("Your note is saved.")]).toEqual([
        400,
        true,
        true,
      ]);
      // A good one beside it is kept, and the answer says so.
      form.append("photo", new Blob([new Uint8Array(await photograph())], { type: "image/jpeg" }), "place.jpg");
      form.set("specialInstructions", "A blue door");
      expect((await send(rental.customer, path, form)).text).toContain("Your note and the other picture are saved.");
      expect((await rental.customer.open(path)).text).toContain("A blue door");
      const stranger = new TextBrowser(server.url);
      const answer = await send(stranger, path, form);
      expect([answer.status, pathOf(answer), stranger.cookies.size]).toEqual([200, "/manage-booking", 0]);
    },
  );

  it("a gate code is for the driver who is still to come and the office, and stands in nothing else", async () => {
    const rental = await world.rented();
    const tell = async (gateCode: string) =>
      send(rental.customer, `/manage-booking/notes?booking=${rental.number}`, new URLSearchParams({ gateCode }));
    expect((await tell("x".repeat(41))).text).toContain(
      "Shorten the gate code to 40 characters or fewer: there are 41.",
    );
    expect((await tell(" #7391 ")).status).toBe(200);
    onToday(server, rental.job);
    const job = `/driver/jobs/${rental.job}`;
    for (const path of [job, "/driver/dashboard"])
      expect((await world.driver.open(path)).text).toContain("Gate code #7391");
    const shown = async (who: TextBrowser, path: string) => (await who.open(path)).text.includes("#7391");
    expect(await shown(world.staff, `/crm/bookings/${rental.number}`)).toBe(true);
    expect(await shown(world.staff, `/crm/dispatch/sheet`)).toBe(true);
    // Only where it is typed, and not where everything else about the order stands.
    expect(await shown(rental.customer, `/manage-booking?booking=${rental.number}`)).toBe(false);
    expect(await shown(world.staff, "/crm/bookings.csv")).toBe(false);
    const edit = await world.staff.open(`/crm/bookings/${rental.number}/edit`);
    const form = edit.form("Save the changes");
    expect(form.values().get("gateCode")).toBe("#7391");
    await form.fill({ gateCode: "#8402" }).submit("save");
    await world.setDown(rental);
    await world.mailed(rental, /dumpster is there/).toBeDefined();
    for (const table of ["events", "outbox", "messages", "system_logs"]) {
      const rows = query<object>(server.dataDir, `select * from ${table}`);
      expect([table, /#7391|#8402/.test(JSON.stringify(rows))]).toEqual([table, false]);
    }
    const mails = await (await fetch(`${server.url}/sandbox/inbox.json?to=${rental.email}`)).text();
    expect([mails.includes(rental.number), /#7391|#8402/.test(mails)]).toEqual([true, false]);
    await world.driver.post(job, { intent: "completed" });
    expect((await world.driver.open(job)).text).not.toContain("#8402");
  });
});

it("a day that was just chosen is put back by one press, and a day that stands otherwise has none", async () => {
  const rental = await world.rented();
  const page = await world.own(rental, "reschedule");
  const days = page.root.querySelectorAll("[name=deliveryDate]").map((one) => one.getAttribute("value") ?? "");
  const before = count(
    server,
    "select delivery_date || ' ' || delivery_window from units where booking_id = (select id from bookings where booking_number = ?)",
    rental.number,
  ) as unknown as string;
  const chosen = days.find((on) => on !== before.split(" ")[0]) ?? "";
  const saved = await page.form("deliveryDate").fill({ deliveryDate: chosen, deliveryTime: "afternoon" }).submit();
  expect(saved.text).toContain("Your new day is saved.");
  const back = saved.form("Put it back");
  const restored = await back.submit();
  expect(restored.text).toContain("Your new day is saved.");
  expect(
    count(
      server,
      "select delivery_date || ' ' || delivery_window from units where booking_id = (select id from bookings where booking_number = ?)",
      rental.number,
    ),
  ).toBe(before);
  // The same form once more, from the page before: the day was changed meanwhile.
  expect((await back.submit()).status).toBe(409);
  expect((await world.own(rental)).text).not.toContain("Put it back");
  // Moved by the office since: nothing of theirs is to be put back.
  arrange(
    server,
    "update events set actor_kind = 'staff' where action = 'unit_rescheduled' and booking_id = (select id from bookings where booking_number = ?)",
    rental.number,
  );
  expect((await rental.customer.open(`/manage-booking?booking=${rental.number}&done=day`)).text).not.toContain(
    "Put it back",
  );
});
