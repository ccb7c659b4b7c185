/** The hosted page's model: what it shows, what it sends, what it is told. Amounts in cents, times in unix seconds. */
export interface CheckoutView {
  id: string;
  businessName: string;
  mode: "payment" | "setup";
  status: "open" | "complete" | "expired";
  lines: { name: string; description: string | null; quantity: number; amount: number }[];
  total: number;
  email: string | null;
  /** An existing customer's address: shown, not editable. */
  emailLocked: boolean;
  /** The card is kept for later charges; the page says so. */
  keepsCard: boolean;
  submitNote: string | null;
  cancelUrl: string | null;
  successUrl: string;
  /** A card whose bank has asked the customer to confirm. */
  waitingForBank: { brand: string; last4: string } | null;
}

export interface PayInput {
  email?: string;
  cardNumber?: string;
  expiry?: string;
  cvc?: string;
  name?: string;
  /** "yes" or "no": the answer to the bank's question. */
  confirm?: string;
}

export type CardField = "email" | "cardNumber" | "expiry" | "cvc";
export type CardFields = Partial<Record<CardField, string>>;

export type PayResult =
  | { ok: true; redirectTo: string }
  | { ok: false; errors: CardFields; formError?: string; needsAuthentication?: true };
