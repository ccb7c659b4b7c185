interface Card {
  card_brand: string | null;
  card_last4: string | null;
}

/** "Visa 4242", as people know their card; null while we do not know it. */
export function shortCard({ card_brand, card_last4 }: Card) {
  return card_brand && card_last4 ? `${capital(card_brand)} ${card_last4}` : null;
}

/** "Visa ending in 4242" */
export function cardWords({ card_brand, card_last4 }: Card) {
  return card_brand && card_last4 ? `${capital(card_brand)} ending in ${card_last4}` : null;
}

function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
