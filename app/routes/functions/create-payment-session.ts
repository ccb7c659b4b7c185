import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { fromDollars } from "~/domain/kernel/money";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { checkLine, needsConsultation, priceOrder } from "~/domain/pricing/rules";
import { toQuoteJson } from "~/domain/pricing/rules-json";
import type { PricingResult } from "~/domain/pricing/types";
import { findServiceArea } from "~/domain/service-area/service-area.server";
import { requireBookingAccess } from "~/http/booking-access.server";
import { json, jsonAction, jsonError, postOnly, tooManyCalls } from "~/http/json.server";
import { mayCause } from "~/http/limits.server";
import { paths } from "~/paths";
import { prepareAdditional } from "~/services/additional-dumpster.server";
import { orderLineSchema } from "~/http/order-line.server";

const dollars = z.number("Send an amount in dollars.").transform((amount, ctx) => {
  const cents = fromDollars(amount);
  if (cents === null || cents < 0) ctx.addIssue({ code: "custom", message: "Send an amount in dollars with at most two decimals." });
  return cents ?? 0;
});

/** The specification's totals (section 7), and the extension (domain.md, section 3). Only the total has to be sent. */
const totals = z.object({ subtotal: dollars.optional(), discount: dollars.optional(), delivery_fee: dollars.optional(), extension: dollars.optional(), tax: dollars.optional(), total: dollars });

const schema = z.object({
  bookingId: z.string("Send the booking's id.").min(1, "Send the booking's id.").max(100, "That is no booking's id."),
  amount: dollars,
  customerEmail: z.string().max(254, "That is too long for an email address.").optional(),
  payment_type: z.literal("additional_dumpster", "The only payment type is additional_dumpster."),
  quoteData: z.object({
    type: z.string().max(40, "That is too long.").optional(),
    items: z.array(orderLineSchema, "Send a list of items.").min(1, "Send at least one item.").max(10, "Send at most 10 items."),
    totals,
    booking_number: z.string().max(40, "That is no booking number.").optional(),
  }, "Send the quote."),
});

export const loader = postOnly;

/**
 * An additional dumpster for a booking. The server prices it again; another amount is refused with the new quote
 * (contract.md). The answer's address is where the customer signs for it and then pays: every rental has its own signature.
 */
export function action(args: ActionFunctionArgs) {
  return jsonAction(args, { name: "create-payment-session", schema, cap: "call-additional" }, async (input, scope) => {
    const access = await requireBookingAccess(scope, args.request, input.bookingId);
    if (!access.ok) return access.answer;
    const { booking } = access;
    const { services } = scope;
    const settings = services.settings();
    const checked = input.quoteData.items.map((item) => checkLine(item, settings));
    const lines = checked.flatMap((check) => (check.ok ? [check.line] : []));
    const refused = checked.flatMap((check, i): [string, string][] => (check.ok ? [] : [[`quoteData.items.${i}`, check.message]]));
    if (refused.length > 0) return jsonError(400, { code: "invalid_fields", message: "Some fields are missing or not right.", fields: Object.fromEntries(refused) });

    if (needsConsultation(lines)) return jsonError(409, { code: "consultation_required", message: "We need to talk about this material first. Please call us, or ask for a call-back." }, { url: paths.book.callback() });
    if (new Set(lines.map((line) => line.rentalDays)).size > 1) return jsonError(400, { code: "invalid_fields", message: "Some fields are missing or not right.", fields: { "quoteData.items": "Send the same rental days for all items." } });

    const areaDeliveryFee = findServiceArea(services.db.orm, booking.zip)?.delivery_fee ?? 0;
    const price = priceOrder({ lines, context: "new", areaDeliveryFee }, readPricingConfig(services.db.orm, settings));
    if (price.total !== input.amount || differs(input.quoteData.totals, price)) {
      return jsonError(409, { code: "price_changed", message: "The price has changed. Please look at the new one." }, { quote: toQuoteJson(price) });
    }
    const counted = await mayCause(scope, "additional", { target: booking.id });
    if (!counted.ok) return tooManyCalls(counted.retryAfter);
    const prepared = await prepareAdditional(services, scope.deed(access.actor), booking, lines);
    return prepared.ok ? json({ url: prepared.url }) : jsonError(409, { code: "not_available", message: prepared.message });
  });
}

/** Whether any amount that was sent is another one than ours; cents. */
function differs(sent: z.output<typeof totals>, { subtotal, discount, deliveryFee, extension, tax, total }: PricingResult): boolean {
  const ours = { subtotal, discount, delivery_fee: deliveryFee, extension, tax, total };
  return (Object.keys(ours) as (keyof typeof ours)[]).some((name) => sent[name] !== undefined && sent[name] !== ours[name]);
}
