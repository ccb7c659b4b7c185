import { redirect } from "@remix-run/node";
import { z } from "zod";
import { fieldTexts } from "~/domain/booking/draft/writes";
import { quoteDayProblem } from "~/domain/booking/order/renew.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { readDate } from "~/domain/kernel/typed";
import { findPrepared, preparedValues, type PreparedRecord } from "~/domain/records/prepared-record.server";
import { isQuoteOver } from "~/domain/states/status-rules";
import { crmPaths } from "~/crm-paths";
import { withChosen } from "~/http/answers/conflicts.server";
import { refuse, sentValues, shownAgain } from "~/http/answers/forms.server";
import { intent, type FormAgain, type Intent, type Intents } from "~/http/answers/intents.server";
import type { Scope } from "~/http/context.server";
import { accountOffer, choosePayment } from "~/services/booking/on-account.server";
import { renewPrice } from "~/services/booking/renew.server";
import { sendAgain } from "~/services/booking/send-again.server";
import { orderProblem, withoutSaving } from "./phone-buttons.server";
import { unsendable } from "./prepared-as-it-is.server";
import { saveOrderForm, type FormSaved } from "./prepared-save.server";
import { isTypedAnew } from "./prepared-typed.server";
import { RENEWAL, toldOfRenewal } from "./renewal-answer.server";
import { wordsToStaff } from "./said-to-staff.server";

/** A prepared order, and what stands in the form that its buttons send along. */
export interface PreparedOn {
  prepared: PreparedRecord;
  form: FormData;
}

/** What a button did (`told`, null where the page shows it), or why it did nothing. */
type Pressed = { ok: true; told: string | null } | { ok: false; message: string; status?: number };

/** `before` is the order as it was before what is typed below the button was saved. */
type Press<Value> = (
  scope: Scope,
  deed: Deed<StaffActor>,
  prepared: PreparedRecord,
  about: { value: Value; before: PreparedRecord; form: FormData; isSaved: boolean },
) => Promise<Pressed>;

/**
 * A button beside the form of an order: what is typed there is saved first, by the form's own verb and checks. Where that
 * is refused the button does nothing, and the form says why with everything typed; where nothing is another one, it does
 * what it says.
 */
function pressed<Schema extends z.ZodType>(schema: Schema, press: Press<z.output<Schema>>): Intent<PreparedOn> {
  return intent({
    may: "staff",
    schema,
    run: async (scope, deed, { prepared: before, form }: PreparedOn, value) => {
      const { services } = scope;
      const number = before.booking.booking_number;
      const first = isTypedAnew(services, before.booking, form) ? await saveOrderForm(scope, deed, before, form) : null;
      if (first && !first.ok) return shownWith(scope, first, before);
      const saved = first?.isNew ? first : null;
      const prepared = findPrepared(services.db.orm, number) ?? before;
      const isSaved = saved !== null;
      const done = await press(scope, deed, prepared, { value, before, form, isSaved });
      if (!done.ok) return refusedAfter(scope, { prepared, form, isSaved }, done);
      const told = new URLSearchParams({
        ...(done.told !== null && { told: done.told }),
        ...(saved && { saved: saved.what, ...saved.also }),
      });
      return { ok: true, to: `${crmPaths.prepared(number)}${told.size > 0 ? `?${told}` : ""}` };
    },
  });
}

/** The form again as it was typed, with what is wrong with it. */
function shownWith(
  { services }: Scope,
  { refused, status }: Extract<FormSaved, { ok: false }>,
  { hold }: PreparedRecord,
) {
  const { fields, values, ...more } = orderProblem(services, refused, status, hold).data;
  return { ok: false, fields, values, more, status } satisfies FormAgain;
}

/** Why the button did nothing, above the order as it is stored now. */
function refusedAfter(
  { services }: Scope,
  { prepared: { booking, draft }, form, isSaved }: PreparedOn & { isSaved: boolean },
  { message, status = 409 }: Extract<Pressed, { ok: false }>,
): FormAgain {
  const now = services.clock.now();
  const stands = preparedValues({ booking, draft }, services.settings(), now);
  const values = {
    ...stands,
    quoteSeen: stands.quoteUntil,
    prepared: booking.booking_number,
    seen: String(draft.version),
    // Of a price that is over the order keeps no other end: it is for its renewal.
    ...(isQuoteOver(booking, now) && { quoteUntil: String(form.get("quoteUntil") ?? "") }),
  };
  return { ok: false, fields: { "": isSaved ? `Your changes are saved. ${message}` : message }, values, status };
}

const paidBy = (by: "account" | "card") =>
  pressed(z.object({}), async ({ services }, deed, prepared, { before, isSaved }) => {
    const was = accountOffer(services, before)?.allowed;
    const message = await choosePayment(services, deed, prepared, by, was);
    return message === null ? { ok: true, told: isSaved ? by : null } : { ok: false, message };
  });

/** Why nothing was sent, by its words in PreparedTold. */
const NOT_SENT = { nothing_to_send: "not-open", price_over: "over", reaches_nobody: "nobody" } as const;

/** What the office does with an order that it has prepared, beside its form. */
export const PREPARED_INTENTS: Intents<PreparedOn> = {
  resend: pressed(z.object({}), async (scope, deed, { booking }) => {
    const refused = unsendable(scope, booking);
    if (refused) return refused;
    const sent = await scope.services.db.write((tx) => sendAgain(tx, deed, booking));
    return { ok: true, told: sent.ok ? "again" : NOT_SENT[sent.code] };
  }),
  renew: pressed(RENEWAL, async ({ services }, deed, { booking }, { value: { total }, form }) => {
    const last = readDate(form.get("quoteUntil"));
    // The day of the price that is over may still stand there.
    const lastDay = last && !quoteDayProblem(last, deed.now) ? last : null;
    const done = await renewPrice(services, deed, booking, total, lastDay);
    return done.ok
      ? { ok: true, told: toldOfRenewal(done) }
      : { ok: false, message: wordsToStaff(done.message), status: 400 };
  }),
  account: paidBy("account"),
  card: paidBy("card"),
};

/** The form of a prepared order: a button that saves nothing, or what is put right in it. */
export async function answerOrderForm(scope: Scope, deed: Deed<StaffActor>, { prepared, form }: PreparedOn) {
  const { services } = scope;
  const { booking, draft, hold } = prepared;
  const chosen = withChosen(form, fieldTexts(draft.data));
  const shown = withoutSaving(services, shownAgain(sentValues(chosen)), {});
  if (shown) return orderProblem(services, refuse(shown, {}), 200, hold);
  const saved = await saveOrderForm(scope, deed, prepared, form);
  if (!saved.ok) return orderProblem(services, saved.refused, saved.status, hold);
  const told = new URLSearchParams({ told: saved.isNew ? saved.what : "same", ...(saved.isNew && saved.also) });
  return redirect(`${crmPaths.prepared(booking.booking_number)}?${told}`);
}
