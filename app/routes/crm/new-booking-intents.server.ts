import { redirect } from "@remix-run/node";
import { z } from "zod";
import { readBookIntent } from "~/domain/booking/draft/fields";
import { addDays } from "~/domain/kernel/days";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { dayAt } from "~/domain/kernel/time.server";
import { USUAL_PLACEMENT } from "~/domain/schedule/placement";
import { crmPaths } from "~/crm-paths";
import { refuse, shownAgain, typedValues } from "~/http/answers/forms.server";
import { intent, type Intents } from "~/http/answers/intents.server";
import type { Scope } from "~/http/context.server";
import { prepareBooking } from "~/services/booking/prepare.server";
import type { Values } from "~/ui/form";
import { answerOrder } from "./order-answers.server";
import { keepAsLead, orderProblem, withoutSaving } from "./phone-buttons.server";
import { leadKindOf, orderOffer, parsePhoneOrder } from "./phone-order.server";

/** What the office does with a caller's order besides preparing it. */
export const NEW_BOOKING_INTENTS: Intents<null> = {
  lead: intent({
    may: "staff",
    // Whatever of the order was typed so far: only the number is needed.
    schema: z.record(z.string(), z.union([z.string(), z.array(z.string())])).transform(shownAgain),
    run: async ({ services }, deed, _, values) => {
      const lead = await keepAsLead(services, deed, values, leadKindOf(services, values));
      return lead.ok
        ? { ok: true, to: crmPaths.lead(lead.id) }
        : { ...lead, more: { answers: answerOrder(services, values) } };
    },
  }),
};

/**
 * The form before anything is typed: the day is the first with room after today, which leaves the caller time to sign (a
 * price ends when its delivery begins); today where no other has room.
 */
export function emptyOrder({ services }: Scope): Values {
  const settings = services.settings();
  const today = dayAt(services.clock.now());
  const values = {
    projectType: "home_cleanout",
    businessType: "residential",
    deliveryTime: "anytime",
    placement: USUAL_PLACEMENT,
    materialCategory: "general",
    rentalDays: String(settings.includedDays),
    quoteUntil: addDays(today, settings.quoteDays),
  };
  const { days } = answerOrder(services, values);
  const free = days.filter(({ offered, windows }) => offered && windows.anytime === "open");
  const preset = free.find(({ day }) => day > today) ?? free[0];
  return { ...values, deliveryDate: preset?.day ?? orderOffer(services).firstDay };
}

/** The order's form: a button that saves nothing, or the order prepared. */
export async function answerNewOrder(scope: Scope, deed: Deed<StaffActor>, form: FormData) {
  const { services } = scope;
  const values = typedValues(form);
  const shown = withoutSaving(services, values, emptyOrder(scope));
  // Nothing is wrong, and everything typed comes back with what is answered to it.
  if (shown) return orderProblem(services, refuse(shown, {}), 200);
  const order = parsePhoneOrder(services, form);
  if (!order.ok) return orderProblem(services, order);
  const prepared = await prepareBooking(services, order.value, deed, readBookIntent(form.get("intent")));
  if (!prepared.ok)
    return orderProblem(services, {
      ...refuse(values, prepared.fields),
      ...(prepared.title && { title: prepared.title }),
    });
  const page = crmPaths.prepared(prepared.bookingNumber);
  const twice = prepared.isPaid ? `twice-${prepared.isPaid}` : "twice";
  return redirect(prepared.isNew ? page : `${page}?told=${twice}`);
}
