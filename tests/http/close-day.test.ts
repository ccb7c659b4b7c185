import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, eachDay, formatDay, weekday } from "~/domain/kernel/days";
import { nextOpenDay } from "~/domain/schedule/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { bookAndPay, bookingNumberOn, openDay, throughSchedule } from "../support/booking";
import { TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

const ON = openDay(50);
const NEXT = nextOpenDay(addDays(ON, 1), DEFAULT_SETTINGS);
let server: TestServer;
let staff: TextBrowser;
let admin: TextBrowser;
const customers: { browser: TextBrowser; number: string; email: string }[] = [];
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  [staff, admin] = [await signIn(server, "staff@example.com"), await signIn(server, "admin@example.com")];
  for (const name of ["ann", "bob"]) {
    const browser = new TextBrowser(server.url);
    const email = `${name}.storm@example.com`;
    const number = bookingNumberOn(await bookAndPay(browser, { email, deliveryDate: ON, deliveryTime: "morning" }));
    customers.push({ browser, number, email });
  }
});
afterAll(() => server.stop());

const page = (query = "") => staff.open(`/crm/dispatch/close?day=${ON}${query}`);
const PREVIEW = "&part=day&reason=Tropical+storm";
const mine = (at: number) => {
  const one = customers[at];
  if (!one) throw new Error("no customer");
  return one;
};
const said = async (at: number) =>
  (await mine(at).browser.open(`/manage-booking?booking=${mine(at).number}`)).root.querySelector("h1")?.text ?? "";
const words = (day: typeof ON) => formatDay(day, { short: true });

describe("a day closed for a storm", () => {
  it("is previewed, closed as one batch, told to the second, and taken back", async () => {
    expect((await staff.open(`/crm/dispatch?day=${ON}`)).text).toContain("Close this day for a storm");
    // Nobody works on a Sunday, so there is nothing to close.
    const sunday = eachDay(ON, addDays(ON, 7)).find((one) => weekday(one) === 0) ?? ON;
    expect((await staff.open(`/crm/dispatch?day=${sunday}`)).text).not.toContain("Close this day");
    const wrong = await page("&part=day&reason=");
    expect(wrong.root.querySelector("#reason-error")?.text).toContain("Enter the reason. Customers read it.");
    const preview = await page(PREVIEW);
    expect(preview.text).toContain("2 jobs move");
    expect(preview.root.querySelectorAll(".closing-jobs tbody tr")).toHaveLength(2);
    expect(preview.text).toContain(words(NEXT));
    expect(await said(0)).toContain(words(ON));
    // Somebody else has the same list open.
    const second = await admin.open(`/crm/dispatch/close?day=${ON}${PREVIEW}`);
    const closed = await preview.form("seen").submit("close");
    expect(closed.text).toContain("The whole day: Tropical storm");
    expect([await said(0), await said(1)].every((one) => one.includes(words(NEXT)))).toBe(true);
    const late = await second.form("seen").submit("close");
    expect([late.status, late.text.includes("Somebody else has just closed it.")]).toEqual([409, true]);
    expect((await staff.open(`/crm/dispatch?day=${ON}`)).text).toContain("This day is closed: Tropical storm.");

    // Nobody books it now.
    const refused = await throughSchedule(new TextBrowser(server.url), {
      email: "late.storm@example.com",
      deliveryDate: ON,
    }).catch((error: unknown) => String(error));
    expect(typeof refused === "string" ? refused : refused.text).toContain("We are closed on");

    const back = await closed.form("closure").submit("undo");
    expect(back.text).toContain("Taken back.");
    expect(await said(0)).toContain(words(ON));
    expect(
      count(server, "select count(*) from outbox where kind = 'mail.moved' and state = 'done' and last_error is null"),
    ).toBe(0);
  });

  it("tells each customer once, who may choose another day or cancel, both free", async () => {
    const closed = await (await page(PREVIEW)).form("seen").submit("close");
    arrange(server, "update closures set told_at = 0 where undone_at is null");
    arrange(server, "update outbox set run_at = 0 where kind in ('mail.moved', 'sms.moved') and state = 'waiting'");
    const mails = async (email: string) =>
      (
        (await (await fetch(`${server.url}/sandbox/inbox.json?to=${email}`)).json()) as {
          subject: string;
          text: string;
        }[]
      ).filter(({ subject }) => /has a new day/.test(subject));
    await expect.poll(async () => (await mails(mine(0).email)).length, { timeout: 20_000 }).toBe(1);
    const [letter] = await mails(mine(0).email);
    expect(letter?.text).toContain("We cannot drive as planned: Tropical storm.");
    expect(letter?.text).toContain("both are free");
    const told = await page();
    expect(told.text).not.toContain("Take it back");
    // An old page's button comes too late.
    const late = await closed.form("closure").submit("undo");
    expect([late.status, late.text.includes("The customers have been told")]).toEqual([409, true]);

    const link = /https?:\/\/[^/]+(\/manage-booking\/reschedule\?key=\S+)/.exec(letter?.text ?? "")?.[1] ?? "";
    const phone = new TextBrowser(server.url, { followRedirects: true });
    const choose = await phone.open(link);
    expect(choose.text).toContain("We moved your day, so another one is free, and so is cancelling.");
    const days = choose.root.querySelectorAll("[name=deliveryDate]").map((one) => one.getAttribute("value") ?? "");
    expect(days).not.toContain(ON);
    const other = days.find((one) => one > NEXT) ?? "";
    const changed = await phone.open(choose.url);
    const saved = await choose.form("deliveryDate").fill({ deliveryDate: other, deliveryTime: "morning" }).submit();
    expect(saved.text).toContain("Your new day is saved.");
    const twice = await changed
      .form("deliveryDate")
      .fill({ deliveryDate: days[0] ?? "", deliveryTime: "morning" })
      .submit();
    expect(twice.status).toBe(409);

    const cancel = await mine(1).browser.open(`/manage-booking/cancel?booking=${mine(1).number}`);
    expect(cancel.text).toContain("Cancellation fee (0%)");
    expect(cancel.text).toContain("We moved your day, so cancelling is free.");

    const after = await (await page()).form("Open the day again").submit("open");
    expect(after.text).toContain("Opened again.");
    const again = await staff.post(`/crm/dispatch/close?day=${ON}`, { intent: "open", day: ON });
    expect(again.status).toBe(409);
  });
});
