/** What a later charge stands on, as data: how it was worked out, and its proof. Pure; the words are made in `words.ts`. */
import type { Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { stored } from "../kernel/stored";
import type { LaterCharge } from "../payments/ports";
import type { MaterialId } from "../pricing/types";

/** How an amount before tax was worked out. Weights in hundredths of a ton, amounts in cents, days are New York's. */
export type Arithmetic =
  /** Of one ticket; `before`: what the same dumpster's earlier loads weighed. */
  | {
      by: "weight";
      weight: number;
      before: number;
      included: number;
      over: number;
      perTon: Cents;
      landfill: Cents;
      /** More than the most that we lift, found at the scale: the office looks at it. */
      tooHeavy: boolean;
    }
  /** `paidUntil`: the last day without charge. `stopped`: what ended the days. */
  | { by: "days"; days: number; perDay: Cents; paidUntil: Day; endedOn: Day; stopped: "asked" | "collected" }
  | { by: "items"; item: string; count: number; each: Cents }
  /** Before tax: what the load would have cost as what it was, and what was paid for it. */
  | { by: "material"; ordered: MaterialId; found: MaterialId; foundCents: Cents; orderedCents: Cents }
  /** A line of a price that was said before. */
  | { by: "line"; label: string; detail: string; cents: Cents }
  /** A fee of the agreement, and what for; "" where its kind says that. */
  | { by: "fee"; cents: Cents; what: string }
  /** What the office typed. */
  | { by: "typed"; words: string; cents: Cents };

/** `lowered`: what the office asks instead of more, and why. */
export type Basis = Arithmetic & { lowered?: { from: Cents; why: string } };

/** What a charge is proved by. Identifiers, with the figures as they stood. `byHand`: put to it by the office. */
export type Proof = (
  | { is: "ticket"; id: string; number: string; facility: string; gross: number; tare: number; net: number }
  | { is: "photo"; capability: string; step: string; at: number }
  | { is: "report"; id: string }
  /** A trip in vain, with what its evidence lacks. */
  | { is: "attempt"; job: string; reason: string; at: number; arrivedAt: number | null; missing: string[] }
  /** What our dated record says. */
  | { is: "record"; of: "set_down" | "asked" | "collected" | "done" | "permit"; at: number; words?: string }
  | { is: "note"; words: string }
) & { byHand?: boolean };

/** The photographs among the proofs, in their order. */
export function photosOf(proofs: readonly Proof[]): Extract<Proof, { is: "photo" }>[] {
  return proofs.flatMap((proof) => (proof.is === "photo" ? [proof] : []));
}

export interface Evidence {
  proofs: Proof[];
}

export const STORED_BASIS = stored<Basis>("how a charge was worked out", [
  (value) => (typeof (value as Partial<Basis>).by === "string" ? (value as Basis) : undefined),
]);

export const STORED_EVIDENCE = stored<Evidence>("the proof of a charge", [
  (value) => (Array.isArray((value as Partial<Evidence>).proofs) ? (value as Evidence) : undefined),
]);

/** What the card company was asked for (charge_attempts.request): a second try must ask for exactly the same. */
export const STORED_CARD_CHARGE = stored<LaterCharge>("a charge of a kept card", [
  (value) => {
    const request = value as Partial<LaterCharge>;
    return typeof request.idempotencyKey === "string" && Number.isInteger(request.amount)
      ? (request as LaterCharge)
      : undefined;
  },
]);
