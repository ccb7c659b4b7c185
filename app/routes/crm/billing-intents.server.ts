import { z } from "zod";
import { oneLine } from "~/domain/booking/draft/fields-text";
import { getCharge, type LaterRow } from "~/domain/charges/charges.server";
import { chargeAgain, letFallDue } from "~/domain/charges/due.server";
import {
  addProof,
  approveCharge,
  holdCharge,
  releaseCharge,
  sendPaymentLink,
  toldByPhone,
  voidCharge,
  waiveCharge,
  writeOffCharge,
} from "~/domain/charges/office.server";
import { answerQuestion, lowerCharge } from "~/domain/charges/question.server";
import { withdrawBalance } from "~/domain/changes/balance.server";
import { readDollars } from "~/domain/kernel/money";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { website } from "~/services/payments/checkout.server";
import { billingAddress } from "./billing-view.server";

const REFUSED = {
  not_now: "It stands elsewhere by now. Look at it once more.",
  admin_only: "Only an admin may do that.",
  not_lower: "Enter an amount below the present one, and 50 cents at least.",
  not_questioned: "It was answered already. Look at it once more.",
  too_early: "The customer still has time to question it.",
  no_proof: "Its proof is not complete any more: look at it.",
  not_told: "The notice came back, so nobody was told. Call the customer.",
  nothing: "Choose a photo, or write down what proves it.",
} as const;

const answer = (done: { ok: true } | { ok: false; code: keyof typeof REFUSED }, charge: LaterRow, field = ""): Done =>
  done.ok
    ? { ok: true, to: billingAddress(charge.id, "done") }
    : { ok: false, message: REFUSED[done.code], field, status: done.code === "not_now" ? 409 : 400 };

const text = (most: number, message: string) =>
  z
    .string(message)
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, message).max(most, `Shorten it to ${most} characters or fewer.`));
const why = z.preprocess(oneLine, text(200, "Say why: the customer reads it too."));
const cents = z.string("Enter an amount.").transform((typed, ctx) => {
  const found = readDollars(typed);
  if (found === null) ctx.addIssue({ code: "custom", message: "Enter an amount like 105 or 49.50." });
  return found ?? z.NEVER;
});
const nothing = z.object({});
const photos = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((sent) => (sent === undefined ? [] : [sent].flat()).slice(0, 20));

/** What the office can do with a later charge; each waiver is an admin's (domain.md, section 5). */
export const BILLING_INTENTS: Intents<LaterRow> = {
  answer: intent({
    may: "staff",
    schema: z.object({
      message: text(2000, "Write the answer: the customer gets it."),
      outcome: z.enum(["upheld", "lowered"], "Choose whether it stands."),
      amount: z.string().catch(""),
    }),
    run: async (
      { services: { db, settings } },
      deed,
      charge: LaterRow,
      { message, outcome, amount },
    ): Promise<Done> => {
      const lowered = outcome === "lowered" ? readDollars(amount) : null;
      if (outcome === "lowered" && lowered === null)
        return { ok: false, message: "Enter an amount like 105 or 49.50.", field: "amount" };
      const done = await db.write((tx) =>
        answerQuestion(
          tx,
          deed,
          settings(),
          charge.id,
          message,
          lowered === null ? { outcome: "upheld" } : { outcome: "lowered", amount: lowered },
        ),
      );
      if (!done.ok) return answer(done, charge, done.code === "not_lower" ? "amount" : "");
      return { ok: true, to: billingAddress(done.charge.id, "answered") };
    },
  }),
  waive: intent({
    may: "admin",
    schema: z.object({ why }),
    run: async ({ services: { db, settings } }, deed, charge: LaterRow, { why: reason }) =>
      answer(
        await db.write((tx) => {
          if (charge.state !== "questioned") return waiveCharge(tx, deed, settings(), charge.id, reason);
          const done = answerQuestion(tx, deed, settings(), charge.id, reason, { outcome: "waived" });
          return done.ok ? { ok: true as const } : done;
        }),
        charge,
      ),
  }),
  write_off: intent({
    may: "admin",
    schema: z.object({ why }),
    run: async ({ services: { db } }, deed, charge: LaterRow, { why: reason }) =>
      answer(await db.write((tx) => writeOffCharge(tx, deed, charge.id, reason)), charge),
  }),
  approve: intent({
    may: "admin",
    schema: nothing,
    run: async ({ services: { db, settings } }, deed, charge: LaterRow) =>
      answer(await db.write((tx) => approveCharge(tx, deed, settings(), charge.id)), charge),
  }),
  lower: intent({
    may: "staff",
    schema: z.object({ amount: cents, why }),
    run: async ({ services: { db, settings } }, deed, charge: LaterRow, { amount, why: reason }): Promise<Done> => {
      const done = await db.write((tx) => lowerCharge(tx, deed, settings(), charge.id, amount, reason));
      return done.ok ? { ok: true, to: billingAddress(done.charge.id, "lowered") } : answer(done, charge, "amount");
    },
  }),
  hold: intent({
    may: "staff",
    schema: z.object({ why }),
    run: async ({ services: { db } }, deed, charge: LaterRow, { why: reason }) =>
      answer(await db.write((tx) => holdCharge(tx, deed, charge.id, reason)), charge),
  }),
  release: intent({
    may: "staff",
    schema: nothing,
    run: async ({ services: { db, settings } }, deed, charge: LaterRow) =>
      answer(await db.write((tx) => releaseCharge(tx, deed, settings(), charge.id)), charge),
  }),
  void: intent({
    may: "staff",
    schema: z.object({ why }),
    run: async ({ services: { db, settings } }, deed, charge: LaterRow, { why: reason }) =>
      answer(await db.write((tx) => voidCharge(tx, deed, settings(), charge.id, reason)), charge),
  }),
  told: intent({
    may: "staff",
    schema: nothing,
    run: async ({ services: { db, settings } }, deed, charge: LaterRow) =>
      answer(await db.write((tx) => toldByPhone(tx, deed, settings(), charge.id)), charge),
  }),
  proof: intent({
    may: "staff",
    schema: z.object({ photo: photos, note: z.string().trim().max(500, "Shorten it to 500 characters.").catch("") }),
    run: async ({ services: { db, settings } }, deed, charge: LaterRow, { photo, note }) =>
      answer(
        await db.write((tx) => addProof(tx, deed, settings(), charge.id, { photos: photo, note })),
        charge,
        "note",
      ),
  }),
  run: intent({
    may: "staff",
    schema: nothing,
    run: async ({ services }, deed, charge: LaterRow) =>
      answer(
        await services.db.write((tx) => {
          const { state } = getCharge(tx, charge.id);
          if (state === "noticed")
            return letFallDue(tx, deed, { settings: services.settings(), website: website(services) }, charge.id);
          // Nobody shall pay on a page for what the card is asked for now.
          withdrawBalance(tx, deed, charge.booking_id, "the card is charged once more");
          return chargeAgain(tx, deed, charge.id).ok
            ? { ok: true as const }
            : { ok: false as const, code: "not_now" as const };
        }),
        charge,
      ),
  }),
  link: intent({
    may: "staff",
    schema: nothing,
    run: async ({ services: { db } }, deed, charge: LaterRow): Promise<Done> =>
      (await db.write((tx) => sendPaymentLink(tx, deed, charge.booking_id)))
        ? { ok: true, to: billingAddress(charge.id, "link") }
        : { ok: false, message: REFUSED.not_now, status: 409 },
  }),
};
