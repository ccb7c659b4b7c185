import type { PhoneView } from "../kernel/phone";

/** What a task is about, in words and with the record where it is done. */
export interface AboutTask {
  who: string;
  detail: string;
  phone: PhoneView | null;
  /** A booking's or a dumpster's number, a lead's, a customer's, a charge's or a task's id; null where there is no page. */
  at: {
    kind:
      | "booking"
      | "lead"
      | "customer"
      | "dumpster"
      | "size"
      | "reconcile"
      | "dispute"
      | "refund"
      | "charge"
      | "call"
      | "payout";
    id: string;
  } | null;
}
