import type { RequestName } from "./check.server";
import type { Ledger } from "./ledger.server";
import type { StripeRequests } from "./params";

export interface World {
  ledger: Ledger;
  /** Milliseconds that slow refunds and disputes take. */
  settleAfter: number;
}

export interface Answer {
  status: number;
  body: unknown;
}

export type Endpoint<N extends RequestName> = (world: World, params: StripeRequests[N], id: string) => unknown;
