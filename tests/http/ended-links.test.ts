import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bookAndPay,
  bookingNumberOn,
  GOOD_CARD,
  openDay,
  payWith,
  scheduleFields,
  throughAgreement,
  throughProject,
  toCheckout,
} from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, localPath, mailTo, pathOf } from "../support/meanwhile";
import { eventually, openWork, query } from "../support/orders";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const browser = () => new TextBrowser(server.url);
/** The same cookies in a second browser. */
function twin(of: TextBrowser): TextBrowser {
  const other = browser();
  for (const [name, value] of of.cookies) other.cookies.set(name, value);
  return other;
}
const isOut = (page: Page) =>
  pathOf(page) === "/manage-booking" && page.root.querySelector("[name=bookingNumber]") !== null;
const workDone = (number: string) =>
  eventually(
    "follow-up work is done",
    () => openWork(server.dataDir, number),
    (open) => open.length === 0,
  );
const lookUp = async (who: TextBrowser, bookingNumber: string, email: string) =>
  (await who.open("/manage-booking")).form("bookingNumber").fill({ bookingNumber, email }).submit();

interface Addresses {
  capability: string;
  signing_key: string;
  resume_key: string;
  draft: string;
  id: string;
}
const addressesOf = (number: string) =>
  query<Addresses>(
    server.dataDir,
    "select b.capability, b.signing_key, d.resume_key, d.id draft, b.id from bookings b join booking_drafts d on d.id = b.draft_id where b.booking_number = ?",
    number,
  )[0] as Addresses;
const documentsOf = ({ id }: Addresses) =>
  query<{ path: string }>(
    server.dataDir,
    `select '/files/' || capability path from files where booking_id = ? union all select '/files/' || capability || '/print' from invoices where booking_id = ?
    union all select '/files/' || capability || '/print' from rental_agreements where booking_id = ?`,
    id,
    id,
    id,
  ).map((row) => row.path);

