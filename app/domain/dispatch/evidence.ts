/** Whether a trip in vain can be charged: what was recorded of it, or what is missing. Pure. */

/** What the evidence of an attempt can lack. */
export const EVIDENCE_GAPS = ["arrival", "reason", "photo", "taken", "early"] as const;
export type EvidenceGap = (typeof EVIDENCE_GAPS)[number];

export type Evidence = { complete: true; missing: readonly [] } | { complete: false; missing: readonly EvidenceGap[] };

/**
 * The evidence of a job that could not be done is complete with the time at which the truck was there, a reason and a
 * photograph; else it is thin, and the fee for the trip is waived (domain.md, 4.8). So it is where our own truck had taken
 * the dumpster before (`isTaken`): nobody but us was in the way; and where it had left again before the promised time began
 * (`isEarly`): nobody has to keep a place clear before it.
 */
export function evidenceOf(found: {
  arrivedAt: number | null;
  reason: string;
  photos: number;
  isTaken: boolean;
  isEarly: boolean;
}): Evidence {
  const has: Record<EvidenceGap, boolean> = {
    arrival: found.arrivedAt !== null,
    reason: found.reason.trim() !== "",
    photo: found.photos > 0,
    taken: !found.isTaken,
    early: !found.isEarly,
  };
  const missing = EVIDENCE_GAPS.filter((gap) => !has[gap]);
  return missing.length === 0 ? { complete: true, missing: [] } : { complete: false, missing };
}

const GAP: Readonly<Record<EvidenceGap, string>> = {
  arrival: "no time of arrival",
  reason: "no reason",
  photo: "no photo",
  taken: "another truck of ours had it at that moment",
  early: "it left before the promised time began",
};

/** Said before one is sent. */
export const AFTER_THE_VISIT = "A photo that is taken now is kept, and brings no fee back";

/** A photo that came after its visit had ended (decision 0097). */
const LATE = "The photo came after the visit: it is kept, and brings no fee back";

/**
 * "Evidence complete", or "Evidence thin: no photo. The fee for the trip is waived". `isAwaited`: the driver's phone may
 * still have one of then; `isLate`: one has come that was taken too late, or came too late.
 */
export function evidenceWords(
  missing: readonly EvidenceGap[],
  { isAwaited = false, isLate = false }: { isAwaited?: boolean; isLate?: boolean } = {},
): string {
  if (missing.length === 0) return "Evidence complete: arrival, reason and photo";
  if (isAwaited) return "No photo yet: one of the visit that is still on the phone counts, else the fee is waived";
  const thin = `Evidence thin: ${missing.map((gap) => GAP[gap]).join(", ")}. The fee for the trip is waived`;
  return isLate ? `${thin}. ${LATE}` : thin;
}
