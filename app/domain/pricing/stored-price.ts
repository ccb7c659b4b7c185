import { stored } from "../kernel/stored";
import { NO_AMOUNTS, type PricingResult } from "./types";

/**
 * A booking's price as it was signed (bookings.price). What its lines did not have yet when it was signed is 0: a sum
 * with a hole in it would share the total out equally, without a word.
 */
export const STORED_PRICE = stored<PricingResult>("a booking's price", [
  (value) => {
    const price = value as Partial<PricingResult>;
    if (!Array.isArray(price.items) || !Number.isInteger(price.total)) return undefined;
    // The line's own names first: written again, it is the same text.
    return { ...(price as PricingResult), items: price.items.map((item) => ({ ...item, ...NO_AMOUNTS, ...item })) };
  },
]);
