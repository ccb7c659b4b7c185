import { z } from "zod";
import { LIMITS } from "~/domain/booking/draft/fields";
import { oneLine } from "~/domain/booking/draft/fields-text";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Customer } from "~/domain/customers/family.server";
import { readDollars, formatCents } from "~/domain/kernel/money";
import { askToAnswer, writeOffDispute } from "~/domain/payments/disputes.server";
import type { Dispute } from "~/domain/payments/disputes-read.server";
import { giveBack, recordPaidOut, refundAgain, type GiveBackRefusal } from "~/domain/payments/give-back.server";
import { recordReceipt } from "~/domain/payments/receipts.server";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { crmPaths } from "~/crm-paths";
import { acceptDispute } from "~/services/payments/dispute-evidence.server";
import { reconcileMoney } from "~/services/payments/reconcile-money.server";

const text = z.string().catch("");
const reason = (most = 500) =>
  z.preprocess(
    oneLine,
    z
      .string({ error: "Say why, so that the others know." })
      .min(1, "Say why, so that the others know.")
      .max(most, `Shorten it to ${most} characters or fewer.`),
  );
/** Cents of what was typed; refused for nothing, and for 0. */
export const amount = (message: string) =>
  text.transform((typed, ctx) => {
    const cents = readDollars(typed);
    if (cents !== null && cents > 0) return cents;
    ctx.addIssue({ code: "custom", message });
    return z.NEVER;
  });
const cents = text.transform((typed) => (/^\d{1,10}$/.test(typed) ? Number(typed) : -1));
const optionalLine = (most: number) =>
  z
    .preprocess(oneLine, z.string().max(most, `Shorten it to ${most} characters or fewer.`).catch(""))
    .transform((typed) => typed || null);

const DISPUTE_REFUSED = {
  not_open: "The bank takes no answer any more.",
  already_asked: "The answer is already on its way to the bank.",
  not_lost: "This dispute is not lost, or is written off already.",
} as const;

/** What the office does about a dispute. */
export const DISPUTE_INTENTS: Intents<Dispute> = {
  answer: intent({
    may: "staff",
    schema: z.object({
      note: text
        .transform((note) => note.replaceAll("\r\n", "\n").trim())
        .pipe(
          z
            .string()
            .min(1, "Say in your words what happened: the bank reads it first.")
            .max(LIMITS.note, "Shorten it to 10,000 characters or fewer."),
        ),
    }),
    run: async ({ services: { db } }, deed, { id }: Dispute, { note }): Promise<Done> => {
      const done = await db.write((tx) => askToAnswer(tx, deed, id, note));
      return done.ok ? { ok: true } : { ok: false, message: DISPUTE_REFUSED[done.code], status: 409 };
    },
  }),
  accept: intent({
    may: "admin",
    schema: z.object({ "why-accept": reason() }),
    run: async ({ services }, deed, dispute: Dispute): Promise<Done> => {
      const done = await acceptDispute(services, deed, dispute);
      if (done.ok) return { ok: true };
      return done.code === "unreachable"
        ? { ok: false, message: "Stripe cannot be reached. Try again in a minute.", status: 503 }
        : { ok: false, message: `Stripe did not take it: ${done.message}`, status: 409 };
    },
  }),
  "write-off": intent({
    may: "admin",
    schema: z.object({ "why-write-off": reason() }),
    run: async ({ services: { db } }, deed, { id }: Dispute, value): Promise<Done> => {
      const done = await db.write((tx) => writeOffDispute(tx, deed, id, value["why-write-off"]));
      return done.ok ? { ok: true } : { ok: false, message: DISPUTE_REFUSED[done.code], status: 409 };
    },
  }),
};

const AGAIN_REFUSED = {
  not_failed: "Somebody else has just seen to this refund.",
  no_money: "That payment has not enough left to give it back from.",
  frozen: "That payment is disputed: nothing of it can go back before the bank has decided.",
} as const;

