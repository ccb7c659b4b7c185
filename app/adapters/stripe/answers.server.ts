import Stripe from "stripe";
import type { StripeAnswer, StripeFailure } from "~/domain/payments/ports";

/** Runs a call of the SDK; what Stripe is expected to refuse becomes a value, anything else is thrown. */
export async function answered<T>(call: () => Promise<T>): Promise<StripeAnswer<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    return failure;
  }
}

/** Null for what is our own mistake: a wrong key, a missing permission, a key reused with other parameters, a bug. */
function failureOf(error: unknown): StripeFailure | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  const { message, statusCode = 0 } = error;
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    statusCode === 429 ||
    statusCode >= 500
  ) {
    return { ok: false, code: "unreachable", message, keySpent: statusCode >= 500 };
  }
  // A request with the same key is still running there: its answer comes by the next try.
  if (statusCode === 409) return { ok: false, code: "unreachable", message };
  if (error.code === "resource_missing") return { ok: false, code: "not_found", message };
  if (error instanceof Stripe.errors.StripeCardError)
    return { ok: false, code: "refused", message, declineCode: error.decline_code ?? error.code };
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return { ok: false, code: "refused", message, ...(error.code && { reason: error.code }) };
  return null;
}
