import { CUSTOMER_FIELD, type CustomerField } from "~/domain/customers/fields";
import type { FieldChange } from "~/domain/events/happenings";
import { LANGUAGES, OUR_LANGUAGE, readLanguage } from "~/domain/kernel/language";
import { formatCents } from "~/domain/kernel/money";

/** "First name Ann, was Anna; Credit limit $500.00, was none". */
export function describeChanges(changes: readonly FieldChange[]): string {
  if (changes.length === 0) return "Record changed";
  return changes.map(({ field, was, is }) => `${nameOf(field)} ${said(field, is)}, was ${said(field, was)}`).join("; ");
}

function nameOf(field: string): string {
  return Object.hasOwn(CUSTOMER_FIELD, field) ? CUSTOMER_FIELD[field as CustomerField] : field;
}

function said(field: string, value: string | number | null): string {
  if (value === null || value === "") return "none";
  if (field === "language") return LANGUAGES[readLanguage(value) ?? OUR_LANGUAGE];
  return field === "credit_limit" ? formatCents(Number(value)) : String(value);
}
