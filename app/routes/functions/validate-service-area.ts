import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { toDollars } from "~/domain/kernel/money";
import { cleanZip, ZIP_INVALID } from "~/domain/service-area/rules";
import { checkZip } from "~/domain/service-area/service-area.server";
import { jsonAction, postOnly } from "~/http/answers/json.server";

const schema = z.object({
  zipCode: z
    .string(ZIP_INVALID)
    .max(40, ZIP_INVALID)
    .refine((text) => cleanZip(text) !== null, ZIP_INVALID),
});

export const loader = postOnly;

/** Open to anyone. */
export function action(args: ActionFunctionArgs) {
  return jsonAction(args, { name: "validate-service-area", schema, cap: "call-area" }, async ({ zipCode }, scope) => {
    const { isServiced, area, message } = checkZip(scope.services.db.orm, zipCode);
    const serviceArea = area && {
      id: area.id,
      area_name: area.area_name,
      delivery_fee: toDollars(area.delivery_fee),
      minimum_order: toDollars(area.minimum_order),
      is_active: area.is_active,
    };
    return { isServiced, serviceArea, message };
  });
}
