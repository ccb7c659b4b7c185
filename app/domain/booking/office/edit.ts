/**
 * What the office puts right of a paid booking without a new signature or price, by the names of the order's forms: who
 * is reached and how, where the dumpster stands, what the driver should know. Size, price, dates and address are signed
 * for again, cancelling and moving have their own ways. Pure.
 */
import { formatPhone } from "../../kernel/phone";
import type { Placement } from "../../schedule/placement";
import type { BookingStatus } from "../../states/transitions";
import type { TrackedField } from "../draft/writes";

const REACH = ["firstName", "lastName", "phone", "email", "smsConsent"] as const;
const PLACE = ["placement", "associationApproval", "specialInstructions", "ecoFriendlyOptions"] as const;
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

interface Edited {
  first_name: string;
  last_name: string;
  phone: string;
  phone_extension: string | null;
  email: string;
  sms_consent: boolean;
  placement: Placement;
  association_approval: boolean;
  special_instructions: string;
  eco_friendly_options: boolean;
}

const box = (ticked: boolean) => (ticked ? "on" : "");

/** A booking's fields as its form writes them. */
export function editTexts(booking: Edited): EditTexts {
  return {
    firstName: booking.first_name,
    lastName: booking.last_name,
    phone: formatPhone(booking.phone, booking.phone_extension),
    email: booking.email,
    smsConsent: box(booking.sms_consent),
    placement: booking.placement,
    associationApproval: box(booking.association_approval),
    specialInstructions: booking.special_instructions,
    ecoFriendlyOptions: box(booking.eco_friendly_options),
  };
}
