import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import { readDollars } from "~/domain/kernel/money";
import { tooLong } from "~/domain/kernel/too-long";

/** Fields of the office's forms about money. */

export const text = z.string().catch("");
/** Cents of what was typed; refused for nothing, and for 0. */
export const amount = (message: string) =>
  text.transform((typed, ctx) => {
    const sum = readDollars(typed);
    if (sum !== null && sum > 0) return sum;
    ctx.addIssue({ code: "custom", message });
    return z.NEVER;
  });
/** As the page wrote it; −1 for anything else, which is never what it was. */
export const cents = text.transform((typed) => (/^\d{1,10}$/.test(typed) ? Number(typed) : -1));
export const optionalLine = (name: string, most: number) =>
  z
    .preprocess((typed) => oneLine(typeof typed === "string" ? typed : ""), z.string().max(most, tooLong(name, most)))
    .transform((typed) => typed || null);
