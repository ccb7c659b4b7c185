import type { Orm } from "#db/client.server";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { findUndeliverable } from "~/domain/booking/order/schedule-check.server";
import { isHeldFor } from "~/domain/inventory/quote-holds.server";
import type { Instant } from "~/domain/kernel/time.server";
import type { PricingResult } from "~/domain/pricing/types";
import { asToSign } from "~/domain/documents/to-sign.server";
import { withSign } from "~/domain/kernel/text";
import { isPrepared, type PreparedRecord } from "~/domain/records/prepared-record.server";
import { isPayable, isQuoteOver } from "~/domain/states/status-rules";
import { readOpenDraft, type OpenDraft } from "~/http/access/draft.server";
import type { Scope } from "~/http/context.server";
import { website } from "~/services/payments/checkout.server";
import { saidToStaff } from "./said-to-staff.server";
import type { ChangedSince, PreparedView } from "~/ui/office/PreparedOrder";

/** Whether what was signed and what is held are the order of now; what was before that is neither any more. */
export interface AsItIs {
  isSignedAsItIs: boolean;
  isHeldAsItIs: boolean;
  /** Why the caller can neither sign nor pay it as it is, in the office's words; null where they can. */
  undeliverable: PreparedView["undeliverable"];
  /** Its price, where the office's word holds for it as it is. */
  fixed: PricingResult | null;
}

/** The same of a draft: the caller may have changed it, or the office after the signature. */
export function asItIs(orm: Orm, open: OpenDraft, { booking, hold }: PreparedRecord, now: Instant): AsItIs {
  const { lines, schedule } = open.order;
  const wish = schedule && { ...schedule, deliveryWindow: schedule.window, lines };
  return {
    isSignedAsItIs: open.signed,
    fixed: open.rights.has("price") ? open.order.price : null,
    isHeldAsItIs: hold !== null && wish !== null && isHeldFor(hold, wish),
    undeliverable: undeliverableAsItIs(orm, open, booking, now),
  };
}

function undeliverableAsItIs(
  orm: Orm,
  open: OpenDraft,
  { customer_id }: Booking,
  now: Instant,
): AsItIs["undeliverable"] {
  const found = open.order.schedule && findUndeliverable(orm, open.settings, open.draft.data, now, open.rights);
  return (
    found && {
      words: Object.values(saidToStaff(found.fields)).join(" "),
      notServed: found.byPhone ? customer_id : null,
    }
  );
}

/** Why no link to it is sent again, by whatever page: who got it would find that they cannot sign. Null where it may go. */
export function unsendable(scope: Scope, booking: Booking): { ok: false; message: string; status: number } | null {
  const obstacle = obstacleOf(scope, booking);
  return (
    obstacle && { ok: false, message: `Nothing was sent: put the order right first. ${obstacle.words}`, status: 409 }
  );
}

/** What an order is that is to be signed again, while its record says what was signed; null for any other. */
export function changedSinceSigned({ services }: Scope, booking: Booking): ChangedSince | null {
  const { clock, db } = services;
  if (!isPrepared(db.orm, booking) || isQuoteOver(booking, clock.now())) return null;
  const { booking: now, toDo } = asToSign(db.orm, services.settings(), booking, clock.now(), website(services));
  if (toDo !== "sign-again" && toDo !== "sign-ours") return null;
  return { items: withSign(now.items_summary), total: now.total_amount, isOurs: toDo === "sign-ours" };
}

/** Why the caller can neither sign nor pay a prepared order as it is; null where they can, or its price has ended. */
export function obstacleOf(scope: Scope, booking: Booking): AsItIs["undeliverable"] {
  const { clock, db } = scope.services;
  const draft = booking.draft_id && isPayable(booking) ? findDraft(db.orm, booking.draft_id) : null;
  if (!draft?.preparedBy || isQuoteOver(booking, clock.now())) return null;
  return undeliverableAsItIs(db.orm, readOpenDraft(scope, draft), booking, clock.now());
}
