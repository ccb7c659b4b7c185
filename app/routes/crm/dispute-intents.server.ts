import { z } from "zod";
import { LIMITS } from "~/domain/booking/draft/fields";
import { askToAnswer, writeOffDispute } from "~/domain/payments/disputes.server";
import type { Dispute } from "~/domain/payments/disputes-read.server";
import { recordPaidOut, refundAgain } from "~/domain/payments/give-back.server";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { crmPaths } from "~/crm-paths";
import { acceptDispute } from "~/services/payments/dispute-evidence.server";
import { optionalLine, text } from "./money-fields.server";
import { reason } from "./words-typed.server";

const DISPUTE_REFUSED = {
  not_open: "The bank takes no answer any more.",
  too_late: "The time to answer is over: the bank takes no answer any more.",
  already_asked: "The answer is already on its way to the bank.",
  not_lost: "This dispute is not lost, or nothing of it is owed any more.",
  refund_under_way:
    "A refund of this payment is on its way. Wait until it has arrived or come back: then what the bank took may be settled by it.",
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
            .max(LIMITS.note, tooLong("your answer", LIMITS.note)),
        ),
    }),
    run: async ({ services: { db } }, deed, { id }: Dispute, { note }): Promise<Done> => {
      const done = await db.write((tx) => askToAnswer(tx, deed, id, note));
      return done.ok ? { ok: true } : { ok: false, message: DISPUTE_REFUSED[done.code], status: 409 };
    },
  }),
  accept: intent({
    may: "admin",
    schema: z.object({ "why-accept": reason(500) }),
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
    schema: z.object({ "why-write-off": reason(500) }),
    run: async ({ services: { db } }, deed, { id }: Dispute, value): Promise<Done> => {
      const done = await db.write((tx) => writeOffDispute(tx, deed, id, value["why-write-off"]));
      return done.ok ? { ok: true } : { ok: false, message: DISPUTE_REFUSED[done.code], status: 409 };
    },
  }),
};

const AGAIN_REFUSED = {
  not_failed: "Somebody else has just seen to this refund.",
  no_money: "The booking’s payments have not enough left to give it back from.",
  frozen: "That payment is disputed: nothing of it can go back before the bank has decided.",
} as const;

/** The books have the money once: a check that was cashed all the same is between us and its customer. */
const twice = (whose: string) =>
  `Do not mail this check, or have it stopped; what is still owed stands in the list as a refund of its own. If the check was cashed, ask its customer for what came twice and add a note to their page: the books have it once, as ${whose}.`;

const PAID_OUT_REFUSED = {
  not_waiting: "Somebody else has just seen to this refund.",
  gone_by_card: `The card has this money already, by a refund made in Stripe’s dashboard. ${twice("the card’s")}`,
  lost_dispute: `The bank has given this money back already, by a dispute that we lost. ${twice("the bank’s")}`,
  frozen:
    "That payment is disputed: do not mail this check before the bank has decided. If it was mailed already, have it stopped, or say so in the answer to the dispute, and write it down here once we have won.",
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
        ? { ok: true, to: crmPaths.refunds(done.refund?.id) }
        : { ok: false, message: AGAIN_REFUSED[done.code], status: 409 };
    },
  }),
  "paid-out": intent({
    may: "admin",
    schema: z.object({
      refund: text,
      reference: optionalLine("the check’s number", 40),
      batch: optionalLine("the batch", 40),
    }),
    run: async ({ services: { db } }, deed, _on: null, { refund, reference, batch }): Promise<Done> => {
      const done = await db.write((tx) => recordPaidOut(tx, deed, refund, { reference, deposit_batch: batch }));
      return done.ok
        ? { ok: true, to: crmPaths.refundPaid }
        : { ok: false, message: PAID_OUT_REFUSED[done.code], status: 409 };
    },
  }),
};
