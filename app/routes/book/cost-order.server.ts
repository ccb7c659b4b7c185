import { type DraftData, allLines } from "~/domain/booking/draft/data";
import { notTaken } from "~/domain/booking/draft/opened";
import { windowStart, type Order } from "~/domain/booking/order/order.server";
import { dearerBy } from "~/domain/charges/amounts";
import type { CostOrder } from "~/domain/records/cost-more";
import type { OpenDraft } from "~/http/access/draft.server";

/** What the table "What could cost more" is made of, for an order at this instant. */
export function costOrder(
  { draft: { data }, order, settings }: Pick<OpenDraft, "draft" | "order" | "settings">,
  now: number,
): CostOrder {
  return {
    total: order.price.total,
    lines: order.lines,
    wasteTypes: data.wasteTypes,
    dearer: notOrdered(data, order, settings),
    msToWindowStart: windowStart(order) - now,
    isKept: data.flexibleExtension,
  };
}

/**
 * What was proposed for what is checked, and not taken: how much more it is for all dumpsters of the order, as nobody
 * knows which of them it goes into; only where that is more.
 */
function notOrdered(data: DraftData, { lines, price }: Order, settings: OpenDraft["settings"]) {
  const proposed = notTaken(data);
  // Lines that cannot be ordered are left out of the order; what was asked about may be one of them.
  if (lines.length !== allLines(data).length) return [];
  return proposed.flatMap((material) => {
    const over = price.items.flatMap((item) => dearerBy(item, price, [material], settings));
    const sum = (of: "cents" | "withTax") => over.reduce((all, one) => all + one[of], 0);
    return over.length === 0 ? [] : [{ material, cents: sum("cents"), withTax: sum("withTax") }];
  });
}
