import { randomInt } from "node:crypto";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Prefix and length of Stripe's own identifiers in test mode. */
const SHAPES = {
  customer: ["cus_", 14],
  "checkout.session": ["cs_test_a1", 56],
  payment_intent: ["pi_3", 23],
  setup_intent: ["seti_1", 23],
  payment_method: ["pm_1", 23],
  charge: ["ch_3", 23],
  refund: ["re_3", 23],
  dispute: ["du_1", 23],
  balance_transaction: ["txn_3", 23],
  payout: ["po_1", 23],
  file: ["file_1", 23],
  event: ["evt_1", 23],
  item: ["li_1", 23],
  price: ["price_1", 23],
  product: ["prod_", 14],
  request: ["req_", 14],
} as const;

export type StripeKind = keyof typeof SHAPES;

export function stripeId(kind: StripeKind): string {
  const [prefix, length] = SHAPES[kind];
  return prefix + randomText(length);
}

export function clientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Stripe's time: whole seconds since 1970, wall clock. The sandbox clock does not move it. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
