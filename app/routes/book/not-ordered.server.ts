import { type DraftData, allLines } from "~/domain/booking/draft/data";
import { notTaken } from "~/domain/booking/draft/opened";
import type { Order } from "~/domain/booking/order/order.server";
import { dearerBy } from "~/domain/charges/amounts";
import { roundCents } from "~/domain/kernel/money";
import type { OpenDraft } from "~/http/access/draft.server";

/** What was proposed for what is checked, and not taken: how much more it is for the whole line, where that is more. */
export function notOrdered(data: DraftData, { lines, price }: Order, settings: OpenDraft["settings"]) {
  const question = notTaken(data);
  // Lines that cannot be ordered are left out of the order; its places are then others.
  const item = question && lines.length === allLines(data).length ? price.items[question.at] : undefined;
  if (!question || !item) return [];
  return dearerBy(item, price, question.proposed, settings).map(({ material, cents: each }) => {
    const cents = each * item.quantity;
    return { material, cents, withTax: cents + item.quantity * roundCents(each * settings.taxRate) };
  });
}
