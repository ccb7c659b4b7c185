import type { Orm, Tx } from "#db/client.server";
import { findDraft, type Draft } from "../booking/draft/drafts.server";
import { grantableOrder } from "../booking/draft/grants";
import { endGrant, grant, rightsFor } from "../booking/draft/grants.server";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { windowRoomFor, wishOf, type Order } from "../booking/order/order.server";
import { hasConfirmed } from "../customers/contacts.server";
import { findGranted, reachesOf, type Contact } from "../customers/customers.server";
import { familyOf, getCustomer, standsFor } from "../customers/family.server";
import { findTerms, findTermsFor, type Terms } from "../customers/terms.server";
import { orderToSign, signAgreement, type Signature, type SignResult } from "../documents/sign.server";
import { recordEvent } from "../events/events.server";
import { consumeHold, findLiveHold, releaseHold, reserveUnits } from "../inventory/holds.server";
import { isHeldFor } from "../inventory/quote-holds.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { DAY, plus } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import { isPayable, isQuoteOver } from "../states/status-rules";
import { listOwing } from "./owing.server";
import { bookOrder } from "./settle-order.server";

/** A customer's account (domain.md, 4.23): its terms, and what is owed on it now; cents. */
export interface Account extends Terms {
  owed: Cents;
}

/** Why an order does not go on an account; cents. */
export type AccountRefusal =
  | { ok: false; code: "no_account" }
  | { ok: false; code: "over_limit"; owed: Cents; total: Cents; limit: Cents };

/** Null for a customer without terms. */
export function findAccount(orm: Orm, customerId: Id<"customer">): Account | null {
  const terms = findTerms(orm, customerId);
  return terms && { ...terms, owed: owedOnAccount(orm, customerId) };
}

/**
 * The account of whoever would order with this contact, before there is an order; null without terms. `isConfirmed`: so is
 * each way that its link would go, by email and, where they agreed to text messages, to the number. A name and a number of
 * theirs are no secret.
 */
export function findAccountOf(
  orm: Orm,
  contact: Contact & { smsConsent: boolean },
): (Account & { id: Id<"customer">; isConfirmed: boolean }) | null {
  const known = findGranted(orm, contact);
  const account = known && findAccount(orm, known.id);
  if (!account) return null;
  const [email, phone] = reachesOf(contact);
  // Of what is not typed yet nothing is said.
  const ways = [email, ...(contact.smsConsent || email.value === "" ? [phone] : [])].filter(
    ({ value }) => value !== "",
  );
  const isConfirmed = ways.length > 0 && ways.every(({ value }) => hasConfirmed(orm, known.id, [value]));
  return { ...account, id: known.id, isConfirmed };
}

/** The account of who ordered; null too where the contact has become somebody else's. */
export function findAccountFor(orm: Orm, { customer_id: id }: Pick<Booking, "customer_id">, contact: Contact) {
  return findTermsFor(orm, id, contact) && findAccount(orm, id);
}

/**
 * What a customer owes, with all that is merged into them: the sum over their bookings on which something is open. What
 * we owe on one of them (a refund on its way) does not make room for another.
 */
function owedOnAccount(orm: Orm, customerId: Id<"customer">): Cents {
  const whole = standsFor(orm, getCustomer(orm, customerId));
  return listOwing(orm, familyOf(orm, whole.id)).reduce((sum, { cents }) => sum + cents, 0);
}

function checkAccount(
  orm: Orm,
  booking: Booking,
  { data }: Draft,
  { price: { total } }: Order,
): { ok: true } | AccountRefusal {
  const account = findAccountFor(orm, booking, data.contactInfo);
  if (!account) return { ok: false, code: "no_account" };
  const { owed, limit } = account;
  return owed + total <= limit ? { ok: true } : { ok: false, code: "over_limit", owed, total, limit };
}

/**
 * Lets a prepared order go on its customer's account when it is signed (domain.md, 4.25), as it is now and until its price
 * ends. Refused without terms, beyond the limit, as "price_over" once that has ended, and as "not_open" once it is paid.
 * What was signed for a card before is signed anew: the agreement says how it is paid.
 */
