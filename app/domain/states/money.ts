import type { ChargeState } from "./transitions";

/** A later charge whose last word is not spoken: the dumpster that it is about does not settle before. */
export const CHARGES_UNDER_WAY = [
  "proposed",
  "evidence_ready",
  "noticed",
  "questioned",
  "processing",
] as const satisfies readonly ChargeState[];
/** The card did not pay it: it is owed, and its customer has a payment link. */
export const CHARGES_UNPAID = ["requires_action", "failed"] as const satisfies readonly ChargeState[];

/** What became of the money that came through a payment page. */
export const CHECKOUT_OUTCOMES = [
  "confirmed",
  "refunded_nothing_left",
  "refunded_duplicate",
  "refunded_wrong_amount",
  "refunded_refused",
  "nothing_left",
] as const;
export type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number];

/** How a later charge is to be paid once it falls due: billed to the account, asked of the card on file, or by its customer on a page. */
export type FallsDue = "account" | "card" | "page";