/** Refunds that a person has to see to. */
export const REFUND_INTENTS: Intents<null> = {
  again: intent({
    may: "admin",
    schema: z.object({ refund: text, way: text }),
    run: async ({ services: { db } }, deed, _on: null, { refund, way }): Promise<Done> => {
      const to =
        way === "same" || way === "check"
          ? ({ to: way } as const)
          : way.startsWith("pay_")
            ? ({ to: "payment", paymentId: way } as const)
            : null;
      if (!to) return { ok: false, field: "way", message: "Choose which way it goes." };
      const done = await db.write((tx) => refundAgain(tx, deed, refund, to));
      return done.ok
        ? { ok: true, to: crmPaths.refunds(done.refund.id) }
        : { ok: false, message: AGAIN_REFUSED[done.code], status: 409 };
    },
  }),
  "paid-out": intent({
    may: "admin",
    schema: z.object({ refund: text, reference: optionalLine(40), batch: optionalLine(40) }),
    run: async ({ services: { db } }, deed, _on: null, { refund, reference, batch }): Promise<Done> => {
      const done = await db.write((tx) => recordPaidOut(tx, deed, refund, { reference, deposit_batch: batch }));
      return done.ok
        ? { ok: true, to: crmPaths.refundPaid }
        : { ok: false, message: "Somebody else has just seen to this refund.", status: 409 };
    },
  }),
};

/** What a form of a check or cash says; also read from the address, to show what it would pay. */
export const RECEIPT_FORM = z
  .object({
    method: z.enum(["check", "cash"], { error: "Choose how it was paid." }),
    amount: amount("Enter the amount, like 409.32."),
    reference: optionalLine(40),
    batch: optionalLine(40),
    booking: text.transform((id) => id || null),
  })
  .refine(({ method, reference }) => method === "cash" || reference !== null, {
    path: ["reference"],
    message: "Enter the check’s number.",
  });

/** A check or cash of a customer. */
export const RECEIPT_INTENTS: Intents<Pick<Customer, "id">> = {
  record: intent({
    may: "admin",
    schema: RECEIPT_FORM.and(z.object({ seen: cents })),
    run: async ({ services: { db } }, deed, { id }: Pick<Customer, "id">, value): Promise<Done> => {
      const { method, amount: sum, reference, batch, booking, seen } = value;
      const receipt = { method, amount: sum, reference: method === "cash" ? null : reference, deposit_batch: batch };
      const done = await db.write((tx) => recordReceipt(tx, deed, id, receipt, { seen, first: booking }));
      if (done.ok) return { ok: true, to: crmPaths.receive(id, { told: done.receipt }) };
      const message =
        done.code === "changed"
          ? "What is owed has changed since the page was opened. Look at it again, then confirm."
          : "This customer owes nothing now.";
      return { ok: false, message, status: 409 };
    },
  }),
};

/** What a form of money back outside the rules says; also read from the address, to show what it would do. */
export const GIVE_BACK_FORM = z.object({
  charge: z.string().min(1, "Choose the charge."),
  amount: amount("Enter the amount, like 49.50."),
  way: z.enum(["same", "check"], { error: "Choose how it goes back." }),
  reason: reason(200),
});

export function giveBackWords(refused: GiveBackRefusal): { field: string; message: string; status: number } {
  switch (refused.code) {
    case "unknown":
      return { field: "charge", message: "Choose the charge.", status: 400 };
    case "too_much":
      return { field: "amount", message: `At most ${formatCents(refused.left)} is left of this charge.`, status: 400 };
    case "frozen":
      return {
        field: "",
        message: "The payment is disputed: nothing of it can go back before the bank has decided.",
        status: 409,
      };
    case "no_money":
      return { field: "amount", message: "The booking’s payments have not that much left to give back.", status: 409 };
    case "changed":
      return {
        field: "",
        message: "Somebody has changed this charge since the page was opened. Look at it again, then confirm.",
        status: 409,
      };
  }
}

/** Money back outside the rules of cancelling. */
export const GIVE_BACK_INTENTS: Intents<Booking> = {
  "give-back": intent({
    may: "admin",
    schema: GIVE_BACK_FORM.and(z.object({ left: cents })),
    run: async ({ services: { db } }, deed, booking: Booking, value): Promise<Done> => {
      const { charge: chargeId, amount: sum, way, reason: why, left } = value;
      const done = await db.write((tx) =>
        giveBack(tx, deed, booking.id, { chargeId, amount: sum, way, reason: why, left }),
      );
      return done.ok
        ? { ok: true, to: crmPaths.booking(booking.booking_number, "money") }
        : { ok: false, ...giveBackWords(done) };
    },
  }),
};

/** The day's takings: asks the card company now instead of in some minutes. */
export const TAKINGS_INTENTS: Intents<{ day: string }> = {
  ask: intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services }, deed): Promise<Done> => {
      const done = await reconcileMoney(services, deed, { force: true });
      return done === "unreachable"
        ? { ok: false, message: "Stripe cannot be reached. Try again in a minute.", status: 503 }
        : { ok: true };
    },
  }),
};
