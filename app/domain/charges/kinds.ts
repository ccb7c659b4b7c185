/** The kinds of later charges: what proves each, and which section of the signed agreement it stands on. Pure. */
import type { ChargeKind } from "../states/labels";
import type { Evidence, Proof } from "./stored-charge";

/** What the evidence of a charge can lack, and who has to say yes. */
export const PROOF_GAPS = ["ticket", "photo", "record", "attempt", "note", "approval"] as const;
export type ProofGap = (typeof PROOF_GAPS)[number];

export interface LaterKind {
  /** All of it is needed (domain.md, section 3: "Proof before charge"). */
  needs: readonly ProofGap[];
  /** The section's id in the signed agreement (documents/terms-*). */
  clause: "weight" | "days" | "access" | "contents" | "moving" | "permits";
  /** What the office may add by hand. */
  byHand: boolean;
}

/** Every kind that is charged after the order, by proof and notice. */
export const LATER = {
  weight_overage: { needs: ["ticket"], clause: "weight", byHand: true },
  day_overage: { needs: ["record"], clause: "days", byHand: true },
  haul: { needs: ["record"], clause: "days", byHand: true },
  /** The new rental period of a swap. */
  rental: { needs: ["record"], clause: "days", byHand: false },
  dry_run: { needs: ["attempt", "photo"], clause: "access", byHand: false },
  prohibited_item: { needs: ["photo"], clause: "contents", byHand: true },
  cleaning: { needs: ["photo"], clause: "contents", byHand: true },
  material_difference: { needs: ["photo"], clause: "contents", byHand: true },
  tamper: { needs: ["photo", "approval"], clause: "moving", byHand: true },
  permit: { needs: ["note"], clause: "permits", byHand: true },
} as const satisfies Partial<Record<ChargeKind, LaterKind>>;
export type LaterChargeKind = keyof typeof LATER;

export const isLaterKind = (kind: string): kind is LaterChargeKind => Object.hasOwn(LATER, kind);
export const BY_HAND = (Object.keys(LATER) as LaterChargeKind[]).filter((kind) => LATER[kind].byHand);

/** What each gap is filled by; what the office writes down stands for our record. */
const FILLS: Readonly<Record<Exclude<ProofGap, "approval">, (proof: Proof) => boolean>> = {
  ticket: ({ is }) => is === "ticket",
  photo: ({ is }) => is === "photo",
  record: ({ is }) => is === "record" || is === "note",
  attempt: (proof) => proof.is === "attempt" && proof.missing.length === 0,
  note: (proof) => proof.is === "note" || (proof.is === "record" && proof.of === "permit"),
};

/**
 * What a charge lacks before its customer may be told of it: empty where its evidence is complete. Whatever kind it is,
 * it needs the section of the agreement that names it.
 */
export function missingProof(charge: {
  kind: ChargeKind;
  clause: string | null;
  evidence: Evidence | null;
  approved: boolean;
}): ProofGap[] {
  if (!isLaterKind(charge.kind) || charge.clause === null) return ["record"];
  const proofs = charge.evidence?.proofs ?? [];
  const needs: readonly ProofGap[] = LATER[charge.kind].needs;
  return needs.filter((gap) => (gap === "approval" ? !charge.approved : !proofs.some(FILLS[gap])));
}

export const PROOF_GAP: Readonly<Record<ProofGap, string>> = {
  ticket: "the scale ticket",
  photo: "a photo",
  record: "a record of it",
  attempt: "full evidence of the trip",
  note: "what it was paid for",
  approval: "an admin’s yes",
};
