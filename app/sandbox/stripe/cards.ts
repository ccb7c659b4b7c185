/** How a card of Stripe's testing page behaves. Source: docs.stripe.com/testing. */
export interface CardBehaviour {
  brand: "visa" | "mastercard" | "amex";
  /** Refused when the customer pays or saves it. */
  decline?: Decline;
  /** Asks the bank for the customer's confirmation while they are there. */
  authenticate?: true;
  /** What happens when it is charged later without the customer. */
  offSession?: "authentication_required" | "declined";
  /** What the customer says at their bank; an inquiry takes no money yet. */
  disputed?: DisputeKind;
  refund?: "pending" | "fails_later";
}

export type DisputeKind = "fraudulent" | "product_not_received" | "inquiry";

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
  /** The field of the page to which it belongs; null is the form as a whole. */
  field: "cardNumber" | "expiry" | "cvc" | null;
}

export interface TestCard {
  number: string;
  note: string;
  behaviour: CardBehaviour;
}

const declined = (declineCode: string): Decline => ({
  code: "card_declined",
  declineCode,
  message: "Your card was declined.",
  field: "cardNumber",
});
export const GENERIC_DECLINE = declined("generic_decline");

export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", note: "Pays (Visa)", behaviour: { brand: "visa" } },
  { number: "5555555555554444", note: "Pays (Mastercard)", behaviour: { brand: "mastercard" } },
  { number: "378282246310005", note: "Pays (American Express, 4-digit code)", behaviour: { brand: "amex" } },
  { number: "4000000000000002", note: "Declined", behaviour: { brand: "visa", decline: GENERIC_DECLINE } },
  {
    number: "4000000000009995",
    note: "Declined: not enough money",
    behaviour: {
      brand: "visa",
      decline: {
        ...declined("insufficient_funds"),
        message: "Your card has insufficient funds. Try a different card.",
      },
    },
  },
  {
    number: "4000000000009987",
    note: "Declined: lost card",
    behaviour: { brand: "visa", decline: declined("lost_card") },
  },
  {
    number: "4000000000000069",
    note: "Declined: expired card",
    behaviour: {
      brand: "visa",
      decline: {
        code: "expired_card",
        declineCode: "expired_card",
        message: "Your card has expired.",
        field: "expiry",
      },
    },
  },
  {
    number: "4000000000000127",
    note: "Declined: wrong security code",
    behaviour: {
      brand: "visa",
      decline: {
        code: "incorrect_cvc",
        declineCode: "incorrect_cvc",
        message: "Your card’s security code is incorrect.",
        field: "cvc",
      },
    },
  },
  {
    number: "4000000000000119",
    note: "Declined: processing error",
    behaviour: {
      brand: "visa",
      decline: {
        code: "processing_error",
        declineCode: "processing_error",
        message: "An error occurred while processing your card. Try again in a little bit.",
        field: null,
      },
    },
  },
  {
    number: "4000002500003155",
    note: "Asks the bank now, and again when charged later",
    behaviour: { brand: "visa", authenticate: true, offSession: "authentication_required" },
  },
  {
    number: "4000002760003184",
    note: "Asks the bank every time",
    behaviour: { brand: "visa", authenticate: true, offSession: "authentication_required" },
  },
  {
    number: "4000000000000341",
    note: "Pays now, declined when charged later",
    behaviour: { brand: "visa", offSession: "declined" },
  },
  {
    number: "4000000000000259",
    note: "Pays, then the customer disputes it as fraud",
    behaviour: { brand: "visa", disputed: "fraudulent" },
  },
  {
    number: "4000000000002685",
    note: "Pays, then the customer disputes it as not received",
    behaviour: { brand: "visa", disputed: "product_not_received" },
  },
  {
    number: "4000000000001976",
    note: "Pays, then the bank asks about it (an inquiry)",
    behaviour: { brand: "visa", disputed: "inquiry" },
  },
  {
    number: "4000000000007726",
    note: "Pays; a refund is pending, then succeeds",
    behaviour: { brand: "visa", refund: "pending" },
  },
  {
    number: "4000000000005126",
    note: "Pays; a refund succeeds, then fails",
    behaviour: { brand: "visa", refund: "fails_later" },
  },
];

export function findTestCard(number: string): TestCard | null {
  return TEST_CARDS.find((card) => card.number === number) ?? null;
}

/**
 * The digits of a typed card number; spaces, dashes and dots between them are fine. Null when there is anything else.
 */
export function cardDigits(typed: string): string | null {
  const digits = typed.replace(/[\s.\-\u2010-\u2015\u00a0]/g, "");
  return /^\d+$/.test(digits) ? digits : null;
}

/** The check digit of card numbers (ISO/IEC 7812, Luhn). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return digits.length >= 12 && sum % 10 === 0;
}

/** "12/34", "12 / 34", "1234", "12-2034", "1/34" as month and year; null when it is none of these. */
export function parseExpiry(typed: string): { month: number; year: number } | null {
  const match =
    /^\s*(\d{1,2})\s*[/.\-\s]\s*(\d{2}|\d{4})\s*$/.exec(typed) ?? /^\s*(\d{2})(\d{2}|\d{4})\s*$/.exec(typed);
  if (!match) return null;
  const month = Number(match[1]);
  const year = match[2]!.length === 2 ? 2000 + Number(match[2]) : Number(match[2]);
  return month >= 1 && month <= 12 ? { month, year } : null;
}

/** A card is good until the last day of its month; `now` in milliseconds. */
export function hasExpired(expiry: { month: number; year: number }, now: number): boolean {
  return Date.UTC(expiry.year, expiry.month, 1) <= now;
}
