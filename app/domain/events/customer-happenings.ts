import type { FieldChange } from "./yard-happenings";

/** What can happen to a customer's record, as `happenings.ts` takes it. Pure. */
export interface CustomerActions {
  /** `version` is the record's after it. */
  customer_changed: { subject: "customer"; data: { version: number; changes: FieldChange[] } };
  customer_noted: { subject: "customer"; why: true };
  contact_added: { subject: "customer"; data: { value: string } };
  contact_confirmed: { subject: "customer"; data: { value: string } };
  contact_ended: { subject: "customer"; data: { value: string } };
  served_no_more: { subject: "customer"; why: true };
  served_again: { subject: "customer"; why: true };
  customer_merged: { subject: "customer"; data: { from: string; into: string } };
  customer_unmerged: { subject: "customer"; data: { from: string; into: string } };
}
