import type Stripe from "stripe";
import { stripeId, unixNow } from "./ids.server";
import type { CardBehaviour, Decline, DisputeKind } from "./cards";

/** New objects with every field that Stripe sends, so that the SDK's types check the answers. */

export function newCustomer(input: {
  email: string | null;
  name?: string | null;
  phone?: string | null;
  description?: string | null;
  metadata?: Stripe.Metadata;
}): Stripe.Customer {
  return {
    id: stripeId("customer"),
    object: "customer",
    address: null,
    balance: 0,
    created: unixNow(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    discount: null,
    email: input.email,
    invoice_prefix: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    phone: input.phone ?? null,
    preferred_locales: ["en-US"],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export interface CardOnPage {
  behaviour: CardBehaviour;
  last4: string;
  month: number;
  year: number;
  email: string;
  name: string | null;
}

export function newPaymentMethod(card: CardOnPage, customer: string | null): Stripe.PaymentMethod {
  return {
    id: stripeId("payment_method"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: null, email: card.email, name: card.name, phone: null, tax_id: null },
    card: {
      brand: card.behaviour.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.behaviour.brand,
      exp_month: card.month,
      exp_year: card.year,
      fingerprint: null,
      funding: "credit",
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.behaviour.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: unixNow(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
): Stripe.Charge {
  const card = method.card;
  return {
    id: stripeId("charge"),
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "SANDBOX",
    captured: !decline,
    created: unixNow(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: decline ? "try_again_later" : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? "declined_by_network" : "approved_by_network",
      reason: decline?.declineCode ?? null,
      risk_level: "normal",
      risk_score: 5,
      seller_message: decline ? "The bank did not accept the payment." : "Payment complete.",
      type: decline ? "issuer_declined" : "authorized",
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: "card",
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: null,
        brand: card?.brand ?? null,
        checks: {
          address_line1_check: null,
          address_postal_code_check: null,
          cvc_check: decline?.code === "incorrect_cvc" ? "fail" : "pass",
        },
        country: "US",
        electronic_commerce_indicator: null,
        exp_month: card?.exp_month ?? 1,
        exp_year: card?.exp_year ?? 2000,
        funding: "credit",
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        network: card?.brand ?? null,
        network_transaction_id: null,
        regulated_status: "unregulated",
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

export function newRefund(
  charge: Stripe.Charge,
  input: { amount: number; status: string; reason: Stripe.Refund.Reason | null; metadata: Stripe.Metadata },
): Stripe.Refund {
  return {
    id: stripeId("refund"),
    object: "refund",
    amount: input.amount,
    balance_transaction: null,
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: "card",
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
    },
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(input.status === "pending" ? { pending_reason: "processing" as const } : {}),
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: input.status,
    transfer_reversal: null,
  };
}

const DISPUTE_ANSWER_SECONDS = 9 * 24 * 3600;

export function newDispute(charge: Stripe.Charge, kind: DisputeKind, today: number): Stripe.Dispute {
  const evidence: Stripe.Dispute.Evidence = {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
  return {
    id: stripeId("dispute"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: today + DISPUTE_ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: kind === "inquiry",
    livemode: false,
    metadata: {},
    network_reason_code: kind === "fraudulent" ? "10.4" : "13.1",
    payment_intent: charge.payment_intent,
    reason: kind === "fraudulent" ? "fraudulent" : "product_not_received",
    status: kind === "inquiry" ? "warning_needs_response" : "needs_response",
  };
}
