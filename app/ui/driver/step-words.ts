import { MOST_PROHIBITED } from "~/domain/dispatch/report-limits";
import { stepQuestion, type StepQuestion } from "~/domain/dispatch/step-question";
import { plainNumber } from "~/domain/inventory/plain-number";
import { tooLong } from "~/domain/kernel/too-long";
import type { Day } from "~/domain/kernel/days";
import type { JobKind } from "~/domain/states/transitions";
import type { StepName } from "~/domain/dispatch/steps.server";

/** What is said of a field that a step needs; on the phone and by the server alike. */
export const MISSING = {
  dumpsterNumber: "Enter the number that stands on the dumpster.",
  secondNumber: "Enter the number of the full one, which you took.",
  sameNumber: "You took another one than you set down. Enter the number of the full one.",
  facility: "Enter the facility’s name.",
  ticketNumber: "Enter the ticket’s number.",
  grossPounds: "Enter the gross weight in pounds, as on the ticket.",
  tarePounds: "Enter the tare weight in pounds, as on the ticket.",
  netPounds: "Enter the net weight in pounds, as on the ticket.",
  reason: "Choose why it was not possible.",
} as const;

/** What is typed as one line: what it is, and the most characters of it. */
export const LINES: Record<
  "dumpsterNumber" | "secondNumber" | "facility" | "ticketNumber",
  readonly [name: string, most: number]
> = {
  dumpsterNumber: ["the dumpster’s number", 20],
  secondNumber: ["the second dumpster’s number", 20],
  facility: ["the facility’s name", 80],
  ticketNumber: ["the ticket’s number", 40],
};

/** What is said of a line that is too long; undefined of one that is not, and of a field that is none. */
function overlong(field: string, typed = ""): string | undefined {
  const line = Object.hasOwn(LINES, field) ? LINES[field as keyof typeof LINES] : undefined;
  return line && typed.trim().replaceAll(/\s+/g, " ").length > line[1] ? tooLong(...line) : undefined;
}

const NEEDS: Partial<Record<StepName, readonly (keyof typeof MISSING)[]>> = {
  serviced: ["dumpsterNumber"],
  at_disposal: ["facility"],
  ticketed: ["ticketNumber", "grossPounds", "tarePounds", "netPounds"],
  attempted: ["reason"],
};

/** Whole pounds; no scale shows nothing, not even of an empty truck. */
export const WEIGHT = /^(?!0+$)\d{1,6}$/;
/** Without what is printed and typed beside them: "31 000", "31,000 lb". */
export const figures = (typed = "") => typed.replaceAll(/[\s,]|lbs?\.?\s*$/gi, "");
const said = (pounds: number) => pounds.toLocaleString("en-US");

/** Whether both numbers of a swap are one dumpster's: none can be set down and taken away at once. */
export const isSameNumber = (set = "", took = ""): boolean =>
  plainNumber(set) !== "" && plainNumber(set) === plainNumber(took);

/** "30,000 minus 26,000 is 4,000, not 4,100. …": the sum of a ticket in words, and what was taken for each other. */
export const sumWords = ({ gross, tare, net }: { gross: number; tare: number; net: number }): string =>
  gross < tare
    ? `A gross of ${said(gross)} is less than a tare of ${said(tare)}. Look which is which on the ticket.`
    : `${said(gross)} minus ${said(tare)} is ${said(gross - tare)}, not ${said(net)}. Look at the ticket again.`;

/**
 * What the phone can tell by itself, without signal: a field that is missing or too long, a ticket whose sum is wrong. By
 * the field; empty where nothing is wrong.
 */
