import type { Orm, Tx } from "#db/client.server";
import { renewAccess } from "../../access/access.server";
import { findLastEvent, recordEvent } from "../../events/events.server";
import { findLiveHold } from "../../inventory/holds.server";
import { holdForQuote, isHeldFor, type QuoteHoldResult } from "../../inventory/quote-holds.server";
import type { Deed, StaffActor } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { phoneColumns } from "../../kernel/phone";
import { dayAt, instant, type Instant } from "../../kernel/time.server";
import type { Settings } from "../../settings/schema";
import { isPayable, isQuoteOver } from "../../states/status-rules";
import type { DraftData } from "../draft/data";
import { endsLinks, findDraft, saidInstead, saveDraft, type Draft } from "../draft/drafts.server";
import { findOrderExemption } from "../draft/order-exemption.server";
import { grantableOrder, type Rights } from "../draft/grants";
import { endGrants, grant, grantPrepared, grantSigned, rightsFor } from "../draft/grants.server";
import { mergeSave, type Overtaken } from "../draft/save-step.server";
import { told, TRACKED, type TrackedField } from "../draft/tracked";
import { fieldTexts } from "../draft/writes";
import { getBooking, isBeingPaid, type Booking } from "./bookings.server";
import { followPutRight } from "../../customers/put-right.server";
import { renewClosedDay } from "./closed-day.server";
import { describeOrder, honourPrice, taxedAsPrepared, windowStart, wishOf, type Order } from "./order.server";
import { keepNotes, renewUnsigned } from "./place.server";
import { checkSchedule, fillSchedule, type ScheduleRefusal } from "./schedule-check.server";

/** Holds a prepared order's dumpsters until its price ends (domain.md, 4.25), also in a window that is full. */
export function holdPrepared(tx: Tx, deed: Deed, settings: Settings, booking: Booking): QuoteHoldResult {
  return holdForQuote(tx, deed, wishOf(booking, settings), {
    expiresAt: booking.quote_expires_at ?? deed.now,
    windowCapacity: Number.MAX_SAFE_INTEGER,
    sharePercent: settings.quoteHoldPercent,
  });
}

/**
 * The same of an order that was signed before it was put right, as its caller is to sign it now: its booking still says
 * what was signed. What is held for this very order stays as it is. A window that is full was given to it: it would have
 * been refused (`checkSchedule`).
 */
function holdCorrected(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  booking: Booking,
  order: Order,
  expiresAt: Instant,
): void {
  if (!order.schedule || isQuoteOver(booking, deed.now)) return;
  const { deliveryDate, window: deliveryWindow, occupiedUntil } = order.schedule;
  const lines = order.lines.map(({ size, quantity }) => ({ size, quantity }));
  const wish = { bookingId: booking.id, email: booking.email, lines, deliveryDate, deliveryWindow, occupiedUntil };
  const held = findLiveHold(tx, booking.id);
  if (held && isHeldFor(held, wish)) return;
  holdForQuote(tx, deed, wish, {
    expiresAt,
    windowCapacity: Number.MAX_SAFE_INTEGER,
    sharePercent: settings.quoteHoldPercent,
  });
}

/**
 * Until when an order that was signed is given and held what it has now: as long as its link works, whatever end the
 * office's form says, but not past the beginning of its delivery; where that does not end, as a new one (`asNew`).
 */
function endOfSigned(booking: Booking, order: Order, asNew: Instant, now: Instant): Instant {
  const { quote_expires_at: ends } = booking;
  return ends === null || isQuoteOver(booking, now) ? asNew : instant(Math.min(ends, windowStart(order)));
}

/** Whether our texts, if they were agreed to, went to a number that is another one now. */
function isTextedElsewhere({ contactInfo, smsConsent }: DraftData, now: DraftData): boolean {
  const number = ({ phone }: DraftData["contactInfo"]) => phoneColumns(phone).phone;
  return smsConsent && contactInfo.phone !== "" && number(contactInfo) !== number(now.contactInfo);
}

/** The caller opened their link: told once. */
export function noteOpened(tx: Tx, deed: Deed, id: Id<"booking">): void {
  if (findLastEvent(tx, id, "link_opened")) return;
  recordEvent(tx, deed, { subject: { kind: "booking", id }, bookingId: id, action: "link_opened" });
}

/**
 * What the office's form says: made from version `seen`, with what whoever sends it may give. Until when it is good is
 * known once it is merged: `endOf` says it of the booking and the order as they are then.
 */
export interface Correction {
  mine: DraftData;
  seen: number;
  endOf: (booking: Booking, data: DraftData) => Instant;
  rights: Rights;
}

/** Whether a form of the office leaves an order as it is, so that nobody's payment page has to end for it. */
export function leavesAsItIs(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  { mine, seen, endOf, rights }: Correction,
  at: Instant,
): boolean {
  const draft = booking.draft_id === null ? null : findDraft(orm, booking.draft_id);
  if (draft?.version !== seen) return false;
  return whatChanges(orm, draft, booking, fillSchedule(orm, settings, mine), { endOf, rights, at }).isNothing;
}

