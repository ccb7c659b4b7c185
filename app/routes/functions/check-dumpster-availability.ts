import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { countAvailable } from "~/domain/inventory/availability.server";
import { addDays, daysBetween, parseDay, type Day } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { chooseSize, sizesInWords, sizesOf } from "~/domain/pricing/types";
import { jsonAction, jsonError, postOnly } from "~/http/answers/json.server";

const NO_DAY = "Send a day like 2026-12-01.";
const dayText = z.string(NO_DAY).transform((text, ctx): Day => {
  const found = parseDay(text);
  if (found) return found;
  ctx.addIssue({ code: "custom", message: NO_DAY });
  return z.NEVER;
});
const whole = (message: string) =>
  z.union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number),
    ],
    message,
  );
const NO_SIZE = "Send the size in yards.";
const LONGEST_DAYS = 120;

const schemaFor = (sizes: readonly number[]) =>
  z
    .object({
      size: whole(NO_SIZE).refine(
        (size) => sizes.includes(size),
        sizes.length === 0 ? chooseSize([]) : `The size must be ${sizesInWords(sizes)}.`,
      ),
      quantity: whole("Send how many dumpsters.").pipe(
        z.int().min(1, "Ask for 1 or more.").max(10, "Ask for at most 10."),
      ),
      startDate: dayText,
      endDate: dayText,
    })
    .refine(({ startDate, endDate }) => endDate >= startDate, {
      path: ["endDate"],
      message: "The end must not be before the start.",
    })
    .refine(({ startDate, endDate }) => daysBetween(startDate, endDate) <= LONGEST_DAYS, {
      path: ["endDate"],
      message: `Ask for at most ${LONGEST_DAYS} days.`,
    });

export const loader = postOnly;

/**
 * Open to anyone. `startDate` is the delivery day, `endDate` the pickup day, both in New York; the dumpster is free
 * again the day after it. More than was asked for is not told: the fleet's size is nobody's business.
 */
export function action(args: ActionFunctionArgs) {
  return jsonAction(
    args,
    {
      name: "check-dumpster-availability",
      schema: ({ services }) => schemaFor(sizesOf(services.catalogue().prices)),
      cap: "call-availability",
    },
    async ({ size, quantity, startDate, endDate }, { services }) => {
      const today = dayAt(services.clock.now());
      if (startDate < today)
        return jsonError(400, {
          code: "invalid_fields",
          message: "Some fields are missing or not right.",
          fields: { startDate: "The start is in the past." },
        });
      const count = countAvailable(services.db.orm, size, { start: startDate, end: addDays(endDate, 1) }, today);
      return { available: count >= quantity, availableCount: Math.min(count, quantity) };
    },
  );
}
