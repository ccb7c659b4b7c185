import { eq, ne } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, messages, outbox, refunds } from "#db/schema/index";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { withdrawChange } from "~/domain/changes/changes.server";
import { listContacts } from "~/domain/customers/contacts.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { endCheckout } from "~/domain/payments/checkouts.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import {
  confirm,
  draftData,
  openedCheckout,
  openWorld,
  paidBooking,
  sessionFacts,
  signedBooking,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { fakeSms, type FakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { sendableAgain, sendAnew } from "../booking/send-again.server";
import { runDueWork } from "../work/worker.server";

const PAYER = "office@payer.example";
const byText = { smsConsent: true, contactInfo: { ...draftData().contactInfo, email: "" } };

let world: TestWorld;
let services: Services;
let sms: FakeSms;
let mails: Email[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  sms = fakeSms();
  mails = [];
  services = { ...fakeServices(world), sms, mail: { send: async (mail: Email) => void mails.push(mail) } };
});
afterEach(() => world.close());

/** Paid at the card company's page, where `customerEmail` was typed. */
async function paid(customerEmail: string | null, changes: Parameters<typeof signedBooking>[1] = byText) {
  const booking = await signedBooking(world, changes);
  const facts = sessionFacts(await openedCheckout(world, booking), { customerEmail });
  expect(await confirm(world, facts)).toMatchObject({ outcome: "confirmed" });
  return getBooking(world.db.orm, booking.id);
}
/** What is waiting is sent, of these kinds alone. */
async function send(...kinds: string[]): Promise<void> {
  for (const { id, kind } of world.db.orm.select().from(outbox).all())
    if (!kinds.includes(kind)) world.db.orm.delete(outbox).where(eq(outbox.id, id)).run();
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).run();
  await runDueWork(services);
}
const cancel = ({ id }: Booking) =>
  world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, 4093));
const texts = () => sms.sent.map(({ body }) => body.replace(/DMP-\d+-\d+/, "DMP").replace(/http\S+/, "<link>"));
const outcomes = () =>
  world.db.orm
    .select({ kind: outbox.kind, said: outbox.last_error })
    .from(outbox)
    .all()
    .map(({ kind, said }) => `${kind} ${said}`);

