import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  accounts,
  accountTokens,
  bookingDrafts,
  bookings,
  cancellations,
  checkouts,
  invoices,
  jobs,
  leads,
  outbox,
  refunds,
  rentalAgreements,
  units,
} from "#db/schema/index";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { BOOKING_STATUSES, type BookingStatus } from "~/domain/states/transitions";
import { signUp } from "~/domain/accounts/sign-up.server";
import { newId } from "~/domain/kernel/ids.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import { keepLead } from "~/domain/leads/leads.server";
import type { Email } from "~/domain/messages/ports";
import { MESSAGES, type MessageKind } from "~/domain/messages/policy";
import { readLedger } from "~/domain/payments/ledger.server";
import type { ClaimedWork } from "~/domain/outbox/outbox.server";
import { readWork } from "~/domain/outbox/work";
import { draftData, openWorld, paidBooking, STAFF, startedDraft, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { handle } from "../work/handlers.server";
import type { NotYet } from "../work/outcome.server";
import type { Services } from "../../services.server";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let services: Services;
let said: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  said = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ subject }: Email) => void said.push(subject.replace(/^Booking DMP-\d+-\d+/, "Booking")) },
    sms: {
      send: async ({ messageId, body }: { messageId: string; body: string }) => {
        said.push(`text: ${body.replace(/DMP-\d+-\d+/, "DMP")}`);
        return { providerId: `SM${messageId}` };
      },
    },
    files: { read: async () => null },
  } as unknown as Services;
});
afterEach(() => world.close());

const work = (kind: MessageKind, payload: Record<string, unknown>, bookingId: string | null = null): ClaimedWork =>
  ({
    id: newId("outbox"),
    kind,
    cause: newId("outbox"),
    booking_id: bookingId,
    payload,
    run_at: 0,
    created_at: 0,
    attempts: 1,
    lease_token: "x",
  }) as unknown as ClaimedWork;

/** What goes out when this is worked on now: a subject or a text, or nothing with the reason in its row. */
async function sent(one: ClaimedWork): Promise<string | null> {
  said = [];
  const effect = await handle(services, world.deed(), readWork(one));
  await world.db.write((tx) => effect?.(tx));
  return said[0] ?? null;
}

const to = (status: BookingStatus) => world.db.orm.update(bookings).set({ status }).run();

/** One booking with everything that a message may be about; its state is then set to each that there is. */
async function everyMessage(): Promise<Record<string, ClaimedWork>> {
  const booking = await paidBooking(world, { smsConsent: true });
  const id = booking.id;
  const checkout = world.db.orm.select().from(checkouts).get();
  const payment = readLedger(world.db.orm, id).payments[0];
  const refund = newId("refund");
  const jobId = world.db.orm.select().from(jobs).get()?.id;
  const [whole, part] = [newId("cancellation"), newId("cancellation")];
  await world.db.write((tx) => {
    tx.insert(refunds)
      .values({
        id: refund,
        booking_id: id,
        payment_id: payment?.id ?? newId("payment"),
        state: "succeeded",
        amount: 100,
        reason: "test",
        created_at: world.clock.at,
        updated_at: world.clock.at,
      })
      .run();
    const row = {
      booking_id: id,
      tier_percent: 0,
      base_amount: 100,
      fee: 0,
      refund_amount: 100,
      reason: "test",
      created_at: world.clock.at,
    };
    tx.insert(cancellations)
      .values([
        { ...row, id: whole, unit_id: null },
        { ...row, id: part, unit_id: world.db.orm.select().from(units).get()?.id },
      ])
      .run();
    tx.update(units).set({ state: "delivery_failed" }).run();
    tx.update(bookings)
      .set({ quote_expires_at: plus(world.clock.at, DAY) })
      .run();
  });
  return {
    confirmed: work("mail.booking-confirmed", { bookingId: id }, id),
    documents: work("mail.booking-documents", { bookingId: id }, id),
    confirmedText: work("sms.booking-confirmed", { bookingId: id }, id),
    cancelled: work("mail.cancelled", { cancellationId: whole }, id),
    cancelledUnit: work("mail.cancelled", { cancellationId: part }, id),
    refund: work("mail.refund", { refundId: refund, state: "succeeded" }, id),
    late: work("mail.late-payment", { checkoutId: checkout?.id, outcome: "refunded_nothing_left" }, id),
    sign: work("mail.sign-request", { bookingId: id }, id),
    signText: work("sms.sign-request", { bookingId: id }, id),
    resume: work("mail.resume", { draftId: booking.draft_id }),
    missed: work("mail.delivery-failed", { jobId }, id),
    missedText: work("sms.delivery-failed", { jobId }, id),
  };
}

