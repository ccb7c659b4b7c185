import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDay } from "~/domain/kernel/days";
import { GOOD_CARD, bookingNumberOn, openDay, scheduleFields, throughProject } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

/** Where the dumpster stands, from the form to those who plan and drive; all without scripts. */
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const NEEDS = "A dumpster on the street needs a permit";
const WITH_PERMIT = ", once we have the street permit.";
const PERMIT_FIRST = "We are getting the street permit and will deliver once we have it.";
const schedule = () => throughProject(new TextBrowser(server.url));
const send = (page: Page, given: Record<string, string>, ahead: number) =>
  page
    .form("address")
    .fill({ ...scheduleFields({ deliveryDate: openDay(ahead) }), ...given })
    .submit("continue");

interface Sent {
  subject: string;
  text: string;
  attachments: { filename: string; url: string }[];
}
/** It waits for its PDFs. */
async function confirmation(to: string): Promise<Sent> {
  const find = async () => {
    const sent = (await (await fetch(`${server.url}/sandbox/inbox.json?to=${to}`)).json()) as Sent[];
    return sent.find(({ subject }) => subject.includes("is confirmed"));
  };
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return (await find()) as Sent;
}

describe("the placement", () => {
  it("is the driveway unless somebody says otherwise, and adds nothing to the agreement", async () => {
    const page = await schedule();
    expect(page.form("address").values().get("placement")).toBe("driveway");
    const review = await send(page, {}, 44);
    expect(review.text).toContain("On the driveway");
    expect(review.text).not.toContain(NEEDS);
  });

  it("on the street is said with what it needs: while choosing, in the signed agreement, in the office", async () => {
    const page = await schedule();
    expect(page.text).toContain(NEEDS);
    const agreement = await send(page, { placement: "street", associationApproval: "on", email: "st@example.com" }, 45);
    expect(agreement.text).toContain("On the street");
    expect(agreement.root.querySelector("main")?.text).toContain(NEEDS);
    const review = await agreement
      .form("signatureName")
      .fill({ signatureName: "Ada Tester", agree: "on" })
      .submit("continue");
    const checkout = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    const paid = await checkout.form("cardNumber").fill(GOOD_CARD).submit();
    const signed = await paid.follow(/agreement/i);
    expect(signed.text).toContain("Placement: on the street.");
    expect(signed.text).toContain(NEEDS);
    expect(paid.text).toContain("123 Main Street");
    const confirmed = /Confirmed for \w+, \w+ \d+, [^.]+, once we have the street permit/;
    expect(paid.text).toMatch(confirmed);
    const booking = await paid.follow("Manage your booking");
    expect(booking.text).toMatch(confirmed);
    const place = "On the street; your association (HOA) has to agree";
    for (const page of [paid, booking]) expect(page.text).toContain(place);
    // Page and mail say the day in one sentence with the permit; the calendar says it too.
    const day = formatDay(openDay(45));
    expect(paid.text).toContain(
      `Your dumpster is delivered on ${formatDay(openDay(45), { year: true })}${WITH_PERMIT}`,
    );
    expect(paid.text).not.toContain("delivered on the scheduled date");
    const mail = await confirmation("st@example.com");
    expect(mail.subject).toMatch(/is confirmed: street permit to come$/);
    expect(mail.text.replaceAll("\n", " ")).toMatch(confirmed);
    expect(mail.text).toContain(place);
    expect(mail.text).toMatch(/1\. Ask your association \(HOA\) before the delivery day/);
    expect(mail.text.replaceAll(/\s+/g, " ")).toMatch(/2\. We deliver on [^.]+, once we have the street permit\./);
    expect(mail.text).not.toContain("at the earliest");
    const calendar = mail.attachments.find(({ filename }) => filename.endsWith(".ics"))?.url ?? "";
    expect((await (await fetch(`${server.url}${calendar}`)).text()).replace(/\r\n /g, "")).toContain(PERMIT_FIRST);

    const staff = await signIn(server, "staff@example.com");
    const record = await staff.open(`/crm/bookings/${bookingNumberOn(paid)}`);
    expect(record.text).toContain("On the street; permit still missing; the association (HOA) has to agree");
    const toGet = async () =>
      (await staff.open("/crm/overview")).root
        .querySelectorAll(".tasks li")
        .map(({ outerHTML }) => outerHTML)
        .filter((task) => task.includes("Street permit to get"))
        .join();
    expect(await toGet()).toContain(bookingNumberOn(paid));
    const kept = await record
      .form("permitNumber")
      .fill({ permitNumber: "C-1042", permitFrom: openDay(44), permitUntil: openDay(60) })
      .submit("permit");
    expect(kept.text).toContain("On the street; permit C-1042,");
    expect(kept.text).toContain("Street permit C-1042");
    expect(await toGet()).not.toContain(bookingNumberOn(paid));
    expect((await paid.follow("Manage your booking")).text).not.toContain(WITH_PERMIT);
    const later = await new TextBrowser(server.url).open(paid.url.replace(server.url, ""));
    expect(later.text).toContain(`Your dumpster is delivered on the scheduled date: ${day}`);
  });

  it("that is none is refused beside its field, with everything typed kept", async () => {
    const page = await schedule();
    const values = page
      .form("address")
      .fill({ ...scheduleFields({ deliveryDate: openDay(46) }) })
      .values();
    values.set("placement", "roof");
    values.set("intent", "continue");
    const browser = new TextBrowser(server.url);
    const again = await throughProject(browser);
    const refused = await browser.post(again.url, values);
    expect(refused.status).toBe(400);
    const words = "Choose where the dumpster will stand: driveway, lot or street.";
    expect(refused.root.querySelector(".problems a[href='#placement']")?.text).toBe(words);
    expect(refused.root.querySelector("#placement-error")?.text).toContain(words);
    expect(refused.form("address").values().get("address")).toBe("123 Main Street");
  });

  it("of a draft from before the question is the driveway, and its signature still counts", async () => {
    const browser = new TextBrowser(server.url);
    const agreement = await send(await throughProject(browser), {}, 47);
    await agreement.form("signatureName").fill({ signatureName: "Ada Tester", agree: "on" }).submit("continue");
    const draft = new URL(agreement.url).searchParams.get("draft") ?? "";
    arrange(
      server,
      "update booking_drafts set data = json_remove(data, '$.placement', '$.associationApproval', '$.data.placement', '$.data.associationApproval') where id = ?",
      draft,
    );
    expect(count(server, "select count(*) from booking_drafts where data like '%placement%' and id = ?", draft)).toBe(
      0,
    );
    const review = await browser.open(`/book/payment?draft=${draft}`);
    expect(new URL(review.url).pathname).toBe("/book/payment");
    expect(review.text).toContain("On the driveway");
  });

  it("is asked by the office for a caller as well", async () => {
    const staff = await signIn(server, "staff@example.com");
    const form = (await staff.open("/crm/bookings/new")).form("placement");
    expect(form.values().get("placement")).toBe("driveway");
    const made = await form
      .fill({ ...scheduleFields({ deliveryDate: openDay(48) }), dumpsterSize: ["20", "", ""], placement: "street" })
      .submit("save");
    expect((await made.follow(bookingNumberOn(made))).text).toContain("On the street; permit still missing");
  });
});

it("says on the first step that a ZIP is outside the area, and leads to a call-back", async () => {
  const browser = new TextBrowser(server.url);
  const outside = await browser.open("/book?zip=90210");
  expect(outside.text).toContain("90210: We currently don't service this ZIP code.");
  expect((await outside.follow("ask us to call you back")).text).toContain("We do not deliver there yet");
  for (const path of ["/book", "/book?zip=32801", "/book?zip=9"])
    expect((await browser.open(path)).text, path).not.toContain("don't service");
});

it("shows the chosen day as chosen, also where no script runs", async () => {
  const page = await schedule();
  expect(page.root.querySelectorAll("button[name=day][aria-pressed=true]")).toHaveLength(0);
  const [, second] = page.root.querySelectorAll("button[name=day]");
  const day = second?.getAttribute("value") ?? "";
  const chosen = await page.form("address").submit(day);
  expect(
    chosen.root.querySelectorAll("button[name=day][aria-pressed=true]").map((b) => b.getAttribute("value")),
  ).toEqual([day]);
  expect(chosen.text).not.toContain("Pickup: after these days.");
});
