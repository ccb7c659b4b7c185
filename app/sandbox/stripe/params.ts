import type Stripe from "stripe";

/**
 * The requests that the sandbox understands, named "<METHOD> <path pattern>", with the SDK's own parameter types.
 * scripts/stripe-schemas.mjs turns this interface into schemas.json; run it again after an SDK update.
 */
export interface StripeRequests {
  "POST /v1/customers": Stripe.CustomerCreateParams;
  "POST /v1/customers/:id": Stripe.CustomerUpdateParams;
  "GET /v1/customers/:id": Stripe.CustomerRetrieveParams;
  "GET /v1/customers/:id/payment_methods": Stripe.CustomerListPaymentMethodsParams;
  "POST /v1/checkout/sessions": Stripe.Checkout.SessionCreateParams;
  "GET /v1/checkout/sessions": Stripe.Checkout.SessionListParams;
  "GET /v1/checkout/sessions/:id": Stripe.Checkout.SessionRetrieveParams;
  "GET /v1/checkout/sessions/:id/line_items": Stripe.Checkout.SessionListLineItemsParams;
  "POST /v1/checkout/sessions/:id/expire": Stripe.Checkout.SessionExpireParams;
  "POST /v1/payment_intents": Stripe.PaymentIntentCreateParams;
  "GET /v1/payment_intents": Stripe.PaymentIntentListParams;
  "GET /v1/payment_intents/:id": Stripe.PaymentIntentRetrieveParams;
  "GET /v1/setup_intents/:id": Stripe.SetupIntentRetrieveParams;
  "GET /v1/payment_methods/:id": Stripe.PaymentMethodRetrieveParams;
  "GET /v1/charges": Stripe.ChargeListParams;
  "GET /v1/charges/:id": Stripe.ChargeRetrieveParams;
  "POST /v1/refunds": Stripe.RefundCreateParams;
  "GET /v1/refunds": Stripe.RefundListParams;
  "GET /v1/refunds/:id": Stripe.RefundRetrieveParams;
  "GET /v1/disputes": Stripe.DisputeListParams;
  "GET /v1/disputes/:id": Stripe.DisputeRetrieveParams;
  "POST /v1/disputes/:id": Stripe.DisputeUpdateParams;
  "POST /v1/disputes/:id/close": Stripe.DisputeCloseParams;
  "GET /v1/setup_intents": Stripe.SetupIntentListParams;
  "POST /v1/setup_intents": Stripe.SetupIntentCreateParams;
  "POST /v1/payment_methods/:id/attach": Stripe.PaymentMethodAttachParams;
  "POST /v1/payment_methods/:id/detach": Stripe.PaymentMethodDetachParams;
  "GET /v1/balance": Stripe.BalanceRetrieveParams;
  "GET /v1/balance_transactions": Stripe.BalanceTransactionListParams;
  "GET /v1/balance_transactions/:id": Stripe.BalanceTransactionRetrieveParams;
  /** The file itself as `packFile` makes it: JSON Schema knows no bytes. */
  "POST /v1/files": Omit<Stripe.FileCreateParams, "file" | "file_link_data"> & { file: string };
  "GET /v1/files/:id": Stripe.FileRetrieveParams;
  "GET /v1/events": Stripe.EventListParams;
  "GET /v1/events/:id": Stripe.EventRetrieveParams;
}
