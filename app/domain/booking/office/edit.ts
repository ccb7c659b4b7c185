/**
 * What the office puts right of a paid booking without a new signature or price, by the names of the order's forms: who
 * is reached and how, where the dumpster stands, what the driver should know. Size, price, dates and address are signed
 * for again, cancelling and moving have their own ways. Pure.
 */
import type { BookingStatus } from "../../states/transitions";
import type { TrackedField } from "../draft/tracked";

const REACH = ["firstName", "lastName", "phone", "email", "smsConsent"] as const;
const PLACE = ["placement", "associationApproval", "gateCode", "specialInstructions", "ecoFriendlyOptions"] as const;
export const EDITABLE = [...REACH, ...PLACE] as const satisfies readonly TrackedField[];
export type EditableField = (typeof EDITABLE)[number];
export type EditTexts = Record<EditableField, string>;

/** Nobody has paid yet: the order itself can still be put right, by its own form. */
const UNPAID: readonly BookingStatus[] = ["quoted", "pending_payment", "expired"];
/** The truck has gone for good: only how somebody is reached still matters. */
const OVER: readonly BookingStatus[] = ["completed", "cancelled"];

/** Which fields of a booking can be edited; none of an unpaid one. */
export function editableOf({ status }: { status: BookingStatus }): readonly EditableField[] {
  if (UNPAID.includes(status)) return [];
  return OVER.includes(status) ? REACH : EDITABLE;
}
