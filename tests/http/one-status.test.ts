import { expect, it } from "vitest";
import { formatDay } from "~/domain/kernel/days";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { TextBrowser } from "../support/form";
import { serverForTest } from "../support/server";

/** A status is one sentence: the page after the payment, the look-up and the mails say the same, also later. */
it("says one sentence everywhere, before and after cancelling", async () => {
  const server = await serverForTest({ env: { RATE_LIMITS: "off" } });
  const mine = new TextBrowser(server.url);
  const email = "one@example.com";
  const deliveryDate = openDay(46);
  const mails = async () =>
    (await (await fetch(`${server.url}/sandbox/inbox.json?to=${email}`)).json()) as { subject: string; text: string }[];
  const mail = (subject: RegExp) =>
    expect.poll(async () => (await mails()).find((one) => subject.test(one.subject))?.text, { timeout: 20_000 });

  const thanks = await bookAndPay(mine, { email, deliveryDate, deliveryTime: "afternoon" });
  const number = bookingNumberOn(thanks);
  const confirmed = `Confirmed for ${formatDay(deliveryDate, { short: true })}, 12PM to 5PM`;
  expect(thanks.text).toContain(`${confirmed}.`);
  expect(thanks.text).toContain("schedule the delivery within your time, 12PM to 5PM.");
  expect((await mine.open(`/manage-booking?booking=${number}`)).text).toContain(confirmed);
  await mail(/is confirmed/).toContain(confirmed);

  const done = await (await mine.open(`/manage-booking/cancel?booking=${number}`)).form("fee").submit();
  // The refund may have gone through before the page is asked for.
  const money =
    /\$409\.32 (goes back to (Visa 4242|your card) in 5–10 business days|went back to (Visa 4242|your card))/;
  expect(done.text).toMatch(money);
  await mail(/: cancelled$/).toMatch(money);

  const later = await mine.open(thanks.url.replace(server.url, ""));
  expect(later.text).toMatch(/Cancelled\$409\.32 (goes|went) back to /);
  expect(later.text).not.toMatch(/Thank you!|your booking is confirmed|Next Steps/);
  const asked = await later.form("Email Invoice").submit("email");
  expect(asked.text).toContain("An email with your invoice has been sent.");
  expect(asked.text).not.toContain("confirmation email");
  await mail(/your documents/).toMatch(/Cancelled\. \$409\.32 (goes|went) back to /);
});

it("marks both fields of a pair that opens nothing", async () => {
  const server = await serverForTest();
  const lookup = await new TextBrowser(server.url).open("/manage-booking");
  const refused = await lookup
    .form("bookingNumber")
    .fill({ bookingNumber: "DMP-2026-000001", email: "nobody@example.com" })
    .submit();
  expect(refused.root.querySelectorAll("[aria-invalid=true]").map(({ id }) => id)).toEqual(["bookingNumber", "email"]);
});
