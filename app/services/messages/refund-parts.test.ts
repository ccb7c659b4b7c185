import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { outbox, payments, refunds } from "#db/schema/index";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { replaceCard } from "~/domain/payments/card.server";
import type { Refund } from "~/domain/payments/books.server";
import { findCheckout, findLatestCheckout } from "~/domain/payments/checkouts.server";
import { keepCard } from "~/domain/payments/receive.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import { readStatus } from "~/domain/records/status.server";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, openWorld, paidBooking, sessionFacts, type TestWorld } from "../../../tests/support/domain";
import { fakeSms, type FakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let sms: FakeSms;
let mails: Email[];
let booking: Booking;
const orm = () => world.db.orm;
const cardOf = (brand: string, last4: string) => ({ brand, last4, paymentMethodId: `pm_${last4}` });
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  sms = fakeSms();
  mails = [];
  services = { ...fakeServices(world), sms, mail: { send: async (mail: Email) => void mails.push(mail) } };
  booking = await paidBooking(world, { deliveryDate: "2026-12-10", smsConsent: true });
  await world.db.write((tx) => keepCard(tx, findLatestCheckout(tx, booking.id)!, cardOf("visa", "4242")));
});
afterEach(() => world.close());

/** Two more days, paid at a page with another card. */
async function daysBy(brand: string, last4: string): Promise<void> {
  const [unit] = listUnits(orm(), booking.id);
  const checkout = await openedChange(world, await pricedDays(world, unit!.id, 2));
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
  await world.db.write((tx) => keepCard(tx, findCheckout(tx, { id: checkout.id })!, cardOf(brand, last4)));
}
const cancel = () => world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
const given = () => orm().select().from(refunds).orderBy(refunds.amount).all();
const end = (refund: Refund | undefined, status: "succeeded" | "failed") =>
  world.db.write((tx) => {
    world.clock.at = plus(world.clock.at, 1);
    applyRefundFacts(tx, world.deed(), refund!, {
      ...{ refundId: `re_${refund!.amount}`, status, amount: refund!.amount },
      ...{ paymentIntentId: null, failureReason: null },
    });
  });
/** What waits is sent, of the ends of refunds alone; `later`: also what waits some minutes for others. */
async function send({ later = false } = {}): Promise<void> {
  for (const { id, kind } of orm().select().from(outbox).all())
    if (!kind.endsWith(".refund") || kind === "stripe.refund") orm().delete(outbox).where(eq(outbox.id, id)).run();
  if (later) orm().update(outbox).set({ run_at: 0, created_at: 0 }).run();
  await runDueWork(services);
}

it("one cancellation that goes back over two payments is told once, with the sum and both parts", async () => {
  await daysBy("mastercard", "4444");
  await cancel();
  const [days, rental] = given();
  expect([days?.amount, rental?.amount]).toEqual([5400, 40932]);
  await end(rental, "succeeded");
  await send();
  expect(mails).toEqual([]);
  await end(days, "succeeded");
  await send({ later: true });
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/Refund: +\$463\.32/);
  expect(mails[0]?.text).toMatch(/To Visa ending in 4242: +\$409\.32/);
  expect(mails[0]?.text).toMatch(/To Mastercard ending in 4444: +\$54\.00/);
  expect(mails[0]?.text.match(/Credit note CRN/g)).toHaveLength(2);
  expect(sms.sent.map(({ body }) => /Your refund of .*? has/.exec(body)?.[0])).toEqual([
    "Your refund of $463.32 in 2 parts has",
  ]);
});

it("a part whose bank takes days does not keep the other one silent, and an end of another kind is news of its own", async () => {
  await daysBy("visa", "4242");
  await cancel();
  const [days, rental] = given();
  await end(rental, "succeeded");
  await send({ later: true });
  expect(mails.map(({ text }) => /Refund: +(\S+)/.exec(text)?.[1])).toEqual(["$409.32"]);
  world.clock.at = plus(world.clock.at, 3 * DAY);
  await end(days, "failed");
  await send({ later: true });
  expect(
    mails.map(({ subject, text }) => [/needs another way/.test(subject), /Refund: +(\S+)/.exec(text)?.[1]]),
  ).toEqual([
    [false, "$409.32"],
    [true, "$54.00"],
  ]);
});

it("goes to the card that paid, whichever one is on file by then", async () => {
  const checkout = findLatestCheckout(orm(), booking.id)!;
  await world.db.write((tx) =>
    replaceCard(tx, world.deed(), booking.id, checkout.id, {
      ...cardOf("mastercard", "4444"),
      stripeCustomerId: null,
      chargeId: null,
    }),
  );
  await cancel();
  expect(readStatus(orm(), getBooking(orm(), booking.id), { refundStates: false, now: world.clock.at }).more).toContain(
    "goes back to Visa 4242",
  );
  await end(given()[0], "succeeded");
  await send({ later: true });
  expect(mails[0]?.text).toMatch(/To: +Visa ending in 4242/);
});

it("says that it is several cards, and names none that nobody knows", async () => {
  await daysBy("mastercard", "4444");
  await cancel();
  const more = () =>
    readStatus(orm(), getBooking(orm(), booking.id), { refundStates: false, now: world.clock.at }).more;
  expect(more()).toContain("goes back to the cards you paid with in");
  orm().update(payments).set({ card_brand: null, card_last4: null }).run();
  expect(more()).toContain("goes back to your card in");
});

it("what goes back at the same moment for another reason is told by itself", async () => {
  await daysBy("mastercard", "4444");
  await cancel();
  const [days] = given();
  // As an admin gives back something else within the same millisecond.
  orm().update(refunds).set({ reason: "goodwill" }).where(eq(refunds.id, days!.id)).run();
  for (const refund of given()) await end(refund, "succeeded");
  await send({ later: true });
  expect(mails.map(({ text }) => /Refund: +(\S+)/.exec(text)?.[1]).sort()).toEqual(["$409.32", "$54.00"]);
});
