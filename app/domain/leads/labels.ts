/** Words for leads. Pure. */
export const LEAD_KINDS = [
  "consultation",
  "outside_area",
  "minimum_order",
  "large_order",
  "call_back",
  "missed_call",
] as const;
export type LeadKind = (typeof LEAD_KINDS)[number];

export const LEAD_KIND: Readonly<Record<LeadKind, string>> = {
  consultation: "Material needs a talk first",
  outside_area: "Outside our area",
  minimum_order: "Below the smallest order",
  large_order: "Large order",
  call_back: "Call-back",
  missed_call: "Missed call",
};

export const LEAD_STATE = { new: "New", contacted: "Called", closed: "Closed" } as const;
