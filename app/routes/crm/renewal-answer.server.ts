import { z } from "zod";
import type { Renewed } from "~/services/booking/renew.server";

/** What the button that renews a price sends: the price of today as its page said it, in cents. */
export const RENEWAL = z.object({
  total: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .catch(-1),
});

/** What the order's page says of a renewal (PreparedTold). */
export const toldOfRenewal = ({ isHeld, isSent }: Extract<Renewed, { ok: true }>): string =>
  `${isHeld ? "renewed" : "not-held"}${isSent ? "" : "-unsent"}`;
