import { verifyPayment, type Verification } from "~/services/verify.server";
import type { Scope } from "./context.server";
import { mayCause } from "./limits.server";

const PAYMENT_PAGE = { kind: "visitor", label: "Payment page" } as const;

/** What became of a payment, for whoever holds the session's id; the card company is asked no oftener than `verify` says. */
export function askForPayment(scope: Scope, sessionId: string, checkoutId?: string | null): Promise<Verification> {
  return verifyPayment(scope.services, scope.deed(PAYMENT_PAGE), {
    sessionId, checkoutId, mayAsk: async (target) => (await mayCause(scope, "verify", { target })).ok,
  });
}
