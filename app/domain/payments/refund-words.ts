import type { RefundState } from "../states/transitions";
import { BY_HAND, type PaymentMethod } from "./methods";

/** On which ways refunds go, and of those to a card "Visa 4242"; null where that is not known. */
export interface WayBack {
  by: readonly PaymentMethod[];
  card: string | null;
}

/** How they go back, in a sentence: "to Visa 4242", "by check", "by check and to your card". Pure. */
export function wayWords({ by, card }: WayBack): string {
  const byHand = by.flatMap((method) => (method === "card" ? [] : [BY_HAND[method]]));
  const toCard = byHand.length < by.length || by.length === 0 ? [`to ${card ?? "your card"}`] : [];
  return [...byHand, ...toCard].join(" and ");
}

/** What is said of a sum that did not arrive: "could not go back to Visa 4242: we will call you and pay it another way". */
export const couldNotGoBack = (way: WayBack): string =>
  `could not go back ${wayWords(way)}: we will call you and pay it another way`;

/** A refund as a line of a customer's statement, by how far it is. */
export const REFUND_ROW: Readonly<Record<RefundState, string>> = {
  requested: "Goes back to you (waits for the bank)",
  approved: "Goes back to you (approved)",
  submitted: "Goes back to you (sent to your bank)",
  pending: "Goes back to you (sent to your bank)",
  requires_action: "Goes back to you (we will call you)",
  succeeded: "Paid back to you",
  failed: "Sent back to you",
  canceled: "Was to go back to you",
};
