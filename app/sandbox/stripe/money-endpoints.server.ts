import { readBalance } from "./balance.server";
import type { RequestName } from "./check.server";
import { acceptDispute, updateDispute } from "./disputes.server";
import type { Endpoint } from "./world";
import { createFile } from "./files.server";
import { attachMethod, createSetupIntent, detachMethod } from "./kept-cards.server";
import { listObjects } from "./lists.server";

type MoneyRequest = Extract<
  RequestName,
  | `POST /v1/payment_methods/${string}`
  | `${string} /v1/setup_intents`
  | `GET /v1/balance${string}`
  | `POST /v1/disputes/${string}`
  | `${string} /v1/files${string}`
>;

/** Kept cards, the balance, disputes with their evidence: what comes after a payment. */
export const MONEY_ENDPOINTS: { readonly [N in MoneyRequest]: Endpoint<N> } = {
  "POST /v1/payment_methods/:id/attach": ({ ledger }, params, id) => attachMethod(ledger, id, params),
  "POST /v1/payment_methods/:id/detach": ({ ledger }, _, id) => detachMethod(ledger, id),
  "GET /v1/setup_intents": ({ ledger }, params) =>
    listObjects(ledger, "setup_intent", "/v1/setup_intents", params, { customer: params.customer }),
  "POST /v1/setup_intents": ({ ledger }, params) => createSetupIntent(ledger, params),
  "GET /v1/balance": ({ ledger }) => readBalance(ledger),
  "GET /v1/balance_transactions": ({ ledger }, params) =>
    listObjects(ledger, "balance_transaction", "/v1/balance_transactions", params, {
      source: params.source,
      type: params.type,
    }),
  "GET /v1/balance_transactions/:id": ({ ledger }, _, id) => ledger.get("balance_transaction", id),
  "POST /v1/disputes/:id": ({ ledger, settleAfter }, params, id) => updateDispute(ledger, id, params, settleAfter),
  "POST /v1/disputes/:id/close": ({ ledger }, _, id) => acceptDispute(ledger, id),
  "POST /v1/files": ({ ledger }, params) => createFile(ledger, params),
  "GET /v1/files/:id": ({ ledger }, _, id) => ledger.get("file", id),
};
