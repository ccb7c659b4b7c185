import { FEEDBACK_ISSUES, FEEDBACK_SCORES, VOICE_LIMITS, type FeedbackIssue, type FeedbackScore } from "./limits";
import { ILLEGAL_DIGITS } from "./texts";

/** What is checked before it goes to the SDK (specification, section 5). Pure. */

/** Digits, and how long after the run before they are sent. */
export interface DigitRun {
  digits: string;
  after: number;
}

/**
 * "1w2*#w9" as runs with pauses between them: given to the SDK in one piece, a run of more than two before a `w` loses
 * digits. Throws for any other character.
 */
export function digitRuns(text: string): DigitRun[] {
  if (!/^[0-9*#w]+$/.test(text)) throw new Error(ILLEGAL_DIGITS);
  const runs: DigitRun[] = [];
  let after = 0;
  for (const part of text.match(/w+|[0-9*#]+/g) ?? []) {
    if (part.startsWith("w")) after += part.length * VOICE_LIMITS.pause;
    else {
      runs.push({ digits: part, after });
      after = part.length * VOICE_LIMITS.digit;
    }
  }
  return runs;
}

export const isScore = (value: unknown): value is FeedbackScore => FEEDBACK_SCORES.some((one) => one === value);
export const isIssue = (value: unknown): value is FeedbackIssue => FEEDBACK_ISSUES.some((one) => one === value);

/** Why a message may not be sent; null when it may. */
export function messageProblem({ content, messageType }: { content: unknown; messageType: unknown }): string | null {
  if (content === undefined || content === null || content === "") return "`content` is empty";
  return typeof messageType === "string" && messageType !== "" ? null : "`messageType` must be a non-empty string";
}

/** What a call to somebody carries (specification, section 3): empty texts where there is no record. */
export interface CallParams {
  To: string;
  customerId: string;
  bookingId: string;
}
export const callParams = (to: string, record: { customerId?: string; bookingId?: string } = {}): CallParams => ({
  To: to.trim(),
  customerId: record.customerId ?? "",
  bookingId: record.bookingId ?? "",
});