export function allowOnAccount(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  booking: Booking,
): { ok: true } | AccountRefusal | { ok: false; code: "not_open" | "price_over" } {
  const draft = booking.draft_id === null ? null : findDraft(tx, booking.draft_id);
  if (!draft?.preparedBy || !isPayable(booking)) return { ok: false, code: "not_open" };
  if (isQuoteOver(booking, deed.now)) return { ok: false, code: "price_over" };
  const wanted = grantableOrder(draft.data);
  const rights = rightsFor(tx, draft.id, wanted, deed.now);
  const order = orderToSign(tx, settings, draft, booking, rights, deed.now);
  const checked = checkAccount(tx, booking, draft, order);
  if (!checked.ok) return checked;
  const ends = booking.quote_expires_at ?? plus(deed.now, settings.quoteDays * DAY);
  if (!rights.has("on_account")) grant(tx, deed, draft, "on_account", wanted, ends);
  return { ok: true };
}

/** The office takes it back: the order is paid by card. */
export function payByCard(tx: Tx, deed: Deed<StaffActor>, draft: Pick<Draft, "id" | "bookingId">): void {
  endGrant(tx, deed, draft, "on_account", "taken_back");
}

/** Somebody else got the last dumpster or the last place of the window: thrown, so that nothing of the signature is kept. */
export class NothingLeft extends Error {
  override name = "NothingLeft";
  constructor(readonly what: "sold_out" | "window_full") {
    super(what);
  }
}

/**
 * Signs an order as `signAgreement` does, and books it in the same transaction where it goes on its customer's account:
 * what is asked before a payment is asked here. Beyond the limit nothing is signed: the right ends, and the customer signs
 * for a payment by card. Throws NothingLeft.
 */
export function signOrder(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  draftId: Id<"draft">,
  signature: Signature,
  seenSha256: string,
  website: string,
): SignResult | AccountRefusal {
  const draft = findDraft(tx, draftId);
  const order = draft && orderOnAccount(tx, deed, settings, draft);
  if (draft && order) {
    const checked = checkAccount(tx, order.booking, draft, order);
    if (!checked.ok) return refuse(tx, deed, draft, checked);
  }
  const signed = signAgreement(tx, deed, settings, { id: draftId }, signature, seenSha256, website);
  if (!signed.ok || !order?.accountDays) return signed;
  bookOnAccount(tx, deed, settings, signed.booking, order.accountDays, website);
  return { ok: true, booking: getBooking(tx, signed.booking.id) };
}

/** What would be signed, where it goes on an account; else null. */
function orderOnAccount(tx: Tx, deed: Deed, settings: Settings, draft: Draft) {
  const booking = draft.bookingId ? getBooking(tx, draft.bookingId) : null;
  if (!booking || !isPayable(booking)) return null;
  const rights = rightsFor(tx, draft.id, grantableOrder(draft.data), deed.now);
  const order = orderToSign(tx, settings, draft, booking, rights, deed.now);
  return order.accountDays === null ? null : { ...order, booking };
}

function refuse(tx: Tx, deed: Deed, draft: Draft, refused: AccountRefusal): AccountRefusal {
  endGrant(tx, deed, draft, "on_account", "account_refused");
  if (draft.bookingId && refused.code === "over_limit")
    recordEvent(tx, deed, {
      subject: { kind: "booking", id: draft.bookingId },
      bookingId: draft.bookingId,
      action: "account_refused",
      data: { owed: refused.owed, total: refused.total, limit: refused.limit },
    });
  return refused;
}

/** Its dumpsters are held for the quote, or allotted now; the rental stands in the books as owed. */
function bookOnAccount(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  booking: Booking,
  accountDays: number,
  website: string,
): void {
  const hold = findLiveHold(tx, booking.id);
  const wish = wishOf(booking, settings);
  const isHeld = hold !== undefined && isHeldFor(hold, wish) && consumeHold(tx, deed, hold.id);
  if (!isHeld) {
    if (hold) releaseHold(tx, deed, hold.id, "other_order_signed");
    const reserved = reserveUnits(tx, wish, windowRoomFor(tx, settings, booking, deed.now), deed.now);
    if (!reserved.ok) throw new NothingLeft(reserved.code);
  }
  bookOrder(tx, deed, settings, booking, "account", { why: "on_account", website }, { accountDays });
}
