import type { Scope } from "./context.server";
import { limit, type Limited } from "./limits.server";

/** Mail to a booking's address that anybody with its cookie can ask for: once a minute at most (domain.md, 4.19). */
export function limitMail(scope: Scope, bookingId: string): Promise<Limited> {
  return limit(scope, "booking-mail", bookingId, { max: 1, windowSeconds: 60 });
}
