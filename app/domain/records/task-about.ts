import type { PhoneView } from "../kernel/phone";

/** What a task is about, in words and with the record where it is done. */
export interface AboutTask {
  who: string;
  detail: string;
  phone: PhoneView | null;
  /** Whom a call to that number is about, by their ids, where a person has said so; otherwise the record says it. */
  of?: { customer?: string | undefined; booking?: string | undefined };
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
      | "payout"
      | "calls"
      | "texts";
    id: string;
  } | null;
}
