import { expect, it } from "vitest";
import { formatDay } from "~/domain/kernel/days";
import { bookAndPay, bookingNumberOn, GOOD_CARD, openDay, payWith } from "../support/booking";
import { TextBrowser } from "../support/form";
import { setSharedServer } from "../support/shared";

const server = setSharedServer();

/** A status is one sentence: the page after the payment, the look-up and the mails say the same, also later. */
it("says one sentence everywhere, before and after cancelling", async () => {
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
  expect(thanks.text).toContain("contact you to schedule the delivery within your time, 12PM to 5PM.");
  expect((await mine.open(`/manage-booking?booking=${number}`)).text).toContain(confirmed);
  await mail(/is confirmed/).toContain(confirmed);

  const asksFirst = await mine.open(`/manage-booking/cancel?booking=${number}`);
  expect(asksFirst.text).toContain("1 × 20-yard dumpster (General debris)");
  const done = await asksFirst.form("fee").submit();
  // The refund may have gone through before the page is asked for.
  const money =
    /\$409\.32 (goes back to (Visa 4242|your card) in 5–10 business days|went back to (Visa 4242|your card))/;
  expect(done.text).toMatch(money);
  const said = done.root.querySelector(".notice.good");
  expect([said?.getAttribute("tabindex"), said?.hasAttribute("autofocus")]).toEqual(["-1", true]);
  await mail(/: cancelled$/).toMatch(money);

  const later = await mine.open(thanks.url.replace(server.url, ""));
  expect(later.text).toMatch(/Cancelled\$409\.32 (goes|went) back to /);
  expect(later.text).not.toMatch(/Thank you!|your booking is confirmed|Next Steps/);
  const asked = await later.form("Email Invoice").submit("email");
  expect(asked.text).toContain("An email with your invoice has been sent.");
  expect(asked.text).not.toContain("confirmation email");
  await mail(/your documents/).toMatch(/Cancelled\. \$409\.32 (goes|went) back to /);
});

/** More days are held as long as their payment page says, and the days that were ordered are named as such afterwards. */
it("says one end of a hold, and which days were in the order", async () => {
  const mine = new TextBrowser(server.url);
  const number = bookingNumberOn(await bookAndPay(mine, { email: "more@example.com", deliveryDate: openDay(46) }));
  const address = `/manage-booking?booking=${number}`;
  const booked = await mine.open(address);
  expect(booked.text).toContain("Rental7 days");
  expect(booked.text).not.toContain("7 days in your order");
  const link = booked.root.querySelector("a[href*='/extend?']")?.getAttribute("href") ?? "";
  const offer = await (await mine.open(link)).form("pickupDate").submit();
  const checkout = await offer.form("and keep it").submit();
  const end = /held for you until (\d+:\d+ [ap]m)/.exec(checkout.text)?.[1];
  expect(end).toBeDefined();
  expect((await mine.open(address)).text).toContain(`The price holds until ${end}.`);
  await payWith(checkout, GOOD_CARD);
  await expect.poll(async () => (await mine.open(address)).text).toContain("Rental7 days in your order");
});

it("marks both fields of a pair that opens nothing", async () => {
  const lookup = await new TextBrowser(server.url).open("/manage-booking");
  const refused = await lookup
    .form("bookingNumber")
    .fill({ bookingNumber: "DMP-2026-000001", email: "nobody@example.com" })
    .submit();
  expect(refused.root.querySelectorAll("[aria-invalid=true]").map(({ id }) => id)).toEqual(["bookingNumber", "email"]);
});