const CONFIRMED = "Booking is confirmed: delivery Thursday, December 3";
const PAPERS = "Booking: your documents";
const CONFIRMED_TEXT = "text: Sunline Roll-Off: booking DMP is paid. Confirmed";
const SIGN = "Booking: please sign and pay";
const CANCELLED = "Booking: cancelled";
const ONE_CANCELLED = "Booking: one dumpster is cancelled, 20-yard dumpster (number 1)";
const REFUNDED = "Booking: your refund has been sent to your bank";
const RETURNED = "Booking: we are returning your payment";
const BACK = "Booking: your refund is on its way";
const RESUME = "Your saved dumpster booking";
/** Every mail × every state of a booking. */
const OPEN = {
  confirmed: null,
  documents: null,
  confirmedText: null,
  cancelled: null,
  cancelledUnit: null,
  refund: REFUNDED,
  late: RETURNED,
  sign: null,
  signText: null,
  resume: RESUME,
  missed: null,
  missedText: null,
};
const AHEAD = {
  ...OPEN,
  confirmed: CONFIRMED,
  documents: CONFIRMED,
  confirmedText: CONFIRMED_TEXT,
  cancelledUnit: ONE_CANCELLED,
  late: BACK,
  resume: null,
};
const UNDER_WAY = { ...AHEAD, confirmed: PAPERS, documents: PAPERS, confirmedText: null };
const TABLE: Record<BookingStatus, Record<keyof typeof OPEN, string | null>> = {
  quoted: { ...OPEN, sign: SIGN, signText: "text: Sunline Roll-Off: your booking DMP is ready." },
  pending_payment: OPEN,
  expired: OPEN,
  paid_pending_scheduling: AHEAD,
  confirmed: AHEAD,
  out_for_delivery: UNDER_WAY,
  on_site: UNDER_WAY,
  pickup_requested: UNDER_WAY,
  out_for_pickup: UNDER_WAY,
  awaiting_settlement: UNDER_WAY,
  completed: UNDER_WAY,
  balance_due: UNDER_WAY,
  delivery_failed: { ...UNDER_WAY, missed: "Booking: we could not deliver", missedText: "We could not deliver on" },
  pickup_failed: UNDER_WAY,
  cancelled: { ...UNDER_WAY, cancelled: CANCELLED, cancelledUnit: CANCELLED, late: RETURNED },
};

it.each(BOOKING_STATUSES)("says what is true when it is sent: %s", async (status) => {
  const messages = await everyMessage();
  to(status);
  // Its refund has not ended for the payment that came late.
  for (const [name, one] of Object.entries(messages)) {
    if (name === "late") world.db.orm.update(refunds).set({ state: "pending" }).run();
    world.db.orm
      .update(checkouts)
      .set({ outcome: name === "late" ? "refunded_nothing_left" : "confirmed" })
      .run();
    const expected = TABLE[status][name as keyof typeof OPEN];
    expect([name, await sent(one)]).toEqual([
      name,
      expected === null ? null : (expect.stringContaining(expected) as string),
    ]);
  }
});

it("knows every message about a booking; the others have trucks.test.ts and money.test.ts", async () => {
  const kinds = new Set(Object.values(await everyMessage()).map(({ kind }) => kind));
  const elsewhere =
    /lead|(delivery|errand)-late|account|invit|booking-link|way|called|delivered|access|blocked|picked|moved|before|due|scheduled|pickup|ext|new-card|digest|charge|balance|final|payment-received|sms.(cancel|refund|late)/;
  expect(new Set(Object.keys(MESSAGES).filter((kind) => !elsewhere.test(kind)))).toEqual(kinds);
});

