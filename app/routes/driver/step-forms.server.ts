import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import type { Found } from "~/domain/driver/journal-take.server";
import type { Step, StepName, StepResult } from "~/domain/dispatch/steps.server";
import { tooLong } from "~/domain/kernel/too-long";
import { AT_THE_SCALE, figures, isSameNumber, LINES, MISSING, sumWords, WEIGHT } from "~/ui/driver/step-words";
import type { Place } from "~/domain/photos/rules";
import type { JobKind } from "~/domain/states/transitions";
import { ATTEMPT_REASONS } from "~/ui/office/job-steps";
import { REPORT_FORM } from "./report-forms.server";

const line = (name: keyof typeof LINES) =>
  z.preprocess(
    oneLine,
    z
      .string()
      .min(1, MISSING[name])
      .max(LINES[name][1], tooLong(...LINES[name])),
  );
const pounds = (missing: string) =>
  z.string().catch("").transform(figures).pipe(z.string().regex(WEIGHT, missing)).transform(Number);

/** A step that brings nothing but itself. */
const bare = <Name extends StepName>(to: Name) => z.object({}).transform(() => ({ to }));

/** What each step's form has. */
export const STEP_FORMS = {
  en_route: bare("en_route"),
  arrived: bare("arrived"),
  to_disposal: bare("to_disposal"),
  returned: bare("returned"),
  next_site: bare("next_site"),
  completed: bare("completed"),
  dump_later: bare("dump_later"),
  serviced: z
    .object({ dumpsterNumber: line("dumpsterNumber") })
    .transform(({ dumpsterNumber }) => ({ to: "serviced" as const, dumpsterNumber })),
  at_disposal: z
    .object({ facility: line("facility") })
    .transform(({ facility }) => ({ to: "at_disposal" as const, facility })),
  ticketed: z
    .object({
      ticketNumber: line("ticketNumber"),
      grossPounds: pounds(MISSING.grossPounds),
      tarePounds: pounds(MISSING.tarePounds),
      netPounds: pounds(MISSING.netPounds),
    })
    .transform(({ ticketNumber, grossPounds, tarePounds, netPounds }) => ({
      to: "ticketed" as const,
      ticket: { number: ticketNumber, gross: grossPounds, tare: tarePounds, net: netPounds },
    })),
  attempted: z
    .object({
      reason: z.enum(ATTEMPT_REASONS, { error: MISSING.reason }),
      note: z.preprocess((typed) => oneLine(typed) ?? "", z.string().max(500, tooLong("the note", 500))),
    })
    .transform(({ reason, note }) => ({ to: "attempted" as const, reason, note })),
} satisfies Record<StepName, z.ZodType<Step>>;

/** A step, or what was found, from the fields as a phone's journal has them; null when one is missing or wrong. */
export function readStep(name: string, data: Record<string, string>, kind: JobKind): Step | Found | null {
  if (name === "report") {
    const read = REPORT_FORM.safeParse(data);
    return read.success ? { to: "report", report: read.data } : null;
  }
  // What a phone kept stands as it was typed: two equal numbers of a swap are for the office to put right.
  const form = isStepName(name) ? (isSwapped(name, kind) ? BOTH_NUMBERS : STEP_FORMS[name]) : null;
  const step: Step | null = form?.safeParse(data).data ?? null;
  return step?.to === "attempted" ? { ...step, place: placeIn((field) => data[field]) } : step;
}

type Field = (name: string) => unknown;
/** Degrees as a browser writes them; anything else is no place. */
const degrees = (field: Field, name: string, most: number): number | null => {
  const typed = field(name);
  const value = typeof typed === "string" && /^-?\d{1,3}(?:\.\d{1,20})?$/.test(typed) ? Number(typed) : null;
  return value !== null && Math.abs(value) <= most ? value : null;
};

/** Where something was done, as far as the page's script could say. Nonsense is nothing. */
export function placeIn(field: Field): Place | null {
  const latitude = degrees(field, "latitude", 90);
  const longitude = degrees(field, "longitude", 180);
  const meters = field("accuracy");
  const accuracy = typeof meters === "string" && /^\d{1,6}(?:\.\d{1,20})?$/.test(meters) ? Number(meters) : null;
  return latitude !== null && longitude !== null ? { latitude, longitude, accuracy } : null;
}
/** The driver stands there and cannot get in: the customer is asked, and the job stays where it is. */
export const BLOCKED_FORM = z.object({
  reason: z.enum(ATTEMPT_REASONS, { error: "Choose what is in the way." }),
  note: STEP_FORMS.attempted.in.shape.note,
});
/** Of a swap both numbers are asked for: what was set down, and what was taken away. */
const BOTH_NUMBERS = z
  .object({ dumpsterNumber: line("dumpsterNumber"), secondNumber: line("secondNumber") })
  .transform((numbers) => ({ to: "serviced" as const, ...numbers }));
const SWAPPED = BOTH_NUMBERS.refine(({ dumpsterNumber, secondNumber }) => !isSameNumber(dumpsterNumber, secondNumber), {
  path: ["secondNumber"],
  error: MISSING.sameNumber,
});
const isSwapped = (name: StepName, kind: JobKind) => name === "serviced" && kind === "swap";

/** What the form of a step has, by the kind of its job. */
export const stepForm = (name: StepName, kind: JobKind): z.ZodType<Step> =>
  isSwapped(name, kind) ? SWAPPED : STEP_FORMS[name];

export const isStepName = (name: unknown): name is StepName =>
  typeof name === "string" && Object.hasOwn(STEP_FORMS, name);

/** Why a step was not taken, by the field that it is about; "" for the page as a whole. */
export function stepProblem(refused: Extract<StepResult, { ok: false }>, step: Step): Record<string, string> {
  switch (refused.code) {
    case "wrong_sum": {
      if (step.to !== "ticketed") break;
      return { netPounds: sumWords(step.ticket) };
    }
    case "ticket_used":
    case "too_heavy":
      return Object.fromEntries([AT_THE_SCALE[refused.code]]);
    case "no_dumpster":
      return { "": "No empty dumpster of this size is in the yard by our list. Call the office." };
    case "away":
      return { "": "Another truck is out with this dumpster and has not brought it back. Call the office." };
    case "no_permit":
      return { "": "The street has no permit for today, so the truck may not leave. Call the office." };
    case "on_hold":
      return { "": "The office has put this booking on hold, so the truck may not leave. Call the office." };
  }
  return { "": "This job has changed meanwhile. Look where it stands now." };
}
