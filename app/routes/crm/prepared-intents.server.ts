import { redirect } from "@remix-run/node";
import { z } from "zod";
import { findDraft, type Draft } from "~/domain/booking/draft/drafts.server";
import { readBookIntent } from "~/domain/booking/draft/fields";
import { seenIn } from "~/domain/booking/draft/save-step.server";
import { fieldTexts } from "~/domain/booking/draft/writes";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { findPrepared, preparedValues, type PreparedRecord } from "~/domain/records/prepared-record.server";
import { isQuoteOver } from "~/domain/states/status-rules";
import { crmPaths } from "~/crm-paths";
import { readOpenDraft } from "~/http/access/draft.server";
import { conflictProblem, withChosen } from "~/http/answers/conflicts.server";
import { refuse, sentValues, shownAgain } from "~/http/answers/forms.server";
import { intent, type Intents } from "~/http/answers/intents.server";
import type { Scope } from "~/http/context.server";
import { choosePayment } from "~/services/booking/on-account.server";
import { correctBooking } from "~/services/booking/prepare.server";
import { sendAgain } from "~/services/booking/send-again.server";
import { rowId } from "~/ui/office/phone-order";
import { orderProblem, withoutSaving } from "./phone-buttons.server";
import { unsendable } from "./prepared-as-it-is.server";
import { typedInVain } from "./prepared-over.server";
import { parsePhoneOrder } from "./phone-order.server";

const paidBy = (by: "account" | "card") =>
  intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services }, deed, prepared: PreparedRecord) => {
      const message = await choosePayment(services, deed, prepared, by);
      if (message === null) return { ok: true };
      // The order's form stands on the same page and has the order in it.
      const values = preparedValues(prepared, services.settings(), services.clock.now());
      return { ok: false, fields: { "": message }, values, status: 409 };
    },
  });

/** What the office does with an order that it has prepared, beside its form. */
export const PREPARED_INTENTS: Intents<PreparedRecord> = {
  resend: intent({
    may: "staff",
    schema: z.object({}),
    run: async (scope, deed, { booking }: PreparedRecord) => {
      const refused = unsendable(scope, booking);
      if (refused) return refused;
      const sent = await scope.services.db.write((tx) => sendAgain(tx, deed, booking));
      return { ok: true, to: `${crmPaths.prepared(booking.booking_number)}?told=${sent.ok ? "again" : "nothing"}` };
    },
  }),
  account: paidBy("account"),
  card: paidBy("card"),
};

/** The form of a prepared order: a button that saves nothing, or what is put right in it. */
export async function answerOrderForm(
  scope: Scope,
  deed: Deed<StaffActor>,
  { booking, draft, hold }: PreparedRecord,
  sent: FormData,
) {
  const { services } = scope;
  const form = withChosen(sent, fieldTexts(draft.data));
  const values = shownAgain(sentValues(form));
  const shown = withoutSaving(services, values, {});
  if (shown) return orderProblem(services, refuse(shown, {}), 200, hold);
  const order = parsePhoneOrder(services, form);
  if (!order.ok) return orderProblem(services, order, 400, hold);
  const done = await correctBooking(
    services,
    booking,
    order.value,
    seenIn(values),
    deed,
    readBookIntent(form.get("intent")),
  );
  if (done.ok) {
    const told = done.isNew ? toldOf(scope, booking, findDraft(services.db.orm, draft.id)) : "same";
    const paying = done.endedPayment ? "&paying=ended" : "";
    return redirect(`${crmPaths.prepared(booking.booking_number)}?told=${told}${paying}`);
  }
  // The payment page was asked, and said that it was paid at this very moment.
  if (!findPrepared(services.db.orm, booking.booking_number)) {
    const inVain = typedInVain(services, booking.booking_number, sent);
    if (inVain) throw inVain;
  }
  if (!done.meanwhile)
    return orderProblem(
      services,
      { ...refuse(values, done.fields), ...(done.title && { title: done.title }) },
      400,
      hold,
    );
  const version = findDraft(services.db.orm, draft.id)?.version ?? draft.version;
  const lineField = (field: string) => (field === "lines" ? rowId(0, "size") : field);
  return orderProblem(services, conflictProblem(values, done.meanwhile, version, "office", lineField), 409, hold);
}

/** What a change means for the caller: what they signed before may not be the order of now. */
function toldOf(scope: Scope, booking: Booking, draft: Draft | null): "saved" | "saved-over" | "saved-sign" {
  if (isQuoteOver(booking, scope.services.clock.now())) return "saved-over";
  const isSigned = booking.status !== "quoted";
  return isSigned && draft && !readOpenDraft(scope, draft).signed ? "saved-sign" : "saved";
}
