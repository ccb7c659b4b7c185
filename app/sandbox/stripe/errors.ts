import type Stripe from "stripe";

/** The body of Stripe's error answer: {"error": …}. */
export interface ErrorBody {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** A refusal in Stripe's own words. Thrown inside a request, it undoes what the request had written. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
    this.name = "StripeRefusal";
  }
}

/** 400, the request was wrong. `param` is the bracketed name, "line_items[0][quantity]". */
export function invalid(message: string, param?: string, code?: string): StripeRefusal {
  return new StripeRefusal(400, {
    type: "invalid_request_error",
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });
}

/** 404 resource_missing; `param` is "id" for the object of the address. */
export function missing(kind: string, id: string, param = "id"): StripeRefusal {
  const status = param === "id" ? 404 : 400;
  return new StripeRefusal(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param,
  });
}
