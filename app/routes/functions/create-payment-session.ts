import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { fromDollars } from "~/domain/kernel/money";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { checkLine, needsConsultation, priceOrder } from "~/domain/pricing/rules";
import { toQuoteJson, totalName } from "~/domain/pricing/rules-json";
import { SUM_CODES } from "~/domain/pricing/price-lines";
import { sizesOf, type PriceSums } from "~/domain/pricing/types";
import { findServiceArea } from "~/domain/service-area/service-area.server";
import { requireBookingAccess } from "~/http/access/booking.server";
import { json, jsonAction, jsonError, postOnly, tooManyCalls } from "~/http/answers/json.server";
import { mayCause } from "~/http/limits/limits.server";
import { paths } from "~/paths";
import { prepareAdditional } from "~/services/booking/additional-dumpster.server";
import { orderLineSchema } from "~/http/answers/json.server";

const dollars = z.number("Send an amount in dollars.").transform((amount, ctx) => {
  const cents = fromDollars(amount);
  if (cents === null || cents < 0)
    ctx.addIssue({ code: "custom", message: "Send an amount in dollars with at most two decimals." });
  return cents ?? 0;
});

/** Every sum of an order may be sent, only the total has to be. */
const totals = z.object({
  ...Object.fromEntries(SUM_CODES.map((code) => [totalName(code), dollars.optional()])),
  total: dollars,
});

const schema = z.object({
  bookingId: z.string("Send the booking's id.").min(1, "Send the booking's id.").max(100, "That is no booking's id."),
  amount: dollars,
  customerEmail: z.string().max(254, "That is too long for an email address.").optional(),
  payment_type: z.literal("additional_dumpster", "The only payment type is additional_dumpster."),
  quoteData: z.object(
    {
      type: z.string().max(40, "That is too long.").optional(),
      items: z
        .array(orderLineSchema, "Send a list of items.")
        .min(1, "Send at least one item.")
        .max(10, "Send at most 10 items."),
      totals,
      booking_number: z.string().max(40, "That is no booking number.").optional(),
    },
    "Send the quote.",
  ),
});

export const loader = postOnly;

/**
 * An additional dumpster for a booking. The server prices it again; another amount is refused with the new quote
 * (contract.md). The answer's address is where the customer signs for it and then pays: every rental has its own
 * signature. It has the first one's name and address: a link alone orders nothing (decision 0071).
 */
export function action(args: ActionFunctionArgs) {
  return jsonAction(args, { name: "create-payment-session", schema, cap: "call-additional" }, async (input, scope) => {
    const access = await requireBookingAccess(scope, args.request, input.bookingId, { isProof: true });
    if (!access.ok) return access.answer;
    const { booking } = access;
    const { services } = scope;
    const settings = services.settings();
    const sizes = sizesOf(services.catalogue().prices);
    const checked = input.quoteData.items.map((item) => checkLine(item, sizes, settings));
    const lines = checked.flatMap((check) => (check.ok ? [check.line] : []));
    const refused = checked.flatMap((check, i): [string, string][] =>
      check.ok ? [] : [[`quoteData.items.${i}`, check.message]],
    );
    if (refused.length > 0)
      return jsonError(400, {
        code: "invalid_fields",
        message: "Some fields are missing or not right.",
        fields: Object.fromEntries(refused),
      });

    if (needsConsultation(lines))
      return jsonError(
        409,
        {
          code: "consultation_required",
          message: "We need to talk about this material first. Please call us, or ask for a call-back.",
        },
        { url: paths.book.callback() },
      );
    if (new Set(lines.map((line) => line.rentalDays)).size > 1)
      return jsonError(400, {
        code: "invalid_fields",
        message: "Some fields are missing or not right.",
        fields: { "quoteData.items": "Send the same rental days for all items." },
      });

    const areaDeliveryFee = findServiceArea(services.db.orm, booking.zip)?.delivery_fee ?? 0;
    const price = priceOrder({ lines, context: "new", areaDeliveryFee }, readPricingConfig(services.db.orm, settings));
    if (price.total !== input.amount || differs(input.quoteData.totals, price)) {
      return jsonError(
        409,
        { code: "price_changed", message: "The price has changed. Please look at the new one." },
        { quote: toQuoteJson(price) },
      );
    }
    const counted = await mayCause(scope, "additional", { target: booking.id });
    if (!counted.ok) return tooManyCalls(counted.retryAfter);
    const prepared = await prepareAdditional(services, scope.deed(access.actor), booking, lines);
    if (!prepared.ok && prepared.byPhone)
      return jsonError(
        409,
        { code: "consultation_required", message: prepared.message },
        { url: paths.book.byPhone() },
      );
    return prepared.ok
      ? json({ url: prepared.url })
      : jsonError(409, { code: "not_available", message: prepared.message });
  });
}

/** Whether any amount that was sent is another one than ours; cents. */
function differs(sent: Readonly<Record<string, number | undefined>>, price: PriceSums): boolean {
  return SUM_CODES.some((code) => {
    const amount = sent[totalName(code)];
    return amount !== undefined && amount !== price[code];
  });
}
