import type { Cents } from "../kernel/money";
import type { DisputeAnswer, DisputeFacts, PayoutFacts, TransactionFacts } from "./money-port";

/** What we ask the card company for: one Checkout Session, card only, card kept for later charges. */
export interface CheckoutRequest {
  idempotencyKey: string;
  /** Zero makes a setup session: the card is kept, nothing is charged. */
  amount: Cents;
  lines: { name: string; description?: string; amount: Cents; quantity: number }[];
  bookingId: string;
  bookingNumber: string;
  checkoutId: string;
  /**
   * Empty where the customer gave none, or where it is not sure who pays: the card company's page asks for it, and tells
   * nobody whose booking it is.
   */
  customerEmail: string;
  /** Existing Stripe customer, when we have one. */
  stripeCustomerId?: string;
  /** Whether the card that pays is kept for later charges. Absent: it is, as in what was stored before there was a choice. */
  keepsCard?: boolean;
  /** Unix seconds, 30 minutes to 24 hours ahead. */
  expiresAt: number;
  successUrl: string;
  cancelUrl: string;
  /** Shown beside the pay button: until when the dumpster is held. */
  submitNote: string;
}

/** What we need to know of a session, whether it came by webhook or was asked for. */
export interface SessionFacts {
  sessionId: string;
  url: string | null;
  status: "open" | "complete" | "expired";
  paymentStatus: "paid" | "unpaid" | "no_payment_required";
  mode: "payment" | "setup";
  amountTotal: Cents;
  currency: string;
  bookingId: string | null;
  checkoutId: string | null;
  paymentIntentId: string | null;
  setupIntentId: string | null;
  stripeCustomerId: string | null;
  customerEmail: string | null;
  expiresAt: number;
}

export interface CardFacts {
  stripeCustomerId: string | null;
  paymentMethodId: string | null;
  brand: string | null;
  last4: string | null;
  chargeId: string | null;
}

export interface RefundFacts {
  refundId: string;
  status: "pending" | "succeeded" | "failed" | "requires_action" | "canceled";
  amount: Cents;
  paymentIntentId: string | null;
  failureReason: string | null;
  /** The key that ours carry; null for one that somebody made in the card company's dashboard, missing where it was not told. */
  key?: string | null;
}

/** A charge of a kept card without its owner: overage, extra days, dry runs. */
export interface LaterCharge {
  stripeCustomerId: string;
  paymentMethodId: string;
  amount: Cents;
  description: string;
  /** Stored before the card company is called; a new one only where that one's answer is spoilt. */
  idempotencyKey: string;
  bookingId: string;
  chargeId: string;
  /** The one try; found by it where an answer was lost. */
  attemptId: string;
}

/** What became of one charge of a kept card. */
export interface CardChargeFacts {
  intentId: string;
  /** `declined` for any error of the card, `authenticate` where its bank wants its owner. */
  status: "succeeded" | "processing" | "declined" | "authenticate";
  amount: Cents;
  currency: string;
  /** Null for a payment that is no later charge. */
  attemptId: string | null;
  declineCode: string | null;
  message: string | null;
}

/** A try on a payment page that the bank refused: `checkoutId` as its page has it, `code` Stripe's reason. */
export interface DeclineFacts {
  checkoutId: string;
  code: string | null;
}

/** A webhook event after its signature was checked. `object` is the plain Stripe object. */
export interface StripeEvent {
  id: string;
  type: string;
  created: number;
  session: SessionFacts | null;
  refund: RefundFacts | null;
  dispute?: DisputeFacts | null;
  payout?: PayoutFacts | null;
  /** Of a later charge; missing for everything else. */
  cardCharge?: CardChargeFacts | null;
  /** Of a payment page; missing for everything else. */
  decline?: DeclineFacts | null;
  /** The object's id, for the inbox. */
  objectId: string | null;
}

