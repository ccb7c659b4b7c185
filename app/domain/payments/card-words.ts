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

const DECLINES: Readonly<Record<string, string>> = {
  insufficient_funds: "not enough money on it",
  expired_card: "it has expired",
  incorrect_cvc: "wrong security code",
  invalid_cvc: "wrong security code",
  incorrect_number: "wrong number",
  invalid_number: "wrong number",
  authentication_failure: "their bank could not make sure that it is them",
  authentication_required: "their bank could not make sure that it is them",
  payment_intent_authentication_failure: "their bank could not make sure that it is them",
  setup_intent_authentication_failure: "their bank could not make sure that it is them",
  processing_error: "their bank could not be asked",
};

const reasonOf = (code: string | undefined) =>
  code !== undefined && Object.hasOwn(DECLINES, code) ? DECLINES[code] : undefined;

/** The same to who paid with it. */
export function declinedToOwner(code: string | undefined): string {
  const reason = reasonOf(code)
    ?.replace(/^their bank/, "your bank")
    .replace("it is them", "it is you");
  return `Your card was declined${reason === undefined ? "" : `: ${reason}`}. Nothing was charged. Try again, or use another card.`;
}

/** "Card declined: not enough money on it". Of a lost or a stolen one nobody is told more than of any other. */
export function declineWords(code: string | undefined): string {
  const reason = reasonOf(code);
  return reason === undefined ? "Card declined" : `Card declined: ${reason}`;
}

function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
