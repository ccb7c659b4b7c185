import { eq } from "drizzle-orm";
import { customers, payments } from "#db/schema/index";
import { takeReceipt } from "~/domain/charges/by-hand.server";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { grantableOrder } from "~/domain/booking/draft/grants";
import { rightsFor } from "~/domain/booking/draft/grants.server";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { draftAgreement } from "~/domain/documents/agreement.server";
import { orderToSign } from "~/domain/documents/sign.server";
import type { StaffActor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import type { Cents } from "~/domain/kernel/money";
import { HOUR, plus } from "~/domain/kernel/time.server";
import { allowOnAccount, signOrder } from "~/domain/payments/account.server";
import type { Payment } from "~/domain/payments/books.server";
import { applyDisputeFacts } from "~/domain/payments/disputes.server";
import type { Dispute } from "~/domain/payments/disputes-read.server";
import { readLedger } from "~/domain/payments/ledger.server";
import type { DisputeFacts } from "~/domain/payments/money-port";
import type { RefundFacts } from "~/domain/payments/ports";
import { listOwing } from "~/domain/payments/receipts.server";
import { takeRefund } from "~/domain/payments/refund-elsewhere.server";
import { CUSTOMER, draftData, paidBooking, STAFF, WEBSITE, type TestWorld } from "./domain";

/** Money after the payment, for tests: disputes as the card company tells them, orders on a company's account. */

export const admin = (world: TestWorld) => world.deed<StaffActor>({ ...STAFF, kind: "admin", label: "Alex Admin" });

export function paymentOf(world: TestWorld, bookingId: Id<"booking">): Payment {
  const found = world.db.orm.select().from(payments).where(eq(payments.booking_id, bookingId)).get();
  if (!found) throw new Error("nobody paid");
  return found;
}

/** As Stripe tells a dispute whose money it has taken. */
export function disputeFacts(payment: Payment, changes: Partial<DisputeFacts> = {}): DisputeFacts {
  return {
    disputeId: `du_${payment.id.slice(4).replaceAll(/[-_]/g, "x")}`,
    state: "needs_response",
    amount: payment.amount,
    reason: "fraudulent",
    paymentIntentId: payment.stripe_payment_intent_id,
    dueBy: Math.floor(payment.paid_at / 1000) + 9 * 86_400,
    withdrawn: payment.amount,
    reinstated: 0,
    created: Math.floor(payment.paid_at / 1000),
    ...changes,
  };
}

export function tell(world: TestWorld, facts: DisputeFacts): Promise<Dispute | null> {
  return world.db.write((tx) => applyDisputeFacts(tx, world.deed({ kind: "stripe", label: "Stripe" }), facts));
}

/** As Stripe tells a refund of a booking's first payment that somebody made in its dashboard. */
export const refundFacts = (
  world: TestWorld,
  booking: Pick<Booking, "id">,
  changes: Partial<RefundFacts> = {},
): RefundFacts => ({
  refundId: "re_dashboard",
  status: "succeeded",
  amount: 100_00,
  paymentIntentId: paymentOf(world, booking.id).stripe_payment_intent_id,
  failureReason: null,
  key: null,
  ...changes,
});

/** What may become of a booking's money in a test's world, as the office writes it down and as Stripe tells it. Cents. */
export const moneyIn = (world: () => TestWorld) => ({
  owed: ({ id }: Pick<Booking, "id">): Cents => readLedger(world().db.orm, id).owed,
  /** A check of its customer. `seen`: what the form says that they owe; else what they do. */
  check: (booking: Booking, amount: Cents, seen?: Cents) =>
    world().db.write((tx) => {
      const all = listOwing(tx, booking.customer_id).reduce((sum, { owed }) => sum + owed, 0);
      const receipt = { method: "check", amount, reference: "1042", deposit_batch: null } as const;
      return takeReceipt(tx, admin(world()), booking.customer_id, receipt, { seen: seen ?? all });
    }),
  /** What the bank says of its card's payment. */
  dispute({ id }: Pick<Booking, "id">, changes: Partial<DisputeFacts> = {}) {
    const card = readLedger(world().db.orm, id).payments.find(({ method }) => method === "card");
    if (!card) throw new Error("no card paid");
    return tell(world(), disputeFacts(card, changes));
  },
  /** An hour later somebody refunds of it in Stripe's dashboard. */
  dashboard(booking: Pick<Booking, "id">, changes: Partial<RefundFacts> = {}) {
    const { clock, db } = world();
    clock.at = plus(clock.at, HOUR);
    return db.write((tx) => takeRefund(tx, world().deed(), refundFacts(world(), booking, changes)));
  },
});

/** A paid booking whose payment is disputed. */
export async function disputed(world: TestWorld, changes: Partial<DisputeFacts> = {}): Promise<Dispute> {
  const { id } = await paidBooking(world);
  const dispute = await tell(world, disputeFacts(paymentOf(world, id), changes));
  if (!dispute) throw new Error("not disputed");
  return dispute;
}

/** An order that its company signed on account: $409.32 owed, nothing paid. */
export async function onAccount(world: TestWorld, changes: Parameters<typeof draftData>[0] = {}): Promise<Booking> {
  const staff = world.deed<StaffActor>(STAFF);
  const { orm } = world.db;
  const made = await world.db.write((tx) =>
    prepareQuote(
      tx,
      staff,
      world.settings(),
      draftData({ deliveryDate: "2026-12-10", ...changes }),
      plus(world.clock.at, 48 * HOUR),
    ),
  );
  orm.update(customers).set({ terms_days: 30, credit_limit: 100_000_00 }).run();
  const allowed = await world.db.write((tx) =>
    allowOnAccount(tx, staff, world.settings(), getBooking(tx, made.booking.id)),
  );
  if (!allowed.ok) throw new Error(allowed.code);
  const draft = findDraft(orm, made.draft.id);
  if (!draft) throw new Error("no draft");
  const rights = rightsFor(orm, draft.id, grantableOrder(draft.data), world.clock.at);
  const order = orderToSign(orm, world.settings(), draft, getBooking(orm, made.booking.id), rights, world.clock.at);
  const view = draftAgreement(world.settings(), draft.data, order, made.booking.booking_number, WEBSITE)?.view;
  if (!view) throw new Error("nothing to sign");
  const signed = await world.db.write((tx) =>
    signOrder(
      tx,
      world.deed(CUSTOMER),
      world.settings(),
      draft.id,
      { name: "Ada Tester", image: null, ip: "198.51.100.7", userAgent: "vitest" },
      view.contentSha256,
      WEBSITE,
    ),
  );
  if (!signed.ok) throw new Error(signed.code);
  return getBooking(orm, made.booking.id);
}
