/**
 * A dispute as the customer's bank sees it (domain.md, section 2: a charge is disputed, then won or lost). An inquiry is a
 * question that takes no money yet; `closed` is one that ended without any. Pure.
 */
export const DISPUTE_STATES = [
  "inquiry",
  "inquiry_answered",
  "needs_response",
  "under_review",
  "won",
  "lost",
  "closed",
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

const ENDS = ["won", "lost", "closed"] as const;

/** From each state the states that may follow. What the table does not know (an old event after a newer one) is no move. */
export const DISPUTE: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  inquiry: ["inquiry_answered", "needs_response", "under_review", ...ENDS],
  // An inquiry can still become a dispute.
  inquiry_answered: ["needs_response", "under_review", ...ENDS],
  needs_response: ["under_review", ...ENDS],
  under_review: ENDS,
  won: [],
  lost: [],
  closed: [],
};

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
export const hasEnded = (state: DisputeState): boolean => DISPUTE[state].length === 0;

export const DISPUTE_STATE: Readonly<Record<DisputeState, string>> = {
  inquiry: "The bank asks about it",
  inquiry_answered: "Answered, not disputed yet",
  needs_response: "To be answered",
  under_review: "With the bank",
  won: "Won",
  lost: "Lost",
  closed: "Closed without a dispute",
};
