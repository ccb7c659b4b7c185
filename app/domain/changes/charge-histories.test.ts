import fc from "fast-check";
import { and, eq, inArray, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tx } from "#db/client.server";
import {
  chargeAttempts,
  checkouts,
  events,
  invoices,
  ledgerAllocations,
  ledgerEntries,
  messages,
  payments,
  refunds,
} from "#db/schema/index";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { gapsOf, listCharges, type LaterRow } from "~/domain/charges/charges.server";
import { applyCardCharge, chargeAgain, letFallDue, refuseAttempt } from "~/domain/charges/due.server";
import { noteTold } from "~/domain/charges/look.server";
import {
  addByHand,
  approveCharge,
  holdCharge,
  releaseCharge,
  toldByPhone,
  voidCharge,
  waiveCharge,
  writeOffCharge,
} from "~/domain/charges/office.server";
import { answerQuestion, lowerCharge, questionCharge } from "~/domain/charges/question.server";
import { BY_HAND, LATER } from "~/domain/charges/kinds";
import { newId } from "~/domain/kernel/ids.server";
import { HOUR, instantAt, later, plus } from "~/domain/kernel/time.server";
import { getEntry } from "~/domain/payments/books.server";
import { chargeOnAccount, chargeRental, readLedger, recordPayment } from "~/domain/payments/ledger.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import { EXAMPLES, step, type Step } from "../../../tests/support/charge-steps";
import { ADMIN } from "../../../tests/support/charge-cases";
import { openWorld, sessionFacts, STAFF, TODAY, WEBSITE, type TestWorld } from "../../../tests/support/domain";
import { FULL } from "../../../tests/support/paths";
import { insertBooking } from "../../../tests/support/rows";
import { openBalanceCheckout } from "./balance.server";
import { confirmPayment } from "./confirm.server";

/** Random lives of later charges, straight through the domain's verbs; what refuses changes nothing. */
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

function begin(tx: Tx, onAccount: boolean): Booking {
  const card = { payment_method_id: "pm_1", stripe_customer_id: "cus_1", card_brand: "visa", card_last4: "4242" };
  const number = `DMP-2027-${newId("booking")}`;
  const deed = world.deed(STAFF);
  const booking = insertBooking(tx, deed, { booking_number: number, ...card, account_days: onAccount ? 30 : null });
  if (onAccount) {
    chargeOnAccount(tx, deed, [], {
      booking_id: booking.id,
      kind: "rental",
      amount: booking.price.total - booking.price.tax,
      tax: booking.price.tax,
      description: "",
    });
  } else {
    const paid = {
      bookingId: booking.id,
      checkoutId: null,
      amount: booking.total_amount,
      intentId: `pi_${booking.id}`,
    };
    chargeRental(tx, deed, booking, recordPayment(tx, deed, paid).id);
  }
  return booking;
}

const EARLY = ["proposed", "evidence_ready", "noticed"];
const FITS: Partial<Record<Step["kind"], readonly string[]>> = {
  tell: ["noticed"],
  bounce: ["noticed"],
  phone: ["noticed"],
  due: ["noticed"],
  question: ["noticed"],
  reply: ["questioned"],
  lower: EARLY,
  hold: EARLY,
  approve: ["proposed"],
  again: ["failed"],
  waive: ["noticed", "questioned", "failed", "requires_action", "billed"],
  writeOff: ["failed", "requires_action", "billed"],
};

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

