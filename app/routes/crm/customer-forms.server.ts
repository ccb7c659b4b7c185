import { z } from "zod";
import { LIMITS, personName } from "~/domain/booking/draft/fields";
import { oneLine, readDate, wholeNumber } from "~/domain/kernel/typed";
import { readLanguage } from "~/domain/kernel/language";
import { readDollars } from "~/domain/kernel/money";
import { tooLong } from "~/domain/kernel/too-long";

/** An optional line, `name` in words: empty is null. */
export const line = (name: string, most: number) =>
  z.preprocess(
    oneLine,
    z
      .string()
      .max(most, tooLong(name, most))
      .transform((text) => text || null),
  );
const seen = z.string().regex(/^\d+$/).transform(Number).catch(0);

/** Reads an optional field; null when empty, a message when it cannot be read. */
const optional = <T>(read: (typed: string) => T | null, message: string) =>
  z
    .string()
    .catch("")
    .transform((value, ctx): T | null => {
      const typed = oneLine(value);
      if (typed === "") return null;
      const found = read(typed);
      if (found === null) ctx.addIssue({ code: "custom", message });
      return found;
    });
/** Said with whatever else is wrong, not after it: a field that could not be read is neither empty nor filled. */
const atOnce = { when: () => true };
const MOST_TERMS = 120;
const MOST_CREDIT = 100_000_000;

export const editSchema = z
  .object({
    version: seen,
    kind: z.enum(["person", "company"]).catch("person"),
    companyName: line("the company’s name", LIMITS.name * 2),
    firstName: personName("the first name", 1, LIMITS.name, "Enter the first name."),
    lastName: personName("the last name", 1, LIMITS.name, "Enter the last name."),
    poNumber: line("the PO number", 60),
    /** Asked only where there is a choice; as it is without an answer. */
    language: z.unknown().optional().transform(readLanguage),
  })
  .refine(({ kind, companyName }) => kind === "person" || companyName !== null, {
    path: ["companyName"],
    message: "Enter the company’s name, or choose Person.",
    ...atOnce,
  })
  .refine(({ kind, companyName }) => kind === "company" || !companyName, {
    path: ["companyName"],
    message: "Choose Company for this name, or empty it: a person has none.",
    ...atOnce,
  });
export const factsSchema = z
  .object({
    version: seen,
    certificate: line("the certificate’s number", 60),
    exemptUntil: optional(readDate, "Enter the certificate’s last day as a date."),
    termsDays: optional((typed) => {
      const days = wholeNumber(typed);
      return days !== null && days >= 1 && days <= MOST_TERMS ? days : null;
    }, `Enter 1 to ${MOST_TERMS} days, or leave it empty.`),
    creditLimit: optional((typed) => {
      const cents = readDollars(typed);
      return cents !== null && cents > 0 && cents <= MOST_CREDIT ? cents : null;
    }, "Enter an amount in dollars, like 5,000, or leave it empty."),
  })
  .refine(({ certificate, exemptUntil }) => (certificate === null) === (exemptUntil === null), {
    path: ["exemptUntil"],
    message: "A certificate needs its number and its last day.",
    ...atOnce,
  })
  .refine(({ termsDays, creditLimit }) => (termsDays === null) === (creditLimit === null), {
    path: ["creditLimit"],
    message: "Terms need the days to pay and a limit.",
    ...atOnce,
  });
