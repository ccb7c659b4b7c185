import { stored } from "../kernel/stored";
import type { PricingResult } from "./types";

/** A booking's price as it was signed (bookings.price). */
export const STORED_PRICE = stored<PricingResult>("a booking's price", [
  (value) => {
    const price = value as Partial<PricingResult>;
    return Array.isArray(price.items) && Number.isInteger(price.total) ? (price as PricingResult) : undefined;
  },
]);
