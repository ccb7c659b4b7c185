import { attemptWords } from "~/domain/dispatch/attempts.server";
import { quietUntil } from "~/domain/messages/quiet-hours.server";
import { cutRecord } from "~/domain/records/cut-record";
import type { BookingRecord } from "~/domain/records/office.server";
import type { Scope } from "~/http/context.server";

/** A booking's record as its page shows it: the newest of long lists, or all of the one that the address asks for. */
export function recordView({ services }: Scope, request: Request, found: BookingRecord) {
  const record = cutRecord(found, new URL(request.url).searchParams.get("all"));
  // By day a text that waits has minutes of its own.
  const textsAsleep = quietUntil("sms.scheduled", services.clock.now()) === null ? 0 : record.textsAsleep;
  // Flag "details payments": off, neither shown nor sent.
  const hidden = services.flags().details_payments
    ? {}
    : { payments: [], refunds: [], charges: [], checkouts: [], disputes: [] };
  const now = services.clock.now();
  const attempts = record.attempts.map((one) => ({ ...one, words: attemptWords(services.db.orm, one, now) }));
  return { ...record, attempts, textsAsleep, ...hidden };
}
