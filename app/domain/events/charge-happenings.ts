import type { ChargeKind } from "../states/labels";
import type { ChargeState } from "../states/transitions";

/** What can happen to a later charge, as `happenings.ts` takes it. Pure. */
export interface ChargeActions {
  /** A later charge, with its kind; cents, tax included. */
  charge_proposed: { subject: "charge"; to: "proposed"; data: { kind: ChargeKind; amount: number } };
  charge_moved: {
    subject: "charge";
    from: ChargeState;
    to: ChargeState;
    data: { kind: ChargeKind; amount: number };
    why: true;
  };
  /** The customer's own words are the why. */
  charge_questioned: { subject: "charge"; why: true };
  /** The office's words to the customer are the why. */
  charge_answered: { subject: "charge"; data: { outcome: "upheld" | "lowered" | "waived" }; why: true };
  charge_held: { subject: "charge"; why: true };
  charge_released: { subject: "charge" };
  charge_approved: { subject: "charge" };
  /** The office put proof to it. */
  charge_proved: { subject: "charge" };
  /** By phone: no message could reach the customer. */
  charge_told: { subject: "charge" };
  payment_link_sent: { subject: "booking" };
  ticket_waived: { subject: "unit"; data: { unit_number: number }; why: true };
}
