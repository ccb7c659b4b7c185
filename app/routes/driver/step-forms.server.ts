import { z } from "zod";
import { oneLine } from "~/domain/booking/draft/fields-text";
import type { Step, StepName, StepResult } from "~/domain/dispatch/steps.server";
import { ATTEMPT_REASONS } from "~/ui/office/job-steps";

const line = (most: number, missing: string) =>
  z.preprocess(oneLine, z.string().min(1, missing).max(most, `Shorten it to ${most} characters or fewer.`));
const pounds = (what: string) =>
  z
    .string()
    .catch("")
    .transform((typed) => typed.replaceAll(/[\s,]/g, ""))
    .pipe(z.string().regex(/^\d{1,6}$/, `Enter the ${what} in pounds, as on the ticket.`))
    .transform(Number);

/** A step that brings nothing but itself. */
const bare = <Name extends StepName>(to: Name) => z.object({}).transform(() => ({ to }));

/** What each step's form has. */
export const STEP_FORMS = {
  en_route: bare("en_route"),
  arrived: bare("arrived"),
  to_disposal: bare("to_disposal"),
  returned: bare("returned"),
  completed: bare("completed"),
  dump_later: bare("dump_later"),
  serviced: z
    .object({ dumpsterNumber: line(20, "Enter the number that stands on the dumpster.") })
    .transform(({ dumpsterNumber }) => ({ to: "serviced" as const, dumpsterNumber })),
  at_disposal: z
    .object({ facility: line(80, "Enter the facility’s name.") })
    .transform(({ facility }) => ({ to: "at_disposal" as const, facility })),
  ticketed: z
    .object({
      ticketNumber: line(40, "Enter the ticket’s number."),
      grossPounds: pounds("gross weight"),
      tarePounds: pounds("tare weight"),
      netPounds: pounds("net weight"),
    })
    .transform(({ ticketNumber, grossPounds, tarePounds, netPounds }) => ({
      to: "ticketed" as const,
      ticket: { number: ticketNumber, gross: grossPounds, tare: tarePounds, net: netPounds },
    })),
  attempted: z
    .object({
      reason: z.enum(ATTEMPT_REASONS, { error: "Choose why it was not possible." }),
      note: z.preprocess(
        (typed) => oneLine(typed) ?? "",
        z.string().max(500, "Shorten the note to 500 characters or fewer."),
      ),
    })
    .transform(({ reason, note }) => ({ to: "attempted" as const, reason, note })),
} satisfies Record<StepName, z.ZodType<Step>>;

/** A step from the fields as a phone's journal has them; null when one is missing or wrong. */
export function readStep(name: string, data: Record<string, string>): Step | null {
  return isStepName(name) ? (STEP_FORMS[name].safeParse(data).data ?? null) : null;
}

export const isStepName = (name: unknown): name is StepName =>
  typeof name === "string" && Object.hasOwn(STEP_FORMS, name);

/** Why a step was not taken, by the field that it is about; "" for the page as a whole. */
export function stepProblem(refused: Extract<StepResult, { ok: false }>, step: Step): Record<string, string> {
  switch (refused.code) {
    case "wrong_sum": {
      if (step.to !== "ticketed") break;
      const { gross, tare, net } = step.ticket;
      const said = (figure: number) => figure.toLocaleString("en-US");
      return {
        netPounds: `${said(gross)} minus ${said(tare)} is ${said(gross - tare)}, not ${said(net)}. Look at the ticket again.`,
      };
    }
    case "ticket_used":
      return { ticketNumber: "This ticket was entered for another load already. Look at its number again." };
    case "too_heavy":
      return { grossPounds: "That is more than a truck or this dumpster can weigh. Look at the ticket again." };
    case "no_dumpster":
      return { "": "No empty dumpster of this size is in the yard by our list. Call the office." };
    case "no_permit":
      return { "": "The street has no permit for today, so the truck may not leave. Call the office." };
  }
  return { "": "This job has changed meanwhile. Look where it stands now." };
}