export function stepMissing(
  step: string,
  data: Readonly<Record<string, string>>,
  kind?: JobKind,
): Record<string, string> {
  const wrong: Record<string, string> = {};
  const needs = NEEDS[step as StepName] ?? [];
  for (const name of step === "serviced" && kind === "swap" ? [...needs, "secondNumber" as const] : needs) {
    const typed = (data[name] ?? "").trim();
    const isFine = name.endsWith("Pounds") ? WEIGHT.test(figures(typed)) : typed !== "";
    const problem = isFine ? overlong(name, typed) : MISSING[name];
    if (problem) wrong[name] = problem;
  }
  if (step === "serviced" && kind === "swap" && isSameNumber(data["dumpsterNumber"], data["secondNumber"]))
    return { ...wrong, secondNumber: wrong["secondNumber"] ?? MISSING.sameNumber };
  if (step !== "ticketed" || Object.keys(wrong).length > 0) return wrong;
  // Behind the ticket's number.
  const [gross, tare, net] = needs.slice(1).map((name) => Number(figures(data[name]))) as [number, number, number];
  return gross - tare === net && net > 0 ? {} : { netPounds: sumWords({ gross, tare, net }) };
}

/** What is said of a report; on the phone and by the server alike. */
export const REPORT_MISSING = {
  empty: "Choose what you found, or take a photo of it.",
  count: `Enter how many, from 1 to ${MOST_PROHIBITED}.`,
  what: "Choose what it is, or leave the count empty.",
} as const;

/** The same of what was found; `hasPhoto`: a photograph alone says something too. */
export function reportMissing(data: Readonly<Record<string, string>>, hasPhoto: boolean): Record<string, string> {
  const [what = "", typed = ""] = [data["prohibited"], data["prohibitedCount"]?.trim()];
  const count = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  if (what !== "" && (count < 1 || count > MOST_PROHIBITED)) return { prohibitedCount: REPORT_MISSING.count };
  if (what === "" && typed !== "") return { prohibited: REPORT_MISSING.what };
  const says = ["material", "prohibited", "cleaning", "moved", "overloaded", "secondNumber"];
  const isEmpty = !hasPhoto && says.every((name) => (data[name] ?? "").trim() === "");
  const problem = overlong("secondNumber", data["secondNumber"]);
  if (problem) return { secondNumber: problem };
  return isEmpty ? { material: REPORT_MISSING.empty } : {};
}

/** A ticket's net pounds as they were typed; null where they are no figure. */
export function netOf(data: Readonly<Record<string, string | string[]>>): number | null {
  const net = figures(String(data["netPounds"]));
  return WEIGHT.test(net) ? Number(net) : null;
}

/** What is asked about a step as it was typed, whether it was answered or not; null for nothing. */
export function questionOf(
  step: string,
  data: Readonly<Record<string, string | string[]>>,
  job: Parameters<typeof stepQuestion>[2],
  today: Day,
): StepQuestion | null {
  return stepQuestion(step, netOf(data), job, today);
}

/** Asked once for each figure and each day: the button pressed again is the answer. By the field; empty where nothing is. */
export function unanswered(
  question: StepQuestion | null,
  data: Readonly<Record<string, string>>,
): Record<string, string> {
  return question === null || data["sure"] === question.answer ? {} : { [question.field]: question.words };
}

/**
 * What is missing, and only of what is complete what is asked, as the server has it: a weight that does not add up is not
 * the one to ask about. By the field; `sure`: the answer to what was asked.
 */
export function stepAsks(
  step: string,
  data: Readonly<Record<string, string>>,
  job: Parameters<typeof stepQuestion>[2] & { kind: Parameters<typeof stepMissing>[2] },
  today: Day,
): { missing: Record<string, string>; sure?: string } {
  const missing = stepMissing(step, data, job.kind);
  if (Object.keys(missing).length > 0) return { missing };
  const question = questionOf(step, data, job, today);
  return { missing: unanswered(question, data), sure: question?.answer };
}

/** What the server refuses of a ticket while the driver stands at the scale, and beside which field. */
export const AT_THE_SCALE = {
  wrong_sum: ["netPounds", "Gross minus tare is not the net weight. Look at the ticket again."],
  ticket_used: ["ticketNumber", "This ticket was entered for another load already. Look at its number again."],
  too_heavy: ["grossPounds", "That is more than a truck or this dumpster can weigh. Look at the ticket again."],
} as const satisfies Record<string, readonly [field: string, words: string]>;
