import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { day } from "../kernel/days";
import { HOSTILE, tagNames } from "../../../tests/support/hostile";
import { sampleBusiness } from "../../../tests/support/papers";
import type { BusinessView } from "../documents/views";
import { subjectLine } from "./layout";
import * as templates from "./templates";
import type { MailContent } from "./templates";

/** Each mail with `text` in every field that a person or another system filled in. */
function everyMail(text: string, business: BusinessView = sampleBusiness): Record<string, MailContent> {
  const url = "https://www.example.com/manage-booking?key=abc&x=1";
  const booking = {
    business,
    firstName: text,
    bookingNumber: text,
    status: { headline: text, more: text },
    permitMissing: false,
    associationApproval: true,
    itemsSummary: text,
    addressLines: [text, text],
    placement: text,
    deliveryDay: day("2026-12-01"),
    windowLabel: text,
    pickupDay: day("2026-12-08"),
    rentalDays: 7,
    keep: { mayKeep: false, perDay: 2500, isExempt: false, onAccount: false },
    dumpsters: 1,
    asksEarly: true,
    apart: {},
    isKept: false,
    total: 40932,
    manageUrl: url,
  };
  const refund = { business, firstName: text, bookingNumber: text, amount: 36839, card: text, manageUrl: url };
  return {
    bookingConfirmed: templates.bookingConfirmed({
      ...booking,
      paid: 40932,
      card: text,
      due: null,
      documents: [{ label: text, url }],
    }),
    bookingDocuments: templates.bookingDocuments({
      ...booking,
      paid: 40932,
      card: text,
      due: null,
      documents: [{ label: text, url }],
    }),
    bookingCancelled: templates.bookingCancelled({
      ...booking,
      paid: 40932,
      tierPercent: 10,
      trip: 0,
      fee: 4093,
      ...{ off: null, already: 0, back: [{ cents: 36839, by: ["card"] }] },
      said: { headline: text, more: text },
      only: null,
      papers: [[text, url]],
    }),
    deliveryFailed: templates.deliveryFailed({
      ...booking,
      missed: { dumpster: text, isOne: true, day: day("2026-12-01"), reason: text },
      chooseUrl: "https://example.com/choose",
      fee: text,
      hasPhoto: true,
    }),
    agreementRequest: templates.agreementRequest({
      ...booking,
      signUrl: url,
      ends: text,
      isOfTheDay: false,
      heldUntil: text,
      accountDays: null,
      toDo: "sign",
    }),
    agreementAgain: templates.agreementRequest({
      ...booking,
      signUrl: url,
      ends: text,
      isOfTheDay: false,
      heldUntil: text,
      accountDays: null,
      toDo: "sign-again",
    }),
    agreementSigned: templates.agreementRequest({
      ...booking,
      signUrl: url,
      ends: text,
      isOfTheDay: false,
      heldUntil: text,
      accountDays: null,
      toDo: "pay",
    }),
    agreementOnAccount: templates.agreementRequest({
      ...booking,
      signUrl: url,
      ends: text,
      isOfTheDay: true,
      heldUntil: null,
      accountDays: 30,
      toDo: "sign",
    }),
    resumeLink: templates.resumeLink({
      business,
      firstName: text,
      itemsSummary: "1 × 20-yard dumpster (Roofing)",
      resumeUrl: url,
      ends: text,
    }),
    paymentReturned: templates.paymentReturned({ ...refund, itemsSummary: text, bookAgainUrl: url, isBack: false }),
    refundSubmitted: templates.refundSubmitted(refund),
    refundSucceeded: templates.refundSucceeded(refund),
    refundFailed: templates.refundFailed({ ...refund, why: "disputed" }),
    confirmSignUp: templates.confirmSignUp({ business, confirmUrl: url, ends: text }),
    newLead: templates.newLead({
      business,
      kind: "call_back",
      name: text,
      phone: text,
      email: text,
      zip: text,
      message: text,
      leadUrl: url,
    }),
  };
}

const plain = everyMail("Maria");

