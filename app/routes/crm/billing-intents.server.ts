import { z } from "zod";
import { chargeNow } from "~/domain/changes/balance.server";
import type { LaterRow } from "~/domain/charges/charges.server";
import {
  addProof,
  holdCharge,
  releaseCharge,
  sendPaymentLink,
  toldByPhone,
  voidCharge,
} from "~/domain/charges/office.server";
import { answerQuestion, lowerCharge } from "~/domain/charges/question.server";
import { readDollars } from "~/domain/kernel/money";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { website } from "~/services/payments/checkout.server";
import { answer, cents, nothing, photos, REFUSED, text, why } from "./billing-answers.server";
import { billingAddress } from "./billing-view.server";
import { WAIVERS } from "./billing-waivers.server";

/** What the office can do with a later charge; each waiver is an admin's (domain.md, section 5). */
export const BILLING_INTENTS: Intents<LaterRow> = {
  answer: intent({
    may: "staff",
    schema: z.object({
      message: text("the answer", 2000, "Write the answer: the customer gets it."),
      outcome: z.enum(["upheld", "lowered"], "Choose whether it stands."),
      amount: z.string().catch(""),
    }),
    run: async ({ services }, deed, charge: LaterRow, { message, outcome, amount }): Promise<Done> => {
      const lowered = outcome === "lowered" ? readDollars(amount) : null;
      if (outcome === "lowered" && lowered === null)
        return { ok: false, message: "Enter an amount like 105 or 49.50.", field: "amount" };
      const done = await services.db.write((tx) =>
        answerQuestion(
          tx,
          deed,
          services.settings(),
          charge.id,
          message,
          lowered === null ? { outcome: "upheld" } : { outcome: "lowered", amount: lowered },
        ),
      );
      if (!done.ok) return answer(done, charge, done.code === "not_lower" ? "amount" : "");
      return { ok: true, to: billingAddress(done.charge.id, "answered") };
    },
  }),
  ...WAIVERS,
  lower: intent({
    may: "staff",
    schema: z.object({ amount: cents, why }),
    run: async ({ services }, deed, charge: LaterRow, { amount, why: reason }): Promise<Done> => {
      const done = await services.db.write((tx) =>
        lowerCharge(tx, deed, services.settings(), charge.id, amount, reason),
      );
      return done.ok ? { ok: true, to: billingAddress(done.charge.id, "lowered") } : answer(done, charge, "amount");
    },
  }),
  hold: intent({
    may: "staff",
    schema: z.object({ why }),
    run: async ({ services }, deed, charge: LaterRow, { why: reason }) =>
      answer(await services.db.write((tx) => holdCharge(tx, deed, charge.id, reason)), charge),
  }),
  release: intent({
    may: "staff",
    schema: nothing,
    run: async ({ services }, deed, charge: LaterRow) =>
      answer(await services.db.write((tx) => releaseCharge(tx, deed, services.settings(), charge.id)), charge),
  }),
  void: intent({
    may: "staff",
    schema: z.object({ why }),
    run: async ({ services }, deed, charge: LaterRow, { why: reason }) =>
      answer(await services.db.write((tx) => voidCharge(tx, deed, services.settings(), charge.id, reason)), charge),
  }),
  told: intent({
    may: "staff",
    schema: nothing,
    run: async ({ services }, deed, charge: LaterRow) =>
      answer(await services.db.write((tx) => toldByPhone(tx, deed, services.settings(), charge.id)), charge),
  }),
  proof: intent({
    may: "staff",
    schema: z.object({
      photo: photos,
      note: z
        .string()
        .trim()
        .catch("")
        .pipe(z.string().max(500, tooLong("the note", 500))),
    }),
    run: async ({ services }, deed, charge: LaterRow, { photo, note }) =>
      answer(
        await services.db.write((tx) => addProof(tx, deed, services.settings(), charge.id, { photos: photo, note })),
        charge,
        "note",
      ),
  }),
  run: intent({
    may: "staff",
    schema: nothing,
    run: async ({ services }, deed, charge: LaterRow) =>
      answer(
        await services.db.write((tx) =>
          chargeNow(tx, deed, { settings: services.settings(), website: website(services) }, charge.id),
        ),
        charge,
      ),
  }),
  link: intent({
    may: "staff",
    schema: nothing,
    run: async ({ services }, deed, charge: LaterRow): Promise<Done> =>
      (await services.db.write((tx) => sendPaymentLink(tx, deed, charge.booking_id)))
        ? { ok: true, to: billingAddress(charge.id, "link") }
        : { ok: false, message: REFUSED.not_now, status: 409 },
  }),
};
