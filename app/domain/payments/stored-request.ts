import { stored } from "../kernel/stored";
import type { CheckoutRequest } from "./ports";

/** What the card company was asked for (checkouts.request): a second try must ask for exactly the same. */
export const STORED_REQUEST = stored<CheckoutRequest>("a checkout's request", [
  (value) => {
    const request = value as Partial<CheckoutRequest>;
    return typeof request.idempotencyKey === "string" && Array.isArray(request.lines)
      ? (request as CheckoutRequest)
      : undefined;
  },
]);