describe("besides the booking's state", () => {
  it('a confirmation asked for after the cancellation is the papers with that state, never "is confirmed"', async () => {
    const booking = await paidBooking(world);
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 4093));
    let text = "";
    services.mail = { send: async (mail: Email) => void (text = `${mail.subject} ${mail.text}`) };
    const again = work("mail.booking-documents", { bookingId: booking.id }, booking.id);
    await handle(services, world.deed(), readWork(again));
    expect(text).toMatch(/Cancelled\. \$368\.39 goes back to .* in 5–10 business days\. We keep the fee of \$40\.93\./);
    expect(text).not.toMatch(/is confirmed|We deliver on/);
  });

  it("a price that has ended is not offered for signing", async () => {
    const { booking } = await world.db.write((tx) =>
      prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), plus(world.clock.at, DAY)),
    );
    const one = work("mail.sign-request", { bookingId: booking.id }, booking.id);
    expect(await sent(one)).toBe(SIGN);
    world.clock.at = plus(world.clock.at, DAY);
    expect(await sent(one)).toBeNull();
  });

  it("a draft that has expired, or has no address any more, is not mailed", async () => {
    const draft = await startedDraft(world);
    const one = work("mail.resume", { draftId: draft.id });
    expect(await sent(one)).toBe(RESUME);
    world.clock.at = plus(world.clock.at, 15 * DAY);
    expect(await sent(one)).toBeNull();
    world.db.orm.delete(bookingDrafts).run();
    expect(await sent(one)).toBeNull();
  });

  it("a refund that the bank sent back is not complete, and one that took another end is not on its way", async () => {
    const messages = await everyMessage();
    world.db.orm.update(refunds).set({ state: "failed" }).run();
    expect(await sent(messages.refund as ClaimedWork)).toBeNull();
    world.db.orm.update(checkouts).set({ outcome: "refunded_duplicate" }).run();
    const late = {
      ...(messages.late as ClaimedWork),
      payload: { ...messages.late?.payload, outcome: "refunded_duplicate" },
    };
    expect(await sent(late)).toBeNull();
    world.db.orm.update(refunds).set({ state: "submitted" }).run();
    expect(await sent(late)).toBe(BACK);
    world.db.orm.update(checkouts).set({ outcome: "confirmed" }).run();
    expect(await sent(late)).toBeNull();
  });

  it("a card that was saved too late is told so, unless the booking was made good meanwhile", async () => {
    const messages = await everyMessage();
    world.db.orm.update(checkouts).set({ outcome: "nothing_left" }).run();
    const late = { ...(messages.late as ClaimedWork), payload: { ...messages.late?.payload, outcome: "nothing_left" } };
    expect(await sent(late)).toBeNull();
    to("expired");
    expect(await sent(late)).toContain("no dumpster is left");
  });

  it("a lead that somebody has taken up is no news for the office", async () => {
    const lead = await world.db.write((tx) =>
      keepLead(tx, world.deed(), {
        kind: "call_back",
        name: "Ada",
        phone: "(407) 555-0133",
        email: "",
        zip: "",
        message: "",
      }),
    );
    const one = work("mail.lead", { leadId: lead.id });
    expect(await sent(one)).toContain("New lead");
    world.db.orm.update(leads).set({ state: "contacted" }).run();
    expect(await sent(one)).toBeNull();
  });

  it("a confirmation link goes out while it works and is needed, the note about an account while there is one", async () => {
    const links = { signIn: "/auth", confirm: (token: string) => `/auth/confirm?token=${token}` };
    const ask = async (requestId: string) => {
      await signUp(
        world.db,
        { ...world.deed(), requestId },
        { emailOrPhone: "new@example.com", password: "long enough 27" },
        links,
      );
      const payload =
        world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.confirm-account")).all().at(-1)?.payload ?? {};
      return work("mail.confirm-account", payload);
    };
    const first = await ask("1");
    const second = await ask("2");
    // The second one ended the first one's link.
    expect([await sent(first), await sent(second)]).toEqual([null, "Please confirm your email address"]);
    world.db.orm
      .update(accounts)
      .set({ email_confirmed_at: world.clock.at })
      .where(eq(accounts.email, "new@example.com"))
      .run();
    const known = await ask("3");
    expect([await sent(second), await sent(known)]).toEqual([null, "You already have an account"]);
    world.db.orm.delete(accountTokens).run();
    world.db.orm.update(accounts).set({ email_confirmed_at: null }).where(eq(accounts.email, "new@example.com")).run();
    expect([await sent(second), await sent(known)]).toEqual([null, null]);
  });

  it("the confirmation waits for invoice and agreement while somebody is at them, three minutes at most", async () => {
    const { id } = await paidBooking(world);
    const fresh = { ...work("mail.booking-confirmed", { bookingId: id }, id), created_at: Date.now() };
    const waits = () =>
      sent(fresh).then(
        () => null,
        (error: NotYet) => ({
          inTime: error.ms > 170_000 && error.ms <= 180_000,
          isReady: error.isReady(world.db.orm),
        }),
      );
    expect(await waits()).toEqual({ inTime: true, isReady: false });
    world.db.orm.update(invoices).set({ pdf_url: "/files/invoice" }).run();
    expect(await sent({ ...fresh, created_at: Date.now() - 3 * 60_000 })).toMatch(/^Booking is confirmed/);
    world.db.sqlite.prepare("update outbox set state = 'dead' where kind like 'document.%'").run();
    expect(await sent(fresh)).toMatch(/^Booking is confirmed/);
    world.db.sqlite.prepare("update outbox set state = 'waiting' where kind like 'document.%'").run();
    world.db.orm.update(rentalAgreements).set({ pdf_url: "/files/agreement" }).run();
    expect(await sent(fresh)).toMatch(/^Booking is confirmed/);
  });

  it("why nothing was sent stands in the work's row", async () => {
    const booking = await paidBooking(world);
    const ofKind = eq(outbox.kind, "mail.booking-confirmed");
    const row = world.db.orm.select().from(outbox).where(ofKind).get() as ClaimedWork;
    world.db.orm.update(bookings).set({ status: "expired" }).where(eq(bookings.id, booking.id)).run();
    expect(await sent(row)).toBeNull();
    expect(world.db.orm.select().from(outbox).where(eq(outbox.id, row.id)).get()?.last_error).toMatch(/^not sent: /);
  });
});
