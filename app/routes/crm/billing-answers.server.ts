import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import type { LaterRow } from "~/domain/charges/charges.server";
import { readDollars } from "~/domain/kernel/money";
import { tooLong } from "~/domain/kernel/too-long";
import type { Done } from "~/http/answers/intents.server";
import { billingAddress } from "./billing-view.server";

/** Why the office may not do it now. */
export const REFUSED = {
  not_now: "It stands elsewhere by now. Look at it once more.",
  admin_only: "Only an admin may do that.",
  not_lower: "Enter an amount below the present one, and 50 cents at least.",
  not_questioned: "It was answered already. Look at it once more.",
  too_early: "The customer still has time to question it.",
  no_proof: "Its proof is not complete any more: look at it.",
  not_told: "The notice came back, so nobody was told. Call the customer.",
  card_disputed: "A bank has a payment of this card: its customer pays on the payment page, or gives us another card.",
  nothing: "Choose a photo, or write down what proves it.",
} as const;

/** Back to the charge, or why not. */
export const answer = (
  done: { ok: true } | { ok: false; code: keyof typeof REFUSED },
  charge: LaterRow,
  field = "",
): Done =>
  done.ok
    ? { ok: true, to: billingAddress(charge.id, "done") }
    : { ok: false, message: REFUSED[done.code], field, status: done.code === "not_now" ? 409 : 400 };

/** What somebody writes (`name` in words), with its line breaks. */
export const text = (name: string, most: number, message: string) =>
  z
    .string(message)
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, message).max(most, tooLong(name, most)));
export const why = z.preprocess(oneLine, text("the reason", 200, "Say why: the customer reads it too."));
export const cents = z.string("Enter an amount.").transform((typed, ctx) => {
  const found = readDollars(typed);
  if (found === null) ctx.addIssue({ code: "custom", message: "Enter an amount like 105 or 49.50." });
  return found ?? z.NEVER;
});
export const nothing = z.object({});
/** Photographs by their addresses, as the boxes send them. */
export const photos = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((sent) => (sent === undefined ? [] : [sent].flat()).slice(0, 20));