function live(tx: Tx, { id }: Booking, { kind, a, b }: Step): void {
  const deed = world.deed(STAFF);
  const asAdmin = world.deed(ADMIN);
  const settings = world.settings();
  const all = listCharges(tx, id);
  // Mostly one for which it makes sense, now and then any: what does not fit must be refused.
  const fitting = all.filter(({ state }) => b % 7 === 0 || (FITS[kind] ?? [state]).includes(state));
  const charge = pick(fitting, a);
  const attempts = tx.select().from(chargeAttempts).where(eq(chargeAttempts.booking_id, id)).all();
  const started = attempts.filter(({ state }) => state === "started");
  const attempt = pick(kind === "answer" && b % 7 !== 0 ? started : attempts, b);
  const say = (status: "succeeded" | "declined" | "authenticate" | "processing") =>
    attempt &&
    applyCardCharge(tx, deed, {
      intentId: `pi_${attempt.id}`,
      status,
      amount: attempt.amount,
      currency: "usd",
      attemptId: attempt.id,
      declineCode: status === "declined" ? "generic_decline" : null,
      message: null,
    });
  switch (kind) {
    case "add": {
      const which = pick(BY_HAND, a) ?? "permit";
      // Half of them with their proof, half without.
      const note =
        b % 2 === 0 && LATER[which].needs.every((need) => need === "note" || need === "record") ? "seen" : "";
      addByHand(tx, deed, settings, id, {
        unitId: null,
        kind: which,
        amount: 50 + b * 7,
        words: "x",
        photos: [],
        note,
      });
      break;
    }
    case "tell":
    case "bounce":
      if (charge?.state === "noticed" && charge.due_at === null)
        keepNotice(tx, charge, kind === "tell" ? "sent" : "bounced");
      break;
    case "wait":
      world.clock.at = plus(world.clock.at, (1 + a) * HOUR);
      break;
    case "due":
      if (charge?.due_at && b % 3 > 0) world.clock.at = later(world.clock.at, charge.due_at);
      if (charge) letFallDue(tx, deed, { settings, website: WEBSITE }, charge.id);
      break;
    case "answer":
      say(pick(["succeeded", "declined", "authenticate", "processing"] as const, b) ?? "succeeded");
      if (attempt && b % 17 === 0) refuseAttempt(tx, deed, attempt.id, { code: "not_found", message: "no such card" });
      break;
    case "lateSuccess":
      say("succeeded");
      break;
    case "again":
      if (charge) chargeAgain(tx, deed, charge.id);
      break;
    case "open": {
      const unpaid = all.filter(({ state }) => state === "failed" || state === "requires_action");
      const sum = unpaid.reduce((total, { amount, tax }) => total + amount + tax, 0);
      const isOpen = tx
        .select()
        .from(checkouts)
        .where(and(eq(checkouts.booking_id, id), inArray(checkouts.state, ["creating", "open"])))
        .get();
      if (sum > 0 && !isOpen)
        openBalanceCheckout(tx, deed, settings, id, { shown: sum, isOwner: true }, { success: () => "", cancel: "" });
      break;
    }
    case "pay":
    case "payAgain": {
      const tried = pick(tx.select().from(checkouts).where(eq(checkouts.booking_id, id)).all(), b);
      if (tried) confirmPayment(tx, deed, settings, sessionFacts(tried), WEBSITE);
      break;
    }
    case "question":
      if (charge) questionCharge(tx, deed, charge.id, "Why?");
      break;
    case "reply":
      if (charge)
        answerQuestion(
          tx,
          asAdmin,
          settings,
          charge.id,
          "Because",
          pick(
            [{ outcome: "upheld" }, { outcome: "lowered", amount: charge.amount - 1 }, { outcome: "waived" }] as const,
            b,
          ) ?? {
            outcome: "upheld",
          },
        );
      break;
    case "lower":
      if (charge) lowerCharge(tx, deed, settings, charge.id, Math.floor(charge.amount / 2), "less");
      break;
    case "waive":
      if (charge) waiveCharge(tx, asAdmin, settings, charge.id, "mercy");
      break;
    case "writeOff":
      if (charge) writeOffCharge(tx, asAdmin, charge.id, "gone");
      break;
    case "void":
      if (charge) voidCharge(tx, deed, settings, charge.id, "a slip");
      break;
    case "hold":
      if (charge) holdCharge(tx, deed, charge.id, "wait");
      break;
    case "release":
      if (charge) releaseCharge(tx, deed, settings, charge.id);
      break;
    case "approve":
      if (charge) approveCharge(tx, asAdmin, settings, charge.id);
      break;
    case "phone":
      if (charge) toldByPhone(tx, deed, settings, charge.id);
      break;
    case "refund": {
      const refund = tx.select().from(refunds).where(eq(refunds.booking_id, id)).get();
      if (refund && b % 2 === 0)
        applyRefundFacts(tx, deed, refund, {
          refundId: `re_${refund.id}`,
          status: b % 4 === 0 ? "succeeded" : "failed",
          amount: refund.amount,
          paymentIntentId: null,
          failureReason: null,
        });
    }
  }
}

