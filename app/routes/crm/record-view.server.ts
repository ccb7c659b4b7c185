import { attemptWords } from "~/domain/dispatch/attempts.server";
import { listOnClosedDays } from "~/domain/booking/order/closed-day.server";
import { findStandingDispute } from "~/domain/booking/order/disputed.server";
import { closedHalf } from "~/domain/booking/order/closed-half.server";
import { quietUntil } from "~/domain/messages/quiet-hours.server";
import { listOtherCredits } from "~/domain/payments/credits.server";
import { cutRecord } from "~/domain/records/cut-record";
import { closedThen } from "~/domain/records/unit-dates";
import type { BookingRecord } from "~/domain/records/office.server";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import type { Scope } from "~/http/context.server";

/** A booking's record as its page shows it: the newest of long lists, or all of the one that the address asks for. */
export function recordView({ services }: Scope, request: Request, found: BookingRecord) {
  const record = cutRecord(found, new URL(request.url).searchParams.get("all"));
  // By day a text that waits has minutes of its own.
  const textsAsleep = quietUntil("sms.scheduled", services.clock.now()) === null ? 0 : record.textsAsleep;
  // Flag "details payments": off, neither shown nor sent.
  const hidden = services.flags().details_payments
    ? { credits: listOtherCredits(services.db.orm, record.booking.id) }
    : { credits: [], payments: [], refunds: [], charges: [], checkouts: [], disputes: [] };
  const now = services.clock.now();
  const attempts = record.attempts.map((one) => ({ ...one, words: attemptWords(services.db.orm, one, now) }));
  const closedDays = listOnClosedDays(services.db.orm, record.booking.id, now).map((one) => ({
    ...one,
    closed: closedThen([{ closedHalf: closedHalf(services.db.orm, one.day) }]),
  }));
  const disputed = findStandingDispute(services.db.orm, record.booking.id);
  return { ...record, attempts, closedDays, movable: movableJobs(found), textsAsleep, disputed, ...hidden };
}

/** The jobs that can still have another day, as the board's own panel decides it (dispatch-view.server.ts). */
function movableJobs({ jobs, units }: Pick<BookingRecord, "jobs" | "units">) {
  const isLast = (one: BookingRecord["jobs"][number]["job"]) =>
    jobs.every(
      ({ job: { unit_id, kind, attempt } }) => unit_id !== one.unit_id || kind !== one.kind || attempt <= one.attempt,
    );
  const inVain = (job: BookingRecord["jobs"][number]["job"]) =>
    job.state === "attempted" && (job.kind === "delivery" || job.kind === "pickup") && isLast(job);
  return jobs
    .filter(({ job }) => isBeforeItLeaves(job.state) || inVain(job))
    .map(({ job: { id, kind, day, unit_id } }) => ({
      ...{ id, kind, day },
      /** Its number; null where there is but one. */
      unit: units.length > 1 ? (units.find(({ unit }) => unit.id === unit_id)?.unit.unit_number ?? null) : null,
    }));
}
