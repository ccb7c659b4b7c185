import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import { MOST_PROHIBITED } from "~/domain/dispatch/report-limits";
import { ALL_PROHIBITED, type Report } from "~/domain/dispatch/report-rules";
import type { ReportResult } from "~/domain/dispatch/reports.server";
import { MATERIAL_IDS } from "~/domain/pricing/types";
import { tooLong } from "~/domain/kernel/too-long";
import { LINES, REPORT_MISSING } from "~/ui/driver/step-words";

/** A choice that may be left open: "" is nothing. */
const oneOf = <T extends string>(of: readonly T[]) =>
  z
    .string()
    .catch("")
    .transform((typed) => of.find((one) => one === typed) ?? null);
const ticked = z
  .string()
  .catch("")
  .transform((typed) => typed === "on");

/** What a report's form has (contract.md, "Driver"). */
export const REPORT_FORM = z
  .object({
    material: oneOf(MATERIAL_IDS),
    prohibited: oneOf(ALL_PROHIBITED),
    prohibitedCount: z
      .string()
      .catch("")
      .transform((typed) => typed.trim()),
    cleaning: ticked,
    moved: ticked,
    overloaded: ticked,
    secondNumber: z.preprocess(
      (typed) => oneLine(typed) ?? "",
      z.string().max(LINES.secondNumber[1], tooLong(...LINES.secondNumber)),
    ),
  })
  .transform(({ prohibited, prohibitedCount, secondNumber, ...rest }, ctx): Report => {
    const count = /^\d{1,3}$/.test(prohibitedCount) ? Number(prohibitedCount) : 0;
    if (prohibited && (count < 1 || count > MOST_PROHIBITED))
      ctx.addIssue({
        code: "custom",
        path: ["prohibitedCount"],
        message: REPORT_MISSING.count,
      });
    if (!prohibited && prohibitedCount !== "")
      ctx.addIssue({ code: "custom", path: ["prohibited"], message: REPORT_MISSING.what });
    return { ...rest, prohibited, prohibited_count: prohibited ? count : null, second_number: secondNumber || null };
  });

export const WITHDRAW_FORM = z.object({ reportId: z.string().catch("") });

/** Why a report was not kept, by the field that it is about. */
export function reportProblem({ code }: Extract<ReportResult, { ok: false }>): Record<string, string> {
  if (code === "empty") return { material: REPORT_MISSING.empty };
  if (code === "not_now")
    return {
      "": "A report can be made from your arrival until the job is done. Call the office if something is missing.",
    };
  return { "": "This job has changed meanwhile. Look where it stands now." };
}
