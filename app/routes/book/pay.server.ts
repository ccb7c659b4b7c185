import { paymentSchema } from "~/domain/booking/draft/fields";
import { otherDaysFor } from "~/domain/booking/order/open-days.server";
import { formatTime } from "~/domain/kernel/time.server";
import type { Scope } from "~/http/context.server";
import { CUSTOMER, type OpenDraft } from "~/http/access/draft.server";
import { parseForm, refuse, type Problem } from "~/http/answers/forms.server";
import { mayCause, waitWords } from "~/http/limits/limits.server";
import { paths } from "~/paths";
import type { SoldOutView } from "~/ui/booking/dead-ends";
import { payOrder, type PayResult } from "~/services/payments/pay.server";

export type PayOutcome =
  | { kind: "go"; url: string }
  | { kind: "problem"; problem: Problem; status: number }
  | { kind: "sold_out"; view: SoldOutView };

/** On to the card company's page. Every refusal says what happens next. */
export async function payFromForm(scope: Scope, form: FormData, open: OpenDraft): Promise<PayOutcome> {
  const { services } = scope;
  const { booking, draft, settings, order } = open;
  const parsed = parseForm(form, paymentSchema);
  if (!parsed.ok) return { kind: "problem", problem: parsed, status: 400 };
  if (!booking || !order.schedule) return { kind: "go", url: paths.book.agreement(draft.id) };
  const pressed = await mayCause(scope, "pay", { target: booking.id });
  if (!pressed.ok)
    return refused(
      `The payment page was asked for very often. Nothing was charged by that. Please try again in ${waitWords(
        pressed.retryAfter,
      )}, or call us at ${settings.phone}.`,
      429,
    );
  const deed = scope.deed(CUSTOMER);
  return outcomeOf(await payOrder(services, deed, { booking, draft, rights: open.rights }));

  function outcomeOf(result: PayResult): PayOutcome {
    if (result.ok) return { kind: "go", url: result.url };
    switch (result.code) {
      case "obstacle":
        if (result.byPhone) return { kind: "go", url: paths.book.byPhone(draft.id) };
        return refused(
          `${Object.values(result.fields).join(" ")} Go back to "Day and place" to change it; everything else is kept.`,
          409,
        );
      case "already_paid":
        return { kind: "go", url: paths.confirmation(booking?.capability ?? "") };
      case "unsigned":
        return { kind: "go", url: paths.book.agreement(draft.id) };
      case "sold_out":
        return {
          kind: "sold_out",
          view: {
            size: result.size,
            availableCount: result.availableCount,
            change: { project: paths.book.project(draft.id), schedule: paths.book.schedule(draft.id) },
            otherDays: otherDaysFor(services.db.orm, settings, draft.data, deed.now),
          },
        };
      case "window_full":
        return refused(
          'Your delivery time has just filled up. Go back to "Day and place" and choose another time; everything else is kept.',
          409,
        );
      case "too_many_holds":
        return refused(
          // Not whose the others are: whoever types an address would learn what is booked with it.
          `We cannot hold dumpsters for one more booking right now. If some of yours are waiting for payment, pay or cancel one of them first. Otherwise try again in an hour, or call us at ${settings.phone}.`,
          429,
        );
      case "payment_unreachable":
        return refused(
          `We cannot reach our card partner right now. Nothing was charged. Your dumpster is held until ${formatTime(
            result.heldUntil,
          )}: please press the button again in a minute.`,
          503,
        );
      case "payment_refused":
        return refused(
          `Our card partner did not open the payment page, and nothing was charged. Please try again, or call us at ${settings.phone}.`,
          502,
        );
    }
  }

  function refused(message: string, status: number): PayOutcome {
    return { kind: "problem", problem: refuse({ cardConsent: "on" }, { "": message }), status };
  }
}