describe("signing out of a paid booking", () => {
  it("ends this browser, every other one and every address so far; number and email open it again", async () => {
    const mine = browser();
    const email = "shared@example.com";
    const thanks = await bookAndPay(mine, { email, deliveryDate: openDay(60) });
    const number = bookingNumberOn(thanks);
    await workDone(number);
    const mail = await mailTo(server, email);
    const before = addressesOf(number);
    const documents = documentsOf(before);
    expect(documents.length).toBe(4);
    for (const path of documents) expect((await browser().open(path)).status).toBe(200);
    const elsewhere = browser();
    await lookUp(elsewhere, number, email);
    const copied = twin(mine);
    const booking = await mine.open(`/manage-booking?booking=${number}`);
    expect(booking.text).toContain(
      "On every device, and the links in our emails so far end with it. Your booking number and email address open it again.",
    );

    const answer = await new TextBrowser(server.url, {
      followRedirects: false,
      headers: { Cookie: mine.cookieHeader },
    }).post(`/manage-booking?booking=${number}`, { intent: "sign-out" });
    expect(answer.headers.get("clear-site-data")).toBe('"cache"');
    const left = answer.headers
      .getSetCookie()
      .filter((cookie) => cookie.includes("Max-Age=0"))
      .map((cookie) => cookie.split("=")[0]);
    expect(left.sort()).toEqual([`b_${before.id}`, `d_${before.draft}`]);
    const told = await browser().open(answer.headers.get("location") ?? "");
    expect(told.text).toContain(
      "You are signed out of the booking on every device, and the links in our emails so far have ended.",
    );

    for (const who of [mine, elsewhere, copied]) {
      expect(isOut(await who.open(`/manage-booking?booking=${number}`))).toBe(true);
      expect(isOut(await who.open(`/manage-booking/cancel?booking=${number}`))).toBe(true);
      expect((await who.open(`/manage-booking/another.json?booking=${number}`)).status).toBe(404);
      expect(pathOf(await who.open(`/book/payment?draft=${before.draft}`))).toBe("/book/expired");
    }
    const links = [
      ...mail.links.map(localPath).filter((path) => /[?/](key=|files|booking-confirmation)/.test(path)),
      `/manage-booking?key=${before.capability}`,
    ];
    expect(links.some((path) => path.startsWith("/manage-booking?key="))).toBe(true);
    for (const path of [
      ...documents,
      ...links,
      `/booking-confirmation?booking=${before.capability}`,
      `/sign-agreement/${before.signing_key}`,
      `/book/resume?key=${before.resume_key}`,
      localPath(thanks.url),
    ]) {
      const stranger = browser();
      const page = await stranger.open(path);
      expect([
        path,
        page.text.includes("123 Main Street") || page.text.includes(email),
        page.text.includes(number),
      ]).toEqual([path, false, false]);
      expect(isOut(await stranger.open(`/manage-booking?booking=${number}`))).toBe(true);
    }
    const asked = await fetch(`${server.url}/functions/v1/verify-payment`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ sessionId: new URL(thanks.url).searchParams.get("session_id") }),
    });
    expect([await asked.json(), asked.headers.getSetCookie()]).toEqual([
      { success: false, booking: null, state: "ended" },
      [],
    ]);

    // Its owner gets in, and every address that they see or are sent works.
    const owner = browser();
    const opened = await lookUp(owner, number, email);
    expect(opened.text).toContain("Confirmed for");
    for (const path of documentsOf(addressesOf(number))) expect((await owner.open(path)).status).toBe(200);
    for (const link of opened.root.querySelectorAll('a[href^="/files/"]'))
      expect((await owner.open(link.getAttribute("href") ?? "")).status).toBe(200);
    const mails = count(server, "select count(*) from messages where recipient = ?", email);
    await fetch(`${server.url}/functions/v1/send-booking-email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: owner.cookieHeader },
      body: JSON.stringify({ bookingId: before.id, emailType: "booking_confirmation_with_invoice" }),
    });
    await eventually(
      "the mail is sent again",
      () => count(server, "select count(*) from messages where recipient = ?", email),
      (now) => now > mails,
    );
    const again = await mailTo(server, email);
    expect(pathOf(await browser().open(localPath(again.links.find((link) => link.includes("key=")) ?? "")))).toBe(
      "/manage-booking",
    );
    expect(
      count(
        server,
        "select count(*) from events where action = 'links_ended' and data ->> 'reason' = 'signed_out' and booking_id = ?",
        before.id,
      ),
    ).toBe(1);
  });

  it("ends nothing for somebody who cannot open it, and says so", async () => {
    const mine = browser();
    const number = bookingNumberOn(await bookAndPay(mine, { email: "stays@example.com", deliveryDate: openDay(62) }));
    const page = await browser().post(`/manage-booking?booking=${number}`, { intent: "sign-out" });
    expect(page.text).toContain("Links in our emails still open it");
    expect((await mine.open(`/manage-booking?booking=${number}`)).text).toContain("Sign out of this booking");
  });

  it("leaves no link in the calendar file that could open it", async () => {
    const mine = browser();
    const number = bookingNumberOn(
      await bookAndPay(mine, { email: "calendar@example.com", deliveryDate: openDay(64) }),
    );
    const file = (await mine.open(`/manage-booking/calendar.ics?booking=${number}`)).html.replace(/\r\n /g, "");
    const { capability, signing_key, resume_key } = addressesOf(number);
    for (const secret of [capability, signing_key, resume_key, "key="]) expect(file).not.toContain(secret);
    const [address = ""] = /http[^\s\\]*/.exec(file) ?? [];
    expect(address).toBe(`${server.url}/manage-booking?booking=${number}`);
    const shared = await browser().open(localPath(address));
    expect(isOut(shared)).toBe(true);
    expect(shared.form("bookingNumber").values().get("bookingNumber")).toBe(number);
  });
});

describe("while the payment page is open", () => {
  it("whoever pays there after a sign-out comes back to their booking, and its address ends with the next one", async () => {
    const mine = browser();
    const checkout = await toCheckout(mine, { email: "paying@example.com", deliveryDate: openDay(66) });
    const [{ number } = { number: "" }] = query<{ number: string }>(
      server.dataDir,
      "select booking_number number from bookings where email = 'paying@example.com'",
    );
    const elsewhere = browser();
    const found = await lookUp(elsewhere, number, "paying@example.com");
    await found.form("Sign out of this booking").submit("sign-out");
    const done = await payWith(checkout, GOOD_CARD);
    expect(done.text).toContain("Payment received");
    expect((await mine.open(`/manage-booking?booking=${number}`)).text).toContain("Confirmed for");
    await (await mine.open(`/manage-booking?booking=${number}`)).form("Sign out of this booking").submit("sign-out");
    expect(isOut(await browser().open(localPath(done.url)))).toBe(true);
  });
});

describe("another email address", () => {
  it("in a draft ends the links and cookies that the former one may have; who typed it goes on", async () => {
    const mine = browser();
    const schedule = await throughProject(mine, {});
    const kept = await schedule
      .form("address")
      .fill({ ...scheduleFields({ email: "wrong@example.com" }), deliveryTime: "" })
      .submit("update");
    const first = await kept.form("address").submit("email-link");
    expect(first.text).toContain("We sent the link to wrong@example.com.");
    const link = localPath(
      (await mailTo(server, "wrong@example.com")).links.find((one) => one.includes("/book/resume")) ?? "",
    );
    const stranger = browser();
    expect(pathOf(await stranger.open(link))).toBe("/book/schedule");
    const address = localPath(first.url.split("&sent")[0] ?? "");

    // Also by a form that is refused for something else.
    const refused = await first
      .form("address")
      .fill({ email: "right@example.com", phone: "12", deliveryTime: "morning" })
      .submit("continue");
    expect(refused.status).toBe(400);
    expect(pathOf(await browser().open(link))).toBe("/book/expired");
    expect(pathOf(await stranger.open(address))).toBe("/book/expired");
    const fixed = await refused.form("address").fill({ phone: "(407) 555-0133" }).submit("continue");
    expect(pathOf(fixed)).toBe("/book/agreement");
    const renewed = localPath(fixed.root.querySelector('a[href*="/book/resume"]')?.getAttribute("href") ?? "");
    expect(renewed).not.toBe(link);
    expect(pathOf(await browser().open(renewed))).toBe("/book/agreement");
    // The same address again, whatever its letters, ends nothing.
    await (await mine.open(address)).form("address").fill({ email: "RIGHT@example.com" }).submit("continue");
    expect(pathOf(await browser().open(renewed))).toBe("/book/agreement");
  });

  it("in a signed order ends them when it is typed, and once more when it is signed for", async () => {
    const mine = browser();
    const review = await throughAgreement(mine, { email: "old@example.com", deliveryDate: openDay(68) });
    const number = bookingNumberOn(review);
    const before = addressesOf(number);
    const atOld = browser();
    await lookUp(atOld, number, "old@example.com");
    const schedule = await mine.open(`/book/schedule?draft=${before.draft}`);
    const agreement = await schedule.form("address").fill({ email: "new@example.com" }).submit("continue");
    expect(pathOf(agreement)).toBe("/book/agreement");
    expect((await mine.open(`/manage-booking?booking=${number}`)).text).toContain("Not paid yet");
    const typed = addressesOf(number);
    for (const [path, end] of [
      [`/manage-booking?key=${before.capability}`, "/manage-booking"],
      [`/booking-confirmation?booking=${before.capability}`, "/booking-confirmation"],
      [`/sign-agreement/${before.signing_key}`, `/sign-agreement/${before.signing_key}`],
      [`/book/resume?key=${before.resume_key}`, "/book/expired"],
    ] as const) {
      const page = await browser().open(path);
      expect([path, pathOf(page), page.text.includes("123 Main Street")]).toEqual([path, end, false]);
    }
    expect(isOut(await atOld.open(`/manage-booking?booking=${number}`))).toBe(true);

    // Not signed for yet, it is still the former address's: by its number that may look once more, until the signature.
    await lookUp(atOld, number, "old@example.com");
    const pay = await (await atOld.open(`/manage-booking?booking=${number}`)).form("Continue to payment").submit("pay");
    expect(new URL(pay.url).searchParams.get("draft")).toBe(before.draft);
    const signed = await agreement
      .form("signatureName")
      .fill({ signatureName: "Ada Tester", agree: "on" })
      .submit("continue");
    expect(pathOf(signed)).toBe("/book/payment");
    for (const path of [`/manage-booking?booking=${number}`, `/book/payment?draft=${before.draft}`])
      expect((await atOld.open(path)).text).not.toContain("123 Main Street");
    for (const path of [`/manage-booking?key=${typed.capability}`, `/sign-agreement/${typed.signing_key}`])
      expect((await browser().open(path)).text).not.toContain("123 Main Street");
    const done = await payWith(await signed.form("cardConsent").fill({ cardConsent: "on" }).submit("continue"));
    expect(done.text).toContain("Payment received");
    expect((await lookUp(browser(), number, "new@example.com")).text).toContain("Confirmed for");
    expect((await lookUp(browser(), number, "old@example.com")).status).toBe(400);
  });
});

describe("pages of a draft", () => {
  it("that show what was typed in full are not stored; what was refused can be gone back to", async () => {
    const mine = browser();
    const review = await throughAgreement(mine, { email: "stored@example.com", deliveryDate: openDay(70) });
    const { draft, signing_key } = addressesOf(bookingNumberOn(review));
    expect(review.headers.get("cache-control")).toBe("no-store");
    for (const path of [
      `/book/agreement?draft=${draft}`,
      `/book/payment?draft=${draft}`,
      `/book/payment.data?draft=${draft}`,
    ])
      expect([path, (await mine.open(path)).headers.get("cache-control")]).toEqual([path, "no-store"]);
    for (const path of [`/book?draft=${draft}`, `/book/schedule?draft=${draft}`])
      expect([path, (await mine.open(path)).headers.get("cache-control")]).toEqual([path, "private, no-cache"]);
    const refused = await (await mine.open(`/book/agreement?draft=${draft}`)).form("signatureName").submit("continue");
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([400, "private, no-cache"]);
    arrange(
      server,
      "update rental_agreements set superseded_at = 1 where booking_id = (select id from bookings where draft_id = ?)",
      draft,
    );
    expect((await mine.open(`/sign-agreement/${signing_key}`)).headers.get("cache-control")).toBe("no-store");
  });
});
