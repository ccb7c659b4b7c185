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

/** What somebody did by it, as it is told of them. */
export const LEAD_ASKED: Readonly<Record<LeadKind, string>> = {
  consultation: "Asked about material that needs a talk first",
  outside_area: "Asked for a delivery outside our area",
  minimum_order: "Asked for less than the smallest order",
  large_order: "Asked for a large order",
  call_back: "Asked for a call-back",
  missed_call: "Called and reached nobody",
};

export const LEAD_STATE = { new: "New", contacted: "Called", closed: "Closed" } as const;