/** Expected refusals of the card company. Anything else throws. */
export type StripeFailure =
  /** `keySpent`: it answered with a fault of its own, and will repeat that answer for this idempotency key. */
  | { ok: false; code: "unreachable"; message: string; keySpent?: boolean }
  /** `declineCode`: why a bank declines the card. `reason`: its own code of what it does not do, "charge_disputed" for example. */
  | { ok: false; code: "refused"; message: string; declineCode?: string; reason?: string }
  | { ok: false; code: "not_found"; message: string };

export type StripeAnswer<T> = { ok: true; value: T } | StripeFailure;

/** What the card company is asked after a payment. A part of `StripePort`. */
export interface StripeMoneyPort {
  /** Events of refunds and disputes not older than that (unix seconds), newest first; for the reconciler. */
  listMoneyEvents(sinceSeconds: number): Promise<StripeAnswer<StripeEvent[]>>;
  getDispute(disputeId: string): Promise<StripeAnswer<DisputeFacts>>;
  /** Those of the wanted ones that stand among the newest 2,000 of the account, a hundred with each question. */
  findDisputes(wanted: ReadonlySet<string>): Promise<StripeAnswer<DisputeFacts[]>>;
  /** Uploads the PDF and sends the evidence to the bank, which takes it once. */
  answerDispute(answer: DisputeAnswer): Promise<StripeAnswer<{ facts: DisputeFacts; fileId: string }>>;
  /** Gives in: the dispute is lost. */
  acceptDispute(disputeId: string): Promise<StripeAnswer<DisputeFacts>>;
  /** Movements not older than that (unix seconds), newest first. */
  listTransactions(sinceSeconds: number): Promise<StripeAnswer<TransactionFacts[]>>;
  /** What is on the balance in dollars of the United States, payable or not yet. */
  readBalance(): Promise<StripeAnswer<Cents>>;
}

/** The card company, as the domain sees it. Implemented by app/adapters/stripe over the real SDK. */
export interface StripePort extends StripeMoneyPort {
  createCheckout(request: CheckoutRequest): Promise<StripeAnswer<SessionFacts>>;
  getSession(sessionId: string): Promise<StripeAnswer<SessionFacts>>;
  /** Already complete is `ok` with status "complete"; already expired is `ok` with "expired". */
  expireSession(sessionId: string): Promise<StripeAnswer<SessionFacts>>;
  getCard(facts: Pick<SessionFacts, "sessionId">): Promise<StripeAnswer<CardFacts>>;
  /** Takes a kept card away, so that nobody can charge it any more. One that is gone already is `ok`. */
  detachCard(paymentMethodId: string): Promise<StripeAnswer<null>>;
  refund(request: {
    paymentIntentId: string;
    amount: Cents;
    idempotencyKey: string;
    bookingId: string;
    reason: string;
  }): Promise<StripeAnswer<RefundFacts>>;
  /**
   * The refund that was made of a payment with this key, also when Stripe has forgotten the key itself (after 24
   * hours).
   */
  findRefund(request: { paymentIntentId: string; idempotencyKey: string }): Promise<StripeAnswer<RefundFacts | null>>;
  getRefund(refundId: string): Promise<StripeAnswer<RefundFacts>>;
  /** Charges a kept card. That the card or its bank refuses is an answer, not a failure. */
  chargeCard(request: LaterCharge): Promise<StripeAnswer<CardChargeFacts>>;
  /** The charge that was made for a try, also when Stripe has forgotten its key; null when none was. */
  findCardCharge(
    request: Pick<LaterCharge, "stripeCustomerId" | "attemptId">,
  ): Promise<StripeAnswer<CardChargeFacts | null>>;
  getCardCharge(intentId: string): Promise<StripeAnswer<CardChargeFacts>>;
  /** Checkout events not older than `sinceSeconds` (unix), newest first; for the reconciler. */
  listSessionEvents(sinceSeconds: number): Promise<StripeAnswer<StripeEvent[]>>;
  /** Null when the signature or its age (over 5 minutes) is wrong. */
  readWebhook(rawBody: string, signature: string): StripeEvent | null;
}