describe("an order by text messages alone, paid with an address typed at the card company's page", () => {
  it("sends its papers there, without the key to the booking, which the texts have", async () => {
    const booking = await paid(PAYER);
    await send("mail.booking-confirmed", "sms.booking-confirmed");
    expect(mails.map(({ to, subject }) => [to, subject.replace(/DMP-\d+-\d+/, "DMP")])).toEqual([
      [PAYER, "Booking DMP is confirmed: delivery Thursday, December 3"],
    ]);
    expect(mails[0]?.html).toContain(`/manage-booking?booking=${booking.booking_number}`);
    expect(`${mails[0]?.html} ${mails[0]?.text}`).not.toContain(booking.capability);
    expect(sms.sent[0]?.body).toContain(booking.capability);
  });

  it("is no contact: the order stays without an address, and so does its customer", async () => {
    const booking = await paid(PAYER);
    expect(booking).toMatchObject({ email: "", receipt_email: PAYER });
    expect(JSON.stringify(listContacts(world.db.orm, [booking.customer_id]))).not.toContain(PAYER);
  });

  it("keeps no address that nobody could have, and none beside one of the order's own", async () => {
    expect((await paid(`${"a".repeat(250)}@b.example`)).receipt_email).toBeNull();
    expect((await paid(PAYER, {})).receipt_email).toBeNull();
  });

  it("sends the papers again there; the link to sign goes to nobody's receipt", async () => {
    const booking = await paid(PAYER);
    expect(sendableAgain(booking)).toBe("papers");
    await world.db.write((tx) => tx.delete(outbox).run());
    const deed = world.deed(STAFF);
    expect(await world.db.write((tx) => sendAnew(tx, deed, booking, "papers"))).toBe(true);
    expect(await world.db.write((tx) => sendAnew(tx, deed, booking, "link"))).toBe(true);
    expect(
      world.db.orm
        .select()
        .from(outbox)
        .all()
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(["mail.booking-documents", "sms.sign-request"]);
  });

  it("is told both ways what is cancelled and what goes back", async () => {
    await cancel(await paid(PAYER));
    await send("mail.cancelled", "sms.cancelled");
    expect(texts()).toEqual([
      expect.stringMatching(
        /booking DMP: Cancelled\. \$368\.39 goes back to .*We keep the fee of \$40\.93\. <link>( Reply STOP.*)?$/,
      ),
    ]);
    expect(mails.map(({ to }) => to)).toEqual([PAYER]);
  });
});

describe("a text about money", () => {
  it("tells a refund's end, the later one alone", async () => {
    await cancel(await paid(null));
    const row = world.db.orm.select().from(refunds).get();
    if (!row) throw new Error("no refund");
    const facts = { refundId: "re_1", amount: row.amount, paymentIntentId: null, failureReason: null };
    await world.db.write((tx) => applyRefundFacts(tx, world.deed(), row, { ...facts, status: "succeeded" }));
    await send("sms.refund");
    expect(texts().at(-1)).toMatch(
      /booking DMP: Your refund of \$368\.39 has been sent to your bank, .* <link>( Reply STOP.*)?$/,
    );
    await world.db.write((tx) => applyRefundFacts(tx, world.deed(), row, { ...facts, status: "failed" }));
    await send("sms.refund");
    expect(texts().at(-1)).toMatch(/Your refund of \$368\.39 could not go back to your card\. Your money is safe/);
    expect(sms.sent).toHaveLength(2);
  });

  it("tells a refund that the card company ended as one that failed, by mail too", async () => {
    await cancel(await paid(PAYER));
    const row = world.db.orm.select().from(refunds).get() ?? expect.fail("no refund");
    const facts = { refundId: "re_1", amount: row.amount, paymentIntentId: null, failureReason: null };
    await world.db.write((tx) => applyRefundFacts(tx, world.deed(), row, { ...facts, status: "canceled" }));
    await send("mail.refund", "sms.refund");
    expect(mails.map(({ subject }) => subject.replace(/^.*: /, ""))).toEqual(["your refund needs another way"]);
    expect(texts()).toEqual([expect.stringContaining("Your money is safe: someone from our office will contact you.")]);
  });

  it("tells a refund that was refused because of a dispute that a bank decides, and nothing of a new card", async () => {
    await cancel(await paid(PAYER));
    const row = world.db.orm.select().from(refunds).get() ?? expect.fail("no refund");
    const facts = { refundId: "re_1", amount: row.amount, paymentIntentId: null, failureReason: "charge_disputed" };
    await world.db.write((tx) => applyRefundFacts(tx, world.deed(), row, { ...facts, status: "failed" }));
    await send("mail.refund", "sms.refund");
    const told = "could not go back to your card: your bank is deciding about this payment. Your money is safe";
    expect(texts()).toEqual([expect.stringContaining(`Your refund of $368.39 ${told}`)]);
    expect(mails.map(({ text }) => text.replaceAll(/\s+/g, " "))).toEqual([
      expect.stringContaining(`the refund ${told}`),
    ]);
  });

  it("tells a payment that came too late what becomes of it, and of one that was only a saved card", async () => {
    const booking = await signedBooking(world, byText);
    const checkout = await openedCheckout(world, booking);
    await world.db.write((tx) => endCheckout(tx, world.deed(), checkout, "expired", "test"));
    world.clock.at = plus(world.clock.at, 30 * DAY);
    expect(await confirm(world, sessionFacts(checkout, { customerEmail: PAYER }))).toMatchObject({
      outcome: "refunded_nothing_left",
    });
    await send("mail.late-payment", "sms.late-payment");
    expect(texts()).toEqual([
      expect.stringContaining("Nothing is booked, and all of it, $409.32, goes back to your card."),
    ]);
    expect(mails.map(({ to }) => to)).toEqual([PAYER]);
  });

  it("tells who paid for days that could not be had any more that they were not added, and how the booking stands", async () => {
    const contactInfo = { ...draftData().contactInfo, email: PAYER };
    const booking = await paidBooking(world, { ...byText, contactInfo });
    const [unit] = listUnits(world.db.orm, booking.id);
    const change = await pricedDays(world, unit?.id ?? expect.fail("no dumpster"), 2);
    const checkout = await openedChange(world, change);
    await world.db.write((tx) => withdrawChange(tx, world.deed(STAFF), change.id, "moved"));
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_refused" });
    world.db.orm.update(refunds).set({ state: "succeeded" }).run();
    await send("mail.late-payment", "sms.late-payment");
    const [mail] = mails;
    expect(mail?.subject).toContain("we could not make your change");
    expect(mail?.text.replaceAll("\n", " ")).toMatch(
      /not possible any more \(Extra days: 2 more days, pickup .*\)\. All that you paid .* The rest of your booking stands: Confirmed for /,
    );
    expect(texts()).toEqual([expect.stringContaining("The $54.00 go back to your card.")]);
  });

  it("of a booking that a visitor made and nobody paid for is not sent; of one that the office prepared it is", async () => {
    const stranger = await signedBooking(world, { smsConsent: true });
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), stranger.id, null, 0));
    await send("sms.cancelled");
    expect(outcomes()).toEqual(["sms.cancelled not sent: nobody paid for it"]);
    const { booking } = await world.db.write((tx) =>
      prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(byText), plus(world.clock.at, DAY)),
    );
    await world.db.write((tx) => cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, null, 0, "gone"));
    await send("sms.cancelled");
    expect(sms.sent).toHaveLength(1);
  });

  it("is not sent to who did not agree to texts", async () => {
    await cancel(await paidBooking(world));
    await send("sms.cancelled");
    expect([sms.sent, outcomes()]).toEqual([[], ["sms.cancelled not sent: no consent to text messages"]]);
  });

  it("is kept with its booking's messages", async () => {
    const booking = await paid(null);
    await cancel(booking);
    await send("sms.cancelled");
    expect(world.db.orm.select().from(messages).where(ne(messages.channel, "email")).all()).toMatchObject([
      { template: "sms.cancelled", booking_id: booking.id, recipient: "+14075550133" },
    ]);
    expect(world.db.orm.select().from(bookings).get()?.status).toBe("cancelled");
  });
});