function keepNotice(tx: Tx, { id, notices, booking_id }: LaterRow, state: "sent" | "bounced"): void {
  const now = world.clock.at;
  tx.insert(messages)
    .values({
      id: newId("message"),
      cause: `mail.charge-notice:${id}:${notices}`,
      channel: "email",
      direction: "out",
      template: "mail.charge-notice",
      sender: "",
      recipient: "",
      subject: "",
      body: "",
      state,
      booking_id,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
    .run();
  noteTold(tx, world.deed(), world.settings(), id, notices);
}

const sum = (rows: readonly { amount: number; tax?: number }[]) =>
  rows.reduce((total, { amount, tax = 0 }) => total + amount + tax, 0);

/** Everything that must hold whatever happened, worked out from other tables than the verbs use. */
function check(tx: Tx, booking: Booking): void {
  const { id } = booking;
  const ofBooking = (state: readonly string[]) => listCharges(tx, id).filter((charge) => state.includes(charge.state));
  const paid = sum(tx.select().from(payments).where(eq(payments.booking_id, id)).all());
  const back = tx.select().from(refunds).where(eq(refunds.booking_id, id)).all();
  const refunded = sum(back.filter(({ state }) => state !== "failed" && state !== "canceled"));
  const papers = tx.select().from(invoices).where(eq(invoices.booking_id, id)).all();
  const total = (rows: readonly { total: number }[]) => rows.reduce((all, row) => all + row.total, 0);
  const invoiced = booking.total_amount + total(papers.filter(({ invoice_type: type }) => type.startsWith("charge:")));
  const credited = total(papers.filter(({ invoice_type: type }) => type.startsWith("credit:")));
  const writtenOff = sum(ofBooking(["written_off"]));
  const open =
    sum(ofBooking(["processing", "failed", "requires_action", "billed"])) +
    (booking.account_days === null ? 0 : booking.total_amount);
  const notBack = sum(back.filter(({ state }) => state === "failed" || state === "canceled"));
  // What is owed less what we owe, with the sign of the customer's balance.
  const balance = notBack - open - writtenOff;
  expect(paid - refunded).toBe(invoiced - credited + balance);
  expect(readLedger(tx, id).owed).toBe(open - notBack);

  for (const charge of listCharges(tx, id)) {
    const entries = tx.select().from(ledgerEntries).where(eq(ledgerEntries.charge_id, charge.id)).all();
    const booked = entries.filter(({ kind }) => kind === "charge");
    expect(booked.length).toBeLessThanOrEqual(1);
    if (booked.length === 0) continue;
    // No charge without its proof, its notice, and its hours.
    const entry = getEntry(tx, `charge:${charge.id}`);
    expect(gapsOf(charge)).toEqual([]);
    expect(charge.notices).toBeGreaterThan(0);
    expect(charge.noticed_at).not.toBeNull();
    expect(entry.at - (charge.noticed_at ?? entry.at)).toBeGreaterThanOrEqual(24 * HOUR);
    // Nothing twice: what came for it, by card and by page, is what it was, or went back.
    const given = tx.select().from(ledgerAllocations).where(eq(ledgerAllocations.to_entry, entry.id)).all();
    expect(sum(given)).toBeLessThanOrEqual(charge.amount + charge.tax);
    if (charge.state === "succeeded") expect(sum(given)).toBe(charge.amount + charge.tax);
  }
}

/** What the database numbered: each year without a gap, over all bookings together. */
function checkNumbers(): void {
  const numbers = world.db.orm
    .select({ number: invoices.invoice_number })
    .from(invoices)
    .where(like(invoices.invoice_number, "INV-%"))
    .all()
    .map(({ number }) => Number(number.split("-")[2]))
    .sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
}

const RUNS = FULL ? { numRuns: 10_000 } : { numRuns: 30, seed: 20_261_124 };

it(
  `paid − refunded = invoiced − credited + balance, nothing is charged twice, and nothing without proof and notice, over ${RUNS.numRuns} histories`,
  { timeout: FULL ? 1_800_000 : 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), fc.boolean(), async (steps, onAccount) => {
        // Each within its own year.
        world.clock.at = instantAt(TODAY, 9);
        await world.db.write((tx) => {
          const made = begin(tx, onAccount);
          // Everything begins with something that can be charged.
          live(tx, made, { kind: "add", a: BY_HAND.indexOf("permit"), b: 8 });
          for (const one of steps) live(tx, getBooking(tx, made.id), one);
          check(tx, getBooking(tx, made.id));
        });
      }),
      { ...RUNS, examples: EXAMPLES },
    );
    checkNumbers();
    // On the way, not at the end alone: few histories end while a card is refused.
    const ofCharges = eq(events.subject_kind, "charge");
    const reached = world.db.orm.selectDistinct({ to: events.to_state }).from(events).where(ofCharges).all();
    expect(reached.map(({ to }) => to)).toEqual(
      expect.arrayContaining([
        "succeeded",
        "failed",
        "billed",
        "waived",
        "written_off",
        "voided",
        "questioned",
        "noticed",
      ]),
    );
  },
);
