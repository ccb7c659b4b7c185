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

export const hasEnded = (state: DisputeState): boolean => DISPUTE[state].length === 0;