function whatChanges(
  orm: Orm,
  draft: Draft,
  booking: Booking,
  data: DraftData,
  { endOf, rights, at }: Pick<Correction, "endOf" | "rights"> & { at: Instant },
) {
  const [before, after] = [fieldTexts(draft.data), fieldTexts(data)];
  const fields = TRACKED.filter((field) => before[field] !== after[field]);
  const isUnsigned = booking.status === "quoted" && !isQuoteOver(booking, at);
  const expiresAt = endOf(booking, data);
  const sameEnd = !isUnsigned || booking.quote_expires_at === expiresAt;
  const has = rightsFor(orm, draft.id, grantableOrder(data), at);
  const isExempt = findOrderExemption(orm, { officeContact: saidInstead(draft, data) }, data, dayAt(at)) !== null;
  const isGiven = [...rights, ...(isExempt ? ["exempt" as const] : [])].every((right) => has.has(right));
  const changes = fields.map((field) => ({ field, was: told(field, before), is: told(field, after) }));
  const isSame = sameEnd && isGiven;
  return {
    fields,
    changes,
    isUnsigned,
    expiresAt,
    sameEnd,
    isNothing: fields.length === 0 && isSame,
    isOnlyNotes: isSame && fields.every((field) => NOTES.includes(field)),
  };
}

/** Between the office and its driver: neither signed for nor paid, so that no payment page has to end for it. */
const NOTES: readonly TrackedField[] = ["specialInstructions", "gateCode"];

export type CorrectResult =
  | { ok: true; changed: boolean }
  | Overtaken
  | { ok: false; code: "not_open" | "being_paid" }
  | (ScheduleRefusal & { code: "refused" });

/**
 * Puts a prepared order right by the office, in the draft that the customer may have open at this moment. The form was
 * made from version `seen`: fields that the customer wrote since and that this form leaves stay theirs; where both wrote
 * something else nothing is saved, and `conflicts` has both values. Checked like a new one. While nobody has signed, its
 * price, rights, hold and booking follow, until `endOf`; afterwards the draft and the hold alone: it needs a new
 * signature. So does one whose price has ended: renewing it is a verb of its own, which says the price of today (`renewQuote`).
 * "being_paid" while its payment page is open: the caller ends that first, unless it is only for the driver (`NOTES`).
 */
export function correctPrepared(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  draftId: Id<"draft">,
  { mine, seen, endOf, rights }: Correction,
): CorrectResult {
  const now = { endOf, rights, at: deed.now };
  const draft = findDraft(tx, draftId);
  if (!draft?.bookingId) return { ok: false, code: "not_open" };
  const booking = getBooking(tx, draft.bookingId);
  if (!isPayable(booking)) return { ok: false, code: "not_open" };
  const merged = mergeSave(tx, draft, mine, seen, deed.by);
  if (!merged.ok) return merged;
  const own = findLiveHold(tx, booking.id) ?? null;
  // A window that was given to this very order is its own, however full it is.
  const given = rightsFor(tx, draft.id, grantableOrder(merged.data), deed.now);
  const checked = checkSchedule(tx, settings, merged.data, deed.now, new Set([...rights, ...given]), own);
  if (!checked.ok) return { ...checked, code: "refused" };
  const { fields, changes, isUnsigned, expiresAt, sameEnd, isNothing, isOnlyNotes } = whatChanges(
    tx,
    draft,
    booking,
    checked.data,
    now,
  );
  if (isNothing) return { ok: true, changed: false };
  if (!isOnlyNotes && isBeingPaid(tx, booking.id)) return { ok: false, code: "being_paid" };
  // What the office said it costs stays what it costs, while it is the same order.
  const kept = rightsFor(tx, draft.id, grantableOrder(checked.data), deed.now);
  const said = { ...draft, officeContact: saidInstead(draft, checked.data) };
  const certificate = findOrderExemption(tx, said, checked.data, dayAt(deed.now))?.certificate ?? null;
  const asked = honourPrice(describeOrder(tx, settings, checked.data), booking, kept);
  const order = taxedAsPrepared(asked, certificate, settings);
  const steps = [...new Set([...draft.stepsDone, "project", "schedule"])];
  followPutRight(tx, deed, booking, draft.data.contactInfo, checked.data.contactInfo);
  saveDraft(tx, deed, draft.id, { data: checked.data, stepsDone: steps }, settings.draftDays);
  // The link went to the former number as well: whoever has that may be anybody. Another address ended it already.
  if (isTextedElsewhere(draft.data, checked.data) && !endsLinks(tx, draft, checked.data))
    renewAccess(tx, deed, { draftId: draft.id, bookingId: booking.id }, "other_contact_office");
  if (isUnsigned) {
    renewUnsigned(tx, deed, booking, checked.data, order, expiresAt);
    if (!sameEnd) endGrants(tx, deed, draft);
    grantPrepared(tx, deed, said, checked.data, expiresAt);
    // It goes on the account as long as its price is good, and that has another end now.
    if (!sameEnd && kept.has("on_account"))
      grant(tx, deed, draft, "on_account", grantableOrder(checked.data), expiresAt);
    holdPrepared(tx, deed, settings, getBooking(tx, booking.id));
  } else {
    const ends = endOfSigned(booking, order, expiresAt, deed.now);
    grantSigned(tx, deed, said, checked.data, rights, ends);
    // What is only for the driver changes nothing of what is held, also by the payment page that is open.
    const wasSigned = booking.status !== "quoted" && !isOnlyNotes;
    if (wasSigned) holdCorrected(tx, deed, settings, booking, order, ends);
  }
  // Who stands on the payment page sends no form any more that would bring it to the driver.
  if (isOnlyNotes) keepNotes(tx, deed, booking.id, checked.data);
  renewClosedDay(tx, deed, booking.id);
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: booking.id },
    bookingId: booking.id,
    action: "order_corrected",
    data: { fields, changes },
  });
  return { ok: true, changed: true };
}
