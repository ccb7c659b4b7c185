import { CUSTOMER_FIELD, type CustomerField } from "~/domain/customers/fields";
import type { EventAction, FieldChange } from "~/domain/events/happenings";
import { formatDay, parseDay } from "~/domain/kernel/days";
import { LANGUAGES, OUR_LANGUAGE, readLanguage } from "~/domain/kernel/language";
import { formatCents } from "~/domain/kernel/money";
import { formatPhoneText } from "../voice/number-words";
import { after, ofTwo, type Told } from "./timeline-parts";

/** "First name Ann, was Anna; Credit limit $500.00, was none". */
function describeChanges(changes: readonly FieldChange[]): string {
  if (changes.length === 0) return "Record changed";
  return changes.map(({ field, was, is }) => `${nameOf(field)} ${said(field, is)}, was ${said(field, was)}`).join("; ");
}

function nameOf(field: string): string {
  return Object.hasOwn(CUSTOMER_FIELD, field) ? CUSTOMER_FIELD[field as CustomerField] : field;
}

function said(field: string, value: string | number | null): string {
  if (value === null || value === "") return "none";
  if (field === "language") return LANGUAGES[readLanguage(value) ?? OUR_LANGUAGE];
  const day = field === "exempt_until" ? parseDay(String(value)) : null;
  if (day) return formatDay(day, { year: true, short: true });
  return field === "credit_limit" ? formatCents(Number(value)) : readable(String(value));
}

/** A telephone number as people read it; anything else, an address among it, as it is. */
function readable(value: string): string {
  return /^\+\d{7,15}$/.test(value) ? formatPhoneText(value) : value;
}

/** What happened to a customer's record, in the office's words. */
export const CUSTOMER_WORDS = {
  customer_changed: ({ data }) => describeChanges(data.changes ?? []),
  customer_noted: () => "Note",
  contact_added: ({ data }) => `Contact added${after(": ", data.value && readable(data.value))}`,
  contact_confirmed: ({ data }) =>
    `Contact confirmed for terms and exemption${after(": ", data.value && readable(data.value))}`,
  contact_ended: ({ data }) => `Contact ended${after(": ", data.value && readable(data.value))}`,
  served_no_more: () => "Do not serve",
  served_again: () => "Served again",
  customer_merged: (told) => ofTwo(told, (from, into) => `${from} merged into ${into}`) ?? "Two records merged",
  customer_unmerged: (told) =>
    ofTwo(told, (from, into) => `Merge undone: ${from} and ${into} are two again`) ?? "Merge undone",
} satisfies { [A in EventAction]?: (told: Told<A>) => string };