describe.each(Object.keys(plain))("%s", (name) => {
  const mail = plain[name]!;

  it("says the same in HTML and in plain text, with its link in both", () => {
    expect(mail.html).toContain('href="https://www.example.com/manage-booking?key=abc&amp;x=1"');
    expect(mail.text).toContain("https://www.example.com/manage-booking?key=abc&x=1");
    expect(mail.text).not.toMatch(/<[a-z]|&amp;/);
    expect(mail.text).toContain(sampleBusiness.phone);
    expect(mail.subject).not.toBe("");
  });

  it("is valid HTML that loads nothing", async () => {
    // why: mail clients need the old table attributes that the standard has dropped.
    const rules = {
      "no-deprecated-attr": "off",
      "attr-case": "off",
      "no-inline-style": "off",
      "long-title": "off",
    } as const;
    const report = await new HtmlValidate({ extends: ["html-validate:standard"], rules }).validateString(mail.html);
    expect(
      report.results.flatMap((result) => result.messages.map((message) => `${message.ruleId}: ${message.message}`)),
    ).toEqual([]);
    expect(mail.html).not.toMatch(/src=|url\(|<link|<script|@import/i);
  });

  it.each([...HOSTILE.entries()])("keeps hostile text inert: %i", (_index, text) => {
    const hostile = everyMail(text, { ...sampleBusiness, name: text, phone: text, email: text, addressLines: [text] })[
      name
    ]!;
    expect(tagNames(hostile.html)).toEqual(tagNames(mail.html));
    expect(hostile.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(Array.from(hostile.subject).length).toBeLessThanOrEqual(160);
    expect(hostile.text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202A-\u202E]/);
    expect(hostile.text).not.toMatch(/^Bcc:/m);
  });
});

describe("figures", () => {
  it("shows the worked example of the cancellation fee (domain.md, section 3)", () => {
    for (const figure of ["$409.32", "10%", "$40.93", "$368.39"]) {
      expect(plain.bookingCancelled!.text).toContain(figure);
      expect(plain.bookingCancelled!.html).toContain(figure);
    }
  });

  it("has days as people say them", () => {
    expect(plain.bookingConfirmed!.subject).toBe("Booking Maria is confirmed: delivery Tuesday, December 1");
    expect(plain.bookingConfirmed!.text).toContain("Tuesday, December 8, 2026 (7 days)");
  });
});

it("says of one dumpster that was cancelled which it is, what it cost, and that the others come", () => {
  const facts = {
    business: sampleBusiness,
    firstName: "Ada",
    bookingNumber: "DMP-1",
    status: { headline: "Confirmed", more: "" },
    permitMissing: false,
    associationApproval: false,
    itemsSummary: "3 x 20-yard dumpster (General debris)",
    addressLines: ["1 Main Street"],
    placement: "On the driveway",
    deliveryDay: day("2026-12-01"),
    windowLabel: "Morning (8AM - 12PM)",
    pickupDay: day("2026-12-08"),
    rentalDays: 7,
    keep: { mayKeep: false, perDay: 2500, isExempt: false, onAccount: false },
    dumpsters: 1,
    asksEarly: true,
    apart: {},
    isKept: false,
    total: 122796,
    manageUrl: "https://www.example.com/manage-booking",
    paid: 40932,
    tierPercent: 0,
    trip: 0,
    fee: 0,
    ...{ off: null, already: 0, back: [{ cents: 40932, by: ["card" as const] }] },
    said: { headline: "One dumpster is cancelled", more: "$409.32 goes back." },
    papers: [],
  };
  const name = "20-yard dumpster (number 2)";
  const one = { name, dumpster: "20-yard dumpster, Roofing", deliveryDay: day("2026-12-02"), windowLabel: "Afternoon" };
  const mail = templates.bookingCancelled({ ...facts, only: { ...one, left: 2 } });
  expect(mail.subject).toBe("Booking DMP-1: one dumpster is cancelled, 20-yard dumpster (number 2)");
  expect(mail.text).toMatch(/Cancelled: +20-yard dumpster, Roofing/);
  expect(mail.text).toMatch(/planned for: +Wednesday, December 2, Afternoon/);
  expect(mail.text).toMatch(/Paid for it: +\$409\.32/);
  expect(mail.text).toContain("Your other 2 dumpsters stay booked as they were.");
  expect(templates.bookingCancelled({ ...facts, only: { ...one, left: 1 } }).text).toContain(
    "Your other dumpster stays booked as it was.",
  );
  const all = templates.bookingCancelled({ ...facts, only: null });
  expect(all.subject).toBe("Booking DMP-1: cancelled");
  expect(all.text).not.toMatch(/stay|Paid for it/);
  expect(all.text).toContain(", booking DMP-1 is cancelled. $409.32 goes back.");
});

it("names what was saved with no brackets around its own", () => {
  expect(plain.resumeLink!.text).toContain("what you entered: 1 × 20-yard dumpster (Roofing). This link");
});

describe("the subject", () => {
  it("is one line, whatever is put in", () => {
    expect(subjectLine("Hello\r\nBcc: a@example.com\u2028x")).toBe("Hello Bcc: a@example.com x");
    expect(Array.from(subjectLine("🚛".repeat(500)))).toHaveLength(160);
  });
});

it("says of a refund that it was sent to the bank, as the mail about cancelling announces, with the same days", () => {
  const { text } = plain.refundSucceeded!;
  expect(text).toContain("sent to your bank, which takes 5–10 business days");
  expect(text).not.toMatch(/complete|gone through|Paid back/);
  for (const mail of Object.values(plain)) expect(mail.text).not.toMatch(/5 to 10/);
  expect(plain.bookingCancelled!.text).toContain("We write again when the refund has been sent to your bank.");
});
