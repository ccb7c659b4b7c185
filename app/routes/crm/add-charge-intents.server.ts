import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { BY_HAND } from "~/domain/charges/kinds";
import { addByHand } from "~/domain/charges/office.server";
import { LEAST_CENTS } from "~/domain/charges/question.server";
import type { Id } from "~/domain/kernel/ids.server";
import { readDollars } from "~/domain/kernel/money";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { billingAddress } from "./billing-view.server";

/** The most that one charge may be: more is no charge but a claim. */
const MOST_CENTS = 1_000_000;

const schema = z.object({
  unit: z
    .string()
    .catch("")
    .transform((id) => (id || null) as Id<"unit"> | null),
  chargeKind: z.enum(BY_HAND as [(typeof BY_HAND)[number], ...typeof BY_HAND], "Choose what it is for."),
  amount: z.string("Enter an amount.").transform((typed, ctx) => {
    const cents = readDollars(typed);
    if (cents !== null && cents >= LEAST_CENTS && cents <= MOST_CENTS) return cents;
    ctx.addIssue({ code: "custom", message: "Enter an amount from $0.50 to $10,000, before tax." });
    return z.NEVER;
  }),
  words: z.preprocess(
    oneLine,
    z.string().min(1, "Say what it is for: the customer reads it.").max(120, tooLong("what it is for", 120)),
  ),
  photo: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((sent) => (sent === undefined ? [] : [sent].flat()).slice(0, 20)),
  note: z
    .string()
    .trim()
    .catch("")
    .pipe(z.string().max(500, tooLong("the note", 500))),
});

/** A charge that no driver's fact makes, with what proves it. */
export const ADD_CHARGE_INTENTS: Intents<Booking> = {
  add: intent({
    may: "staff",
    schema,
    run: async ({ services }, deed, { id }: Booking, typed): Promise<Done> => {
      const { unit: unitId, chargeKind: kind, photo: photos, ...rest } = typed;
      const done = await services.db.write((tx) =>
        addByHand(tx, deed, services.settings(), id, { ...rest, unitId, kind, photos }),
      );
      if (done.ok) return { ok: true, to: billingAddress(done.charge.id, "added") };
      return done.code === "unknown_unit"
        ? { ok: false, message: "Choose one of this booking’s dumpsters.", field: "unit" }
        : { ok: false, message: "Nobody has paid this order yet." };
    },
  }),
};
