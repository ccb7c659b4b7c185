import { fieldWord, isTracked, valueWords } from "~/domain/booking/draft/write-words";
import type {
  EventAction,
  EventData,
  FieldChange,
  LinksEnd,
  OfferEnd,
  RightEnd,
  SignedOut,
} from "~/domain/events/happenings";
import { EVIDENCE_GAPS, type EvidenceGap } from "~/domain/dispatch/evidence";
import type { Report } from "~/domain/dispatch/report-rules";
import { parseDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { shortDay, yearOf } from "~/domain/kernel/moments";
import { formatEnd } from "~/domain/kernel/full-dates";
export { PHOTO_STEP } from "~/domain/photos/step-words";
import type { MaterialId } from "~/domain/pricing/types";

/** What the words are made of: the action's own data, and the states between which it moved. */
export interface Told<A extends EventAction> {
  data: EventData<A>;
  subject: string;
  from: string | null;
  to: string | null;
  /** When it happened. */
  at: number;
  /** The kind of who did it. */
  by: string;
  /** The name of a record that the page knows. */
  named: (id: string | undefined) => string | undefined;
}

export const LINKS_END: Readonly<Record<LinksEnd, string>> = {
  signed_out: "signed out of the booking",
  other_email_typed: "another email address was typed",
  other_email_signed: "another email address was signed for",
  other_contact_office: "the office changed how the customer is reached",
};
export const OFFER_END: Readonly<Record<OfferEnd, string>> = {
  accepted: "accepted",
  declined: "declined",
  withdrawn: "taken back",
  expired: "not answered in time",
};
export const RIGHT_END: Readonly<Record<RightEnd, string>> = {
  other_order_signed: "another order was signed",
  account_refused: "the account does not carry it",
  taken_back: "taken back",
  another_price_given: "another price was given",
  price_has_other_end: "its price has another end",
};
export const SIGNED_OUT: Readonly<Record<SignedOut, string>> = {
  here: "on this device",
  one: "on one other device",
  others: "on all other devices",
  everywhere: "everywhere",
};
export const FIELD: Readonly<Record<string, string>> = {
  display_name: "name",
  company_name: "company",
  phone: "phone",
  avatar_url: "picture",
  password: "password",
  email: "email address",
  email_confirmed_at: "email address confirmed",
};
export const RIGHT: Readonly<Record<string, string>> = {
  consultation: "materials that need a consultation",
  exempt: "the exemption from sales tax",
  full_window: "a full delivery window",
  on_account: "payment on account",
  price: "a fixed price",
};

export const REMINDER: Readonly<Record<string, string>> = {
  "day-before": "the reminder on the day before",
  "due-soon": "the reminder two days before the pickup",
  "due-today": "the reminder on the day of the pickup",
  overdue: "the reminder that it is overdue",
  "delivery-late": "the message that we are late with the delivery",
  "errand-late": "the message that we are late with a swap, an emptying or a move",
};

/** What an attempt's evidence lacks, as far as this version knows it. */
export const gapsOf = (missing: readonly string[] = []): EvidenceGap[] =>
  EVIDENCE_GAPS.filter((gap) => missing.includes(gap));

/** A report as it was recorded; a material that is no more is told by its name. */
export const toldReport = ({ material, ...rest }: EventData<"load_reported">): Partial<Report> => ({
  ...rest,
  material: material ? (material as MaterialId) : null,
});

/** What a service area began with. */
export function madeArea({ is }: EventData<"area_made">): string {
  const terms = is && [
    is.delivery_fee === 0 ? "the fee of the prices" : `delivery fee ${formatCents(is.delivery_fee)}`,
    ...(is.minimum_order === 0 ? [] : [`smallest order ${formatCents(is.minimum_order)}`]),
    is.is_active ? "switched on" : "switched off",
  ];
  return `Service area made${after(": ", terms?.join("; "))}`;
}

/** What was changed of a service area, with what it was before. */
export function changedArea({ was, is }: EventData<"area_changed">): string {
  if (!was || !is) return "Service area changed";
  const changes = [
    ...(was.area_name === is.area_name ? [] : [`name: ${was.area_name} → ${is.area_name}`]),
    ...(was.delivery_fee === is.delivery_fee
      ? []
      : [`delivery fee: ${formatCents(was.delivery_fee)} → ${formatCents(is.delivery_fee)}`]),
    ...(was.minimum_order === is.minimum_order
      ? []
      : [`smallest order: ${formatCents(was.minimum_order)} → ${formatCents(is.minimum_order)}`]),
    ...(was.is_active === is.is_active ? [] : [is.is_active ? "switched on" : "switched off"]),
  ];
  return `Service area: ${changes.join("; ")}`;
}

export function changedZips({ added, removed }: EventData<"area_zips_changed">): string {
  const changes = [
    ...(added ? [`ZIP codes added: ${added.join(", ")}`] : []),
    ...(removed ? [`ZIP codes removed: ${removed.join(", ")}`] : []),
  ];
  return changes.join("; ") || "ZIP codes changed";
}

/** What was edited of a booking, with what it was before. */
export function editedBooking({ changes = [] }: EventData<"booking_edited">): string {
  return `Booking edited${changes.length > 0 ? `: ${saidChanges(changes)}` : ""}`;
}

/** What was put right of a prepared order, with what it was before where the event has that. */
export const putRight = ({ fields, changes }: EventData<"order_corrected">): string | undefined =>
  changes ? saidChanges(changes) : fields?.map(fieldWord).join(", ");

/** "dumpsters: 1 × 20 yards → 1 × 15 yards; email: nothing → ada@example.com" */
function saidChanges(changes: readonly FieldChange[]): string {
  const said = (field: string, text: unknown) =>
    isTracked(field) ? valueWords(field, String(text ?? "")) : String(text);
  return changes
    .map(({ field, was, is }) => `${fieldWord(field)}: ${said(field, was)} → ${said(field, is)}`)
    .join("; ");
}

/** A word of a table; what it does not have is said as it is. */
export function look(table: object, key: string | null | undefined): string | undefined {
  if (key === null || key === undefined) return undefined;
  return Object.hasOwn(table, key) ? String((table as Record<string, unknown>)[key]) : key;
}

/** A day as it was said at a moment: with its year where that was another one. */
export function saidDay(day: string | undefined, at: number): string | undefined {
  const known = parseDay(day ?? "");
  return known ? shortDay(known, yearOf(at)) : day;
}

/** When something that was said at a moment ends: "until Jan 4, 2027, 9:00 am", its year where that was another one. */
export function saidEnd(until: number | undefined, at: number): string | undefined {
  return until === undefined ? undefined : formatEnd(until, { short: true, thisYear: yearOf(at) });
}

export const after = (before: string, value: string | number | undefined) =>
  value === undefined ? "" : `${before}${value}`;
export const money = (cents: number | undefined) => (cents === undefined ? "" : `, ${formatCents(cents)}`);

/** What became of two records, by their names. */
export function ofTwo(
  { data: { from, into }, named }: Told<"customer_merged" | "customer_unmerged">,
  say: (from: string, into: string) => string,
): string | undefined {
  const [one, other] = [named(from), named(into)];
  return one !== undefined && other !== undefined ? say(one, other) : undefined;
}
