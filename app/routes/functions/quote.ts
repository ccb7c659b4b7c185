import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { checkLine, priceOrder } from "~/domain/pricing/rules";
import { toQuoteJson } from "~/domain/pricing/rules-json";
import { PRICING_CONTEXTS, sizesOf } from "~/domain/pricing/types";
import { cleanZip, ZIP_INVALID } from "~/domain/service-area/rules";
import { checkZip } from "~/domain/service-area/service-area.server";
import { jsonAction, jsonError, postOnly } from "~/http/answers/json.server";
import { orderLineSchema } from "~/http/answers/json.server";

const schema = z.object({
  items: z
    .array(orderLineSchema, "Send a list of items.")
    .min(1, "Send at least one item.")
    .max(10, "Send at most 10 items."),
  context: z.enum(PRICING_CONTEXTS, "The context is new or existing_haul."),
  zip: z
    .string(ZIP_INVALID)
    .max(40, ZIP_INVALID)
    .refine((text) => cleanZip(text) !== null, ZIP_INVALID)
    .optional(),
});

export const loader = postOnly;

/** Open to anyone: the price of an order, with the delivery fee of the ZIP's area when one is named. */
export function action(args: ActionFunctionArgs) {
  return jsonAction(
    args,
    { name: "quote", schema, cap: "call-quote" },
    async ({ items, context, zip }, { services }) => {
      const settings = services.settings();
      const sizes = sizesOf(services.catalogue().prices);
      const checked = items.map((item) => checkLine(item, sizes, settings));
      const fields = Object.fromEntries(
        checked.flatMap((check, i) => (check.ok ? [] : [[`items.${i}.${FIELD[check.field]}`, check.message]])),
      );
      const area = zip === undefined ? null : checkZip(services.db.orm, zip);
      if (area && !area.isServiced) fields.zip = area.message;
      if (Object.keys(fields).length > 0)
        return jsonError(400, { code: "invalid_fields", message: "Some fields are missing or not right.", fields });
      const lines = checked.flatMap((check) => (check.ok ? [check.line] : []));
      return toQuoteJson(
        priceOrder(
          { lines, context, areaDeliveryFee: area?.area?.delivery_fee ?? 0 },
          readPricingConfig(services.db.orm, settings),
        ),
      );
    },
  );
}

const FIELD = {
  dumpsterSize: "size",
  materialCategory: "material",
  quantity: "quantity",
  rentalDays: "rentalDays",
} as const;
