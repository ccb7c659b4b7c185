import { findDraft, type Draft } from "~/domain/booking/draft/drafts.server";
import { readBookIntent } from "~/domain/booking/draft/fields";
import { seenIn } from "~/domain/booking/draft/save-step.server";
import { fieldTexts } from "~/domain/booking/draft/writes";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { findPrepared, type PreparedRecord } from "~/domain/records/prepared-record.server";
import { isQuoteOver } from "~/domain/states/status-rules";
import { readOpenDraft } from "~/http/access/draft.server";
import { conflictProblem, withChosen } from "~/http/answers/conflicts.server";
import { refuse, sentValues, shownAgain, type Problem } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { correctBooking } from "~/services/booking/prepare.server";
import { rowId } from "~/ui/office/phone-order";
import { asItIs } from "./prepared-as-it-is.server";
import { typedInVain } from "./prepared-over.server";
import { isEndLeft, withEndOfNow, withoutEndedDay } from "./prepared-typed.server";
import { parsePhoneOrder } from "./phone-order.server";

/** What a change means for the caller: what they signed before may not be the order of now. */
export type SavedFor = "saved" | "saved-over" | "saved-sign";

export type FormSaved =
  /** `isNew`: something was another one. The rest is for the page to tell (PreparedTold). */
  | { ok: true; isNew: boolean; what: SavedFor; also: Record<string, string> }
  | { ok: false; refused: Problem; status: number };

/**
 * Saves what is put right in the form of a prepared order, whichever button sent it. Refused with everything typed;
 * throws the answer with what was typed where it was paid at this very moment.
 */
export async function saveOrderForm(
  scope: Scope,
  deed: Deed<StaffActor>,
  { booking, draft }: PreparedRecord,
  sent: FormData,
): Promise<FormSaved> {
  const { services } = scope;
  const form = withChosen(sent, fieldTexts(draft.data));
  withEndOfNow(services, { booking, draft }, form);
  withoutEndedDay(services, booking, form);
  const values = shownAgain(sentValues(form));
  const order = parsePhoneOrder(services, form);
  if (!order.ok) return { ok: false, refused: order, status: 400 };
  const pressed = readBookIntent(form.get("intent"));
  const value = { ...order.value, isEndLeft: isEndLeft(form) };
  const done = await correctBooking(services, booking, value, seenIn(values), deed, pressed);
  if (done.ok) {
    const what = savedFor(scope, booking, findDraft(services.db.orm, draft.id));
    const also = {
      ...(done.endedPayment && { paying: "ended" }),
      ...(what === "saved-sign" && !isHeldNow(scope, booking.booking_number) && { held: "no" }),
    };
    return { ok: true, isNew: done.isNew, what, also };
  }
  // The payment page was asked, and said that it was paid at this very moment.
  if (!findPrepared(services.db.orm, booking.booking_number)) {
    const inVain = typedInVain(services, booking.booking_number, sent);
    if (inVain) throw inVain;
  }
  if (!done.meanwhile)
    return {
      ok: false,
      refused: { ...refuse(values, done.fields), ...(done.title && { title: done.title }) },
      status: 400,
    };
  const version = findDraft(services.db.orm, draft.id)?.version ?? draft.version;
  const lineField = (field: string) => (field === "lines" ? rowId(0, "size") : field);
  return {
    ok: false,
    refused: conflictProblem(values, done.meanwhile, version, "office", lineField),
    status: 409,
  };
}

function isHeldNow(scope: Scope, number: string): boolean {
  const { db, clock } = scope.services;
  const prepared = findPrepared(db.orm, number);
  return prepared !== null && asItIs(db.orm, readOpenDraft(scope, prepared.draft), prepared, clock.now()).isHeldAsItIs;
}

function savedFor(scope: Scope, booking: Booking, draft: Draft | null): SavedFor {
  if (isQuoteOver(booking, scope.services.clock.now())) return "saved-over";
  const isSigned = booking.status !== "quoted";
  return isSigned && draft && !readOpenDraft(scope, draft).signed ? "saved-sign" : "saved";
}
