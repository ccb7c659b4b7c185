import type { z } from "zod";
import { EMAIL_OR_TEXTS, officeScheduleSchema } from "~/domain/booking/draft/fields";
import { EDITABLE, editableOf, type EditTexts } from "~/domain/booking/office/edit";
import { editTexts } from "~/domain/booking/office/edit.server";
import { meantInstead } from "~/domain/kernel/mail-slip";
import type { Problem } from "~/http/answers/forms.server";
import type { Booking } from "~/domain/booking/order/bookings.server";

/** The fields of the order's form that can be edited later. */
export const editSchema = officeScheduleSchema.pick({
  firstName: true,
  lastName: true,
  phone: true,
  email: true,
  smsConsent: true,
  placement: true,
  associationApproval: true,
  gateCode: true,
  specialInstructions: true,
  ecoFriendlyOptions: true,
});

const box = (ticked: boolean) => (ticked ? "on" : "");

export function editedTexts(value: z.output<typeof editSchema>): EditTexts {
  return {
    ...value,
    smsConsent: box(value.smsConsent),
    associationApproval: box(value.associationApproval),
    ecoFriendlyOptions: box(value.ecoFriendlyOptions),
  };
}

/** What a form is made of, as it carries it: the version that it was made from is its very content. */
export function writeSeen(booking: Booking): string {
  const texts = editTexts(booking);
  return JSON.stringify(Object.fromEntries(editableOf(booking).map((field) => [field, texts[field]])));
}

/** Nothing of what cannot be read: every difference is then a conflict. */
export function readSeen(sent: unknown): Partial<EditTexts> {
  try {
    const read: unknown = JSON.parse(typeof sent === "string" ? sent : "");
    if (typeof read !== "object" || read === null) return {};
    return Object.fromEntries(
      Object.entries(read).filter(([name, text]) => EDITABLE.some((one) => one === name) && typeof text === "string"),
    );
  } catch {
    return {};
  }
}

const textOf = (typed: Problem["values"], name: string) => {
  const value = typed[name];
  return typeof value === "string" ? value.trim() : "";
};

/**
 * What is wrong with how somebody is reached, told together with what is wrong with the fields by themselves: neither an
 * address nor texts, or another address than before that looks like a slip. `values`: about which address it asks.
 */
export function reachTrouble(
  typed: Problem["values"],
  before: string,
): { values: Problem["values"]; fields: Problem["fields"] } {
  const email = textOf(typed, "email");
  const fine = { values: typed, fields: {} };
  if (email === "") return textOf(typed, "smsConsent") === "on" ? fine : { ...fine, fields: { email: EMAIL_OR_TEXTS } };
  const answer = { unsure: textOf(typed, "unsure"), asTyped: textOf(typed, "asTyped") === "on" };
  const meant = email === before ? null : meantInstead(email, answer);
  if (!meant) return fine;
  const ask = `Did you mean ${meant}? Put it right, or say below that it is right. Nothing was saved yet.`;
  return { values: { ...typed, unsure: email, asTyped: "" }, fields: { email: ask } };
}

/** What to do, and beside which field. */
export const EDIT_REFUSED = {
  unpaid: { field: "", message: "Nobody has paid this order: put it right by its own form." },
  no_reach: { field: "email", message: EMAIL_OR_TEXTS },
  not_agreed: { field: "smsConsent", message: "Only the customer can agree to text messages." },
} as const;
