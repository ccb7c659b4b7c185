import type { RefundState } from "../states/transitions";
import { formatCents, type Cents } from "../kernel/money";
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

/** How far money is that goes back: `waits` for a bank to decide about its payment, `failed` until we have called. */
export type BackState = "waits" | "under-way" | "back" | "failed";

/** Of what goes back, what is as far, and on which ways; cents. */
export interface BackPart extends WayBack {
  cents: Cents;
  state: BackState;
}

const BANKS_NEED = "in 5–10 business days";

/**
 * What is said of a sum that goes back: "goes back to Visa 4242 in 5–10 business days", "goes back by check; we write when it
 * is out", "could not go back to Visa 4242: we will call you and pay it another way". One sentence for page, mail and
 * statement.
 */
export function backWords({ state, ...way }: WayBack & { state: BackState }): string {
  const words = wayWords(way);
  if (state === "failed") return `could not go back ${words}: we will call you and pay it another way`;
  if (state === "waits") return `goes back ${words} once your bank has decided about the payment`;
  if (way.by.some((method) => method !== "card"))
    return state === "back" ? `went back ${words}` : `goes back ${words}; we write when it is out`;
  return state === "back" ? `went back ${words}; banks show it ${BANKS_NEED}` : `goes back ${words} ${BANKS_NEED}`;
}

/**
 * What is said of money that nobody is asked for on a page, a sentence for each: a bank decides about it (`held`), gave it back for
 * good (`lost`), or more went back than was due (`excess`); cents, none of 0. For page and statement.
 */
export function apartWords({ held, lost, excess }: Readonly<Record<"held" | "lost" | "excess", Cents>>): string[] {
  return [
    held > 0 && `Your bank decides about ${formatCents(held)} of what you paid.`,
    lost > 0 && `Your bank gave you back ${formatCents(lost)} of what you paid: ${WE_CALL}.`,
    excess > 0 && `${formatCents(excess)} more than was due went back to you: ${WE_CALL}.`,
  ].filter((words) => words !== false);
}

const WE_CALL = "we will call you about it";

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
