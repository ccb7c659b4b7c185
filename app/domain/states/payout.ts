/** Where money is that the card company pays out to our bank, in its own words. */
export const PAYOUT_STATES = ["pending", "in_transit", "paid", "canceled", "failed"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export const PAYOUT_STATE: Readonly<Record<PayoutState, string>> = {
  pending: "Being prepared",
  in_transit: "On its way to the bank",
  paid: "At the bank",
  canceled: "Canceled",
  failed: "Did not reach the bank",
};
