/** What of a dispute is awaited, and its words: apart from its states, which a driver's phone loads. Pure. */
import type { DisputeState } from "./dispute";

/** The bank still takes an answer. */
export const awaitsAnswer = (state: DisputeState): boolean => state === "inquiry" || state === "needs_response";
/** The bank's last moment for it, while it awaits an answer: before it, and once it has passed. */
export interface AnswerDue<At extends number = number> {
  at: At;
  isOver: boolean;
}
export function answerDue<At extends number>(
  { state, due_at }: { state: DisputeState; due_at: At | null },
  now: number,
): AnswerDue<At> | null {
  return due_at !== null && awaitsAnswer(state) ? { at: due_at, isOver: due_at <= now } : null;
}
export const answerDueWords = ({ isOver }: AnswerDue): string => (isOver ? "The answer was due" : "Answer by");

export const DISPUTE_STATE: Readonly<Record<DisputeState, string>> = {
  inquiry: "The bank asks about it",
  inquiry_answered: "Answered, not disputed yet",
  needs_response: "To be answered",
  under_review: "With the bank",
  won: "Won",
  lost: "Lost",
  closed: "Closed without a dispute",
};

/** What the office reads of a booking whose payment is in dispute, wherever it decides whether a truck leaves. */
export function disputedWords({ state, reason }: { state: DisputeState; reason: string }): string {
  const isAsked = state === "inquiry" || state === "inquiry_answered";
  const what = state === "lost" ? "Dispute lost" : isAsked ? "The bank asks about the payment" : "Payment disputed";
  return reason === "fraudulent" ? `${what} (fraud)` : what;
}
