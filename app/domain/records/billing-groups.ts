import type { ChargeState } from "../states/transitions";

/** The lists of the billing tab, in the order in which they are worked. Pure. */
export const BILLING_GROUPS = {
  questioned: { label: "Questions", states: ["questioned"], empty: "No customer has asked about a charge." },
  proposed: { label: "Proposed", states: ["proposed", "evidence_ready"], empty: "Nothing waits for its proof." },
  noticed: { label: "Noticed", states: ["noticed"], empty: "No notice is running." },
  running: { label: "Being charged", states: ["processing"], empty: "No card is being charged." },
  unpaid: { label: "Not paid", states: ["failed", "requires_action"], empty: "Everything that was charged is paid." },
  billed: { label: "On account", states: ["billed"], empty: "No later charge is on an account." },
  paid: { label: "Paid", states: ["succeeded", "won"], empty: "No later charge was paid yet." },
  ended: {
    label: "Ended",
    states: ["waived", "voided", "written_off", "lost"],
    empty: "No later charge was waived, voided or written off.",
  },
  disputed: { label: "Disputed", states: ["disputed"], empty: "No charge is disputed at a bank." },
} as const satisfies Record<string, { label: string; states: readonly ChargeState[]; empty: string }>;
export type BillingGroup = keyof typeof BILLING_GROUPS;

export const isBillingGroup = (value: unknown): value is BillingGroup =>
  typeof value === "string" && Object.hasOwn(BILLING_GROUPS, value);

/** Which list a charge of a state stands in. */
export function groupOf(state: ChargeState): BillingGroup {
  const found = Object.entries(BILLING_GROUPS).find(([, { states }]) => states.some((one) => one === state));
  return isBillingGroup(found?.[0]) ? found[0] : "ended";
}
