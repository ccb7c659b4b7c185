import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings, events } from "#db/schema/index";
import { renewAccess } from "../../access/access.server";
import { followPutRight } from "../../customers/put-right.server";
import { recordEvent } from "../../events/events.server";
import type { EventData } from "../../events/happenings";
import type { Actor, Deed, StaffActor } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { formatPhone, phoneColumns } from "../../kernel/phone";
import type { Placement } from "../../schedule/placement";
import { told } from "../draft/tracked";
import { compareWrites } from "../draft/writes";
import type { LastWrite, Meanwhile } from "../draft/writes.server";
import { renewBookingTasks } from "../order/booking-tasks.server";
import { getBooking, type Booking } from "../order/bookings.server";
import { EDITABLE, editableOf, type EditableField, type EditTexts } from "./edit";

/**
 * `changed`: somebody wrote the same fields since the form was made, nothing was saved. `no_reach`: neither an address
 * nor texts. `not_agreed`: only the customer agrees to texts. `unpaid`: the order's own form puts it right.
 */
export type EditResult =
  | { ok: true; endedLinks: boolean }
  | { ok: false; code: "unpaid" | "no_reach" | "not_agreed" }
  | { ok: false; code: "changed"; meanwhile: Meanwhile };

/**
 * Saves what the office edited of a booking. `seen` is what the form was made of: a field that it left as it was keeps
 * what anybody wrote since, one that both wrote is a conflict and nothing is saved (domain.md, 4.25). Another address or
 * telephone number ends every link and cookie so far, which the former one may have; another place ends its permit.
 */
export function editBooking(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: Id<"booking">,
  { mine, seen }: { mine: EditTexts; seen: Partial<EditTexts> },
): EditResult {
  const before = getBooking(tx, id);
  const fields = editableOf(before);
  if (fields.length === 0) return { ok: false, code: "unpaid" };
  const stored = editTexts(before);
  const others = fields.filter((field) => seen[field] !== stored[field]);
  const since = others.map((field) => ({
    version: 0,
    field,
    // What a form does not say that it showed, it cannot have left as it was.
    was: seen[field] ?? stored[field],
    now: stored[field],
    isOthers: true,
  }));
  const { theirs, conflicts } = compareWrites(fields, mine, stored, since);
  const last = (field: EditableField) => lastWrite(tx, before, field, seen[field] ?? "");
  if (conflicts.length > 0) {
    const meanwhile = {
      conflicts: conflicts.map((field) => ({ ...last(field), mine: mine[field] })),
      kept: theirs.map(last),
    };
    return { ok: false, code: "changed", meanwhile };
  }
  const now: EditTexts = { ...stored };
  for (const field of fields) if (!theirs.includes(field)) now[field] = mine[field];
  if (now.smsConsent && !stored.smsConsent) return { ok: false, code: "not_agreed" };
  if (!now.email && !now.smsConsent) return { ok: false, code: "no_reach" };
  return { ok: true, endedLinks: save(tx, deed, before, now) };
}

/** Whether links ended with it. */
function save(tx: Tx, deed: Deed<StaffActor>, before: Booking, now: EditTexts): boolean {
  const stored = editTexts(before);
  const changed = EDITABLE.filter((field) => now[field] !== stored[field]);
  if (changed.length === 0) return false;
  const isElsewhere = now.placement !== stored.placement;
  followPutRight(tx, deed, before, stored, now);
  // A number that was kept as it was typed stays so until it is another one.
  const phone = changed.includes("phone") ? phoneColumns(now.phone) : {};
  tx.update(bookings)
    .set({
      first_name: now.firstName,
      last_name: now.lastName,
      ...phone,
      email: now.email,
      sms_consent: now.smsConsent === "on",
      placement: now.placement as Placement,
      association_approval: now.associationApproval === "on",
      gate_code: now.gateCode,
      special_instructions: now.specialInstructions,
      eco_friendly_options: now.ecoFriendlyOptions === "on",
      ...(isElsewhere && { permit_number: null, permit_from: null, permit_until: null }),
      updated_at: deed.now,
    })
    .where(eq(bookings.id, before.id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: before.id },
    bookingId: before.id,
    action: "booking_edited",
    data: { changes: changed.map((field) => ({ field, was: told(field, stored), is: told(field, now) })) },
  });
  const after = getBooking(tx, before.id);
  const isOtherReach = after.email.toLowerCase() !== before.email.toLowerCase() || after.phone !== before.phone;
  if (isElsewhere || isOtherReach) renewBookingTasks(tx, deed, before.id);
  if (isOtherReach) renewAccess(tx, deed, { bookingId: before.id, draftId: before.draft_id }, "other_contact_office");
  return isOtherReach;
}

/** Who wrote longer ago did not write while a form was open. */
const RECENT_EDITS = 50;

/** Who wrote a field last: somebody of the office, or whoever signed. */
function lastWrite(tx: Tx, booking: Booking, field: EditableField, was: string): LastWrite {
  const edit = tx
    .select({ at: events.at, kind: events.actor_kind, label: events.actor_label, data: events.data })
    .from(events)
    .where(and(eq(events.booking_id, booking.id), eq(events.action, "booking_edited")))
    .orderBy(desc(events.id))
    .limit(RECENT_EDITS)
    .all()
    .find(({ data }) => (data as EventData<"booking_edited">).changes?.some((change) => change.field === field));
  const by = edit
    ? { kind: edit.kind as Actor["kind"], label: edit.label }
    : { kind: "customer" as const, label: "Customer" };
  return { field, was, now: editTexts(booking)[field], by, at: edit?.at ?? booking.updated_at };
}

const box = (ticked: boolean) => (ticked ? "on" : "");

/** A booking's fields as its form writes them. */
export function editTexts(booking: Booking): EditTexts {
  return {
    firstName: booking.first_name,
    lastName: booking.last_name,
    phone: formatPhone(booking.phone, booking.phone_extension),
    email: booking.email,
    smsConsent: box(booking.sms_consent),
    placement: booking.placement,
    associationApproval: box(booking.association_approval),
    gateCode: booking.gate_code,
    specialInstructions: booking.special_instructions,
    ecoFriendlyOptions: box(booking.eco_friendly_options),
  };
}
