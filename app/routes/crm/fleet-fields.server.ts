import { z } from "zod";
import { oneLine, readDate } from "~/domain/kernel/typed";
import { readPhone } from "~/domain/kernel/phone";
import { tooLong } from "~/domain/kernel/too-long";
import type { Done } from "~/http/answers/intents.server";

/** What the forms of drivers, trucks and facilities have in common. */
export const text = z.string().trim().catch("");
export const seen = text.transform((said) => said || null);
export const line = (name: string, most: number, missing: string) =>
  z.preprocess(oneLine, z.string().min(1, missing).max(most, tooLong(name, most)));
export const note = (name: string, most: number) => text.pipe(z.string().max(most, tooLong(name, most)));
export const on = (missing: string) =>
  text.transform((value, ctx) => {
    const found = readDate(value);
    if (!found) ctx.addIssue({ code: "custom", message: missing });
    return found ?? z.NEVER;
  });
export const maybeDay = text.transform((value, ctx) => {
  const found = value === "" ? null : readDate(value);
  if (!found && value !== "") ctx.addIssue({ code: "custom", message: "Enter a day, or nothing." });
  return found ?? null;
});
export const phone = text.transform((typed, ctx) => {
  const found = typed === "" ? null : readPhone(typed);
  if (typed !== "" && !found) ctx.addIssue({ code: "custom", message: "Enter a phone number with its area code." });
  return found?.e164 ?? null;
});
export const inUse = text.transform((sent) => sent === "on");
export const CHANGED: Done = {
  ok: false,
  message: "Somebody else has just changed this. Look at it again, then decide.",
  status: 409,
};
