import { HtmlValidate } from "html-validate/node";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  bookAndPay,
  bookingNumberOn,
  openDay,
  throughAgreement,
  throughProject,
  throughSchedule,
  toCheckout,
} from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { localPath, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";
import { inFull } from "../support/in-full";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

/** The HTML standard's own rules; matters of taste (how a void element or an attribute is written) are React's. */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard"],
  rules: {
    "void-style": "off",
    "attr-case": "off",
    "no-trailing-whitespace": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "long-title": "off",
    "no-raw-characters": "off",
  },
});

/** Valid, and read as text it has one main heading and no control or link without words. */
async function expectGood(page: Page, name: string): Promise<void> {
  const report = await validator.validateString(page.html);
  const found = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${name} ${line}:${column} ${ruleId}: ${message}`),
  );
  expect(found).toEqual([]);
  expect(page.root.querySelectorAll("h1").length, `${name} has one h1`).toBe(1);
  const mute = page.root
    .querySelectorAll("a[href], button, summary, legend, label")
    .filter((element) => !element.text.trim() && !element.getAttribute("aria-label"));
  expect(mute.map(String), `words of ${name}`).toEqual([]);
  expect(page.html.match(/.{40}\S<\/a><a .{40}/g) ?? [], `${name}: a text browser reads two links as one word`).toEqual(
    [],
  );
  expect(
    page.html.match(/<text[ >].{40}/g) ?? [],
    `${name}: a text browser prints what is written in a drawing`,
  ).toEqual([]);
  // Nothing is said in a picture or by an attribute alone.
  expect(
    page.root
      .querySelectorAll("img:not([alt]), [title]:not(iframe):not(svg *), input[placeholder]:not([id])")
      .map(String),
  ).toEqual([]);
}

const inOrder = (page: Page, words: string[]) =>
  words.reduce((from, word) => {
    const at = page.text.indexOf(word, from);
    expect(at, `"${word}" on ${page.url}, in this order`).toBeGreaterThanOrEqual(0);
    return at;
  }, 0);

it.each([
  "/",
  "/?zip=32801",
  "/?zip=1",
  "/about",
  "/careers",
  "/development-process",
  "/privacy-policy",
  "/services/residential",
  "/services/commercial",
  "/services/construction",
  "/no-such-page",
  "/book",
  "/book?dumpsterSize=20&projectType=renovation&zip=32801",
  "/book/expired",
  "/book/call-back",
  "/manage-booking",
  "/payment-success",
  "/booking-confirmation?booking=none",
  "/auth",
  "/driver/auth",
  "/offline",
])("%s is valid", async (path) => {
  await expectGood(await new TextBrowser(server.url).open(path), path);
});

it("is valid and in reading order on every step of a booking, refused ones too", async () => {
  const mine = new TextBrowser(server.url);
  const project = await mine.open("/book");
  inOrder(project, [
    "Your project",
    "What is your project?",
    "What will you throw away?",
    "What is most of it?",
    "Which size?",
    "How many of this size?",
    "Your price",
    "Continue to day and place",
  ]);
  await expectGood(await project.form("dumpsterSize").submit("continue"), "project refused");
  await expectGood(
    await project.form("dumpsterSize").fill({ dumpsterSize: "15", materialCategory: "roofing" }).submit("add"),
    "a line added",
  );
  const schedule = await throughProject(mine);
  inOrder(schedule, [
    "Day and place",
    "ZIP code",
    "Street and number",
    "City",
    "Delivery day",
    "Next days with room",
    "How many days?",
    "Morning",
    "First name",
    "Email",
    "Your price",
    "Total",
    "Continue to the agreement",
  ]);
  await expectGood(schedule, "schedule");
  await expectGood(await schedule.form("address").submit("continue"), "schedule refused");
  const agreement = await throughSchedule(mine, { deliveryDate: openDay(61) });
  inOrder(agreement, [
    "Rental agreement",
    "Dumpster",
    "Day and place",
    "Your price",
    "The terms",
    "Your signature",
    "Type your full name",
    "Sign and continue",
  ]);
  await expectGood(agreement, "agreement");
  await expectGood(await agreement.form("signatureName").submit("continue"), "agreement refused");
  const payment = await throughAgreement(mine, { deliveryDate: openDay(61) });
  inOrder(payment, [
    "Check and pay",
    "Dumpster",
    "What you pay now",
    "What could cost more",
    "the heaviest load that we lift",
    "Your card on file",
    "Pay $409.32 securely",
  ]);
  await expectGood(payment, "payment");
  await expectGood(await payment.form("cardConsent").submit("continue"), "payment refused");
  await expectGood(await toCheckout(mine, { deliveryDate: openDay(62), email: "valid@example.com" }), "checkout");
});

inFull("is valid after the payment", async () => {
  const mine = new TextBrowser(server.url);
  const paid = await bookAndPay(mine, { deliveryDate: openDay(62), email: "valid2@example.com" });
  await expectGood(paid, "payment-success");
  const number = bookingNumberOn(paid);
  const booking = await mine.open(`/manage-booking?booking=${number}`);
  await expectGood(booking, "manage-booking");
  await expectGood(await booking.follow("Cancel the booking"), "cancel");
  const another = await booking.follow("Need another dumpster?");
  inOrder(another, [
    "Request an additional dumpster",
    "Size",
    "Quantity",
    "Material",
    "Rental days",
    "Summary",
    "Update price",
    "Proceed to Payment",
    "Cancel",
  ]);
  await expectGood(another, "another");
  await expectGood(await another.form("rentalDays").fill({ quantity: "9" }).submit("continue"), "another refused");
  await expectGood(await new TextBrowser(server.url).open(localPath(paid.url)), "payment-success elsewhere");
});

it("is valid in the office and in the sandbox", async () => {
  const staff = await signIn(server, "staff@example.com");
  for (const path of [
    "/crm/overview",
    "/crm/bookings",
    // With the pager's other links.
    "/crm/bookings?after=9999999999999~z",
    "/crm/bookings/new",
    "/crm/reports",
    "/crm/reports?month=never",
    "/crm/reports/rows?figure=revenue",
    "/sandbox",
    "/sandbox/inbox",
    "/sandbox/clock",
    "/sandbox/disputes",
  ])
    await expectGood(await staff.open(path), path);
});
