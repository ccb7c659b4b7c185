import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TERMS_VERSION } from "~/domain/documents/terms";
import { formatDay } from "~/domain/kernel/days";
import {
  bookingNumberOn,
  openDay,
  payWith,
  scheduleFields,
  throughAgreement,
  throughProject,
  throughSchedule,
} from "../support/booking";
import { TextBrowser } from "../support/form";
import { expectRefused, localPath, mailTo, pathOf, signIn } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const visitor = () => new TextBrowser(server.url);

describe("other roads to the same payment", () => {
  it("books scrap metal for $0.00 by keeping the card", async () => {
    const mine = visitor();
    const review = await throughAgreement(mine, {
      material: "metal",
      email: "metal@example.com",
      deliveryDate: openDay(56),
    });
    expect(review.text).toContain("Save your card and book for $0.00");
    const checkout = await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
    const done = await payWith(checkout);
    expect(done.text).toContain("Card saved — your booking is confirmed!");
    expect(done.text).toContain("$0.00");
    const number = bookingNumberOn(done);
    const cancel = await (await mine.open(`/manage-booking?booking=${number}`)).follow("Cancel the booking");
    expect((await cancel.form("fee").submit()).text).toContain("We have sent you an email about it.");
  });

  it("names the version of the terms, and says at the consent that it is missing, also once others saw it without", async () => {
    for (const deliveryDate of [openDay(57), openDay(58)]) {
      const agreement = await throughSchedule(visitor(), { deliveryDate });
      expect(agreement.text).toContain(`Version ${TERMS_VERSION}`);
      const review = await agreement
        .form("signatureName")
        .fill({ signatureName: "Ada Tester", agree: "on" })
        .submit("continue");
      expect(review.text).not.toContain("There is a problem");
      const refused = await review.form("cardConsent").submit("continue");
      expect([refused.status, refused.text.includes("There is a problem")]).toEqual([400, true]);
      expect(refused.root.querySelector("input[name=cardConsent]")?.getAttribute("aria-invalid")).toBe("true");
      expect(refused.root.querySelector("#cardConsent-error")?.text).toContain("Check the box");
    }
  });

  it("continues on another device by the link in the mail", async () => {
    const schedule = await throughProject(visitor(), {});
    const half = await schedule
      .form("address")
      .fill({ ...scheduleFields({ email: "resume@example.com" }), deliveryTime: "", phone: "" })
      .submit("continue");
    expect(half.status).toBe(400);
    const offered = await visitor().open(localPath(half.url));
    expect(pathOf(offered)).toBe("/book/expired");
    const resumeLink =
      half.root
        .querySelectorAll("a")
        .find((a) => a.getAttribute("href")?.includes("/book/resume"))
        ?.getAttribute("href") ?? "";
    const other = visitor();
    const resumed = await other.open(localPath(resumeLink));
    expect(pathOf(resumed)).toBe("/book/schedule");
    expect(Object.fromEntries(resumed.form("address").values())).toMatchObject({
      firstName: "Ada",
      email: "resume@example.com",
      address: "123 Main Street",
      deliveryDate: openDay(),
    });
    const sent = await resumed.form("address").submit("email-link");
    expect(sent.text).toContain("We sent the link to resume@example.com.");
    const mail = await mailTo(server, "resume@example.com");
    expect(
      pathOf(await visitor().open(localPath(mail.links.find((link) => link.includes("/book/resume")) ?? ""))),
    ).toBe("/book/schedule");
  });

  it("lets the office prepare a booking that the customer signs and pays by the link in the mail", async () => {
    const staff = await signIn(server, "staff@example.com");
    const page = await staff.open("/crm/bookings/new");
    const done = await page
      .form("deliveryDate")
      .fill({ ...scheduleFields({ email: "phone@example.com", deliveryDate: openDay(57) }), dumpsterSize: "20" })
      .submit();
    const number = bookingNumberOn(done);
    const link =
      (await mailTo(server, "phone@example.com")).links.find((one) => one.includes("/sign-agreement/")) ?? "";
    const mine = visitor();
    const agreement = await mine.open(localPath(link));
    expect(agreement.text).toContain("Rental agreement");
    const refused = await agreement.form("signatureName").submit("continue");
    expect(refused.status).toBe(400);
    const review = await agreement
      .form("signatureName")
      .fill({ signatureName: "Ada Tester", agree: "on" })
      .submit("continue");
    expect(bookingNumberOn(review)).toBe(number);
    const paid = await payWith(await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue"));
    expect(paid.text).toContain("Payment received");
    expect(pathOf(await mine.open(localPath(link)))).toBe("/booking-confirmation");
    expect((await visitor().open("/sign-agreement/nothing")).status).toBe(404);
  });
});

// The clock moves for everybody, and goes back for the files after this one.
describe("when time passes", () => {
  const setClock = (body: object) =>
    fetch(`${server.url}/sandbox/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  afterAll(async () => {
    await (await visitor().open("/sandbox/clock")).form("Back to wall time").submit("reset");
  });

  it("takes today's order until noon in New York", async () => {
    const today = openDay(3);
    await setClock({ now: `${today}T15:30:00Z` }); // before 12:00 both in winter (EST) and in summer (EDT)
    const early = await throughSchedule(visitor(), {
      deliveryDate: today,
      deliveryTime: "afternoon",
      email: "today@example.com",
    });
    expect([pathOf(early), early.status]).toEqual(["/book/agreement", 200]);
    const begun = await throughSchedule(visitor(), {
      deliveryDate: today,
      deliveryTime: "morning",
      email: "today@example.com",
    });
    expectRefused(begun, /morning/i, { deliveryDate: today });
    await setClock({ now: `${today}T17:30:00Z` });
    const late = await throughSchedule(visitor(), {
      deliveryDate: today,
      deliveryTime: "afternoon",
      email: "today@example.com",
    });
    expectRefused(late, /./, { deliveryDate: today, deliveryTime: "afternoon" });
    expect(late.root.querySelector("#deliveryDate-error")?.text).toMatch(/today|same-day|noon|12/i);
  });

  it("wakes a draft that waited too long, with everything in it", async () => {
    const mine = visitor();
    const page = await throughSchedule(mine, { email: "slow@example.com", deliveryDate: openDay(58) });
    await setClock({ advance: "20d" });
    const expired = await mine.open(localPath(page.url));
    expect(pathOf(expired)).toBe("/book/expired");
    expect(expired.text).toContain("Everything you typed is still here.");
    const on = await expired.form("Continue with my answers").submit("continue");
    expect(on.text).toContain("slow@example.com");
    expect(on.text).toContain(formatDay(openDay(58)));
  });
});
