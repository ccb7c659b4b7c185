import { expect, it } from "vitest";
import { priceOrder, pricingConfig } from "../pricing/rules";
import { MATERIAL_IDS } from "../pricing/types";
import { MATERIALS } from "../pricing/materials";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { documentLines } from "./agreement.server";

it.each(MATERIAL_IDS)(
  "a paper's line of %s: quantity × unit price and what stands beside it give its amount",
  (material) => {
    for (const size of [15, 20, 25].filter((one) => one <= (MATERIALS[material].maxSizeYards ?? 25)))
      for (const quantity of [1, 3]) {
        const config = pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices);
        const lines = [{ size, quantity, material, rentalDays: 7 }];
        const [line] = documentLines(
          priceOrder({ lines, context: "new", areaDeliveryFee: 0 }, config),
          DEFAULT_SETTINGS,
        );
        if (!line) throw new Error("no line");
        const beside = [...(line.detail ?? "").matchAll(/\$([\d,]+\.\d{2})( off)?/g)].map(
          ([, amount = "", off]) => Math.round(Number(amount.replace(",", "")) * 100) * (off ? -1 : 1),
        );
        expect(line.quantity * line.unitCents + beside.reduce((sum, cents) => sum + cents, 0)).toBe(line.totalCents);
      }
  },
);
