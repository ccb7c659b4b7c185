import type Stripe from "stripe";
import { invalid } from "./errors";
import { stripeId, unixNow } from "./ids.server";

type CreateParams = Stripe.Checkout.SessionCreateParams;
type LineParam = Stripe.Checkout.SessionCreateParams.LineItem;

/** Line items with an inline price each; `at` is the position in the request, for the refusal. */
export function newLineItem(
  param: LineParam,
  at: number,
  currency: string,
): { line: Stripe.LineItem; description: string | null } {
  const price = param.price_data;
  const where = `line_items[${at}]`;
  if (!price) throw invalid("The sandbox has no stored prices: give price_data.", `${where}[price_data]`);
  if (!price.product_data)
    throw invalid(
      `Missing required param: ${where}[price_data][product_data].`,
      `${where}[price_data][product_data]`,
      "parameter_missing",
    );
  if (price.unit_amount === undefined)
    throw invalid(
      `Missing required param: ${where}[price_data][unit_amount].`,
      `${where}[price_data][unit_amount]`,
      "parameter_missing",
    );
  if (price.unit_amount < 0)
    throw invalid("Invalid non-negative integer", `${where}[price_data][unit_amount]`, "parameter_invalid_integer");
  if (param.quantity === undefined)
    throw invalid(`Missing required param: ${where}[quantity].`, `${where}[quantity]`, "parameter_missing");
  if (param.quantity < 1)
    throw invalid("This value must be greater than or equal to 1.", `${where}[quantity]`, "parameter_invalid_integer");
  if (price.currency.toLowerCase() !== currency)
    throw invalid("All line items must have the same currency.", `${where}[price_data][currency]`);
  const amount = price.unit_amount * param.quantity;
  return {
    description: price.product_data.description ?? null,
    line: {
      id: stripeId("item"),
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency,
      description: price.product_data.name,
      metadata: {},
      quantity: param.quantity,
      price: {
        id: stripeId("price"),
        object: "price",
        active: false,
        billing_scheme: "per_unit",
        created: unixNow(),
        currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: null,
        metadata: {},
        nickname: null,
        product: stripeId("product"),
        recurring: null,
        tax_behavior: "unspecified",
        tiers_mode: null,
        transform_quantity: null,
        type: "one_time",
        unit_amount: price.unit_amount,
        unit_amount_decimal: null,
      },
    },
  };
}

export interface SessionTotals {
  amount: number | null;
  currency: string | null;
  expiresAt: number;
  metadata: Stripe.Metadata;
  customerCreation: "always" | "if_required" | null;
}

export function newSession(params: CreateParams, totals: SessionTotals): Stripe.Checkout.Session {
  return {
    id: stripeId("checkout.session"),
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ["card"],
    amount_subtotal: totals.amount,
    amount_total: totals.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: unixNow(),
    currency: totals.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text?.submit || null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: totals.customerCreation,
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: totals.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: totals.metadata,
    mode: params.mode ?? "payment",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: params.mode === "setup" ? "no_payment_required" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: totals.amount === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: null,
    wallet_options: null,
  };
}
