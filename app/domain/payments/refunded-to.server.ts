import type { Orm } from "#db/client.server";
import type { Refund } from "./books.server";
import { shortCard } from "./card-words";
import { getPayment } from "./ledger.server";
import type { WayBack } from "./refund-words";

/**
 * Where these refunds go: on which ways, each once, and of those to a card "Visa 4242", or that it is several; null where none
 * goes to a card, or nobody knows which.
 */
export function refundedTo(orm: Orm, given: readonly Pick<Refund, "payment_id" | "method">[]): WayBack {
  const ids = new Set(given.filter(({ method }) => method === "card").map(({ payment_id }) => payment_id));
  const cards = new Set([...ids].map((id) => shortCard(getPayment(orm, id))));
  const card = cards.size > 1 ? "the cards you paid with" : ([...cards][0] ?? null);
  return { by: [...new Set(given.map(({ method }) => method))], card };
}
