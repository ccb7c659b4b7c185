import { getUnit, type Booking } from "~/domain/booking/order/bookings.server";
import { getChange, ofDumpster, type Change } from "~/domain/changes/changes.server";
import { EXTRA_LABEL } from "~/domain/changes/extra-rules";
import { getJob, type Job } from "~/domain/dispatch/jobs.server";
import { formatDay } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { findChangeCheckout } from "~/domain/payments/checkouts.server";
import type { Id } from "~/domain/kernel/ids.server";
import { listCustomerUnits } from "~/domain/records/customer-unit.server";
import { notThereYet } from "~/domain/records/late-words";
import type { CustomerUnit } from "~/domain/records/customer-views";
import { deliveryHours } from "~/domain/schedule/rules";
import { emergencyWhen, isEmergencyHaul } from "~/domain/states/emergency";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import type { Services } from "~/services.server";
import { isOfOtherDays } from "~/services/payments/change-checkout.server";

/** A truck and a purchase in the words of the pages where they were asked for, and with what was said there. */
export function unitsView(
  { clock, db, flags }: Pick<Services, "clock" | "db" | "flags">,
  booking: Booking,
  settings: ReturnType<Services["settings"]>,
): CustomerUnit[] {
  const now = clock.now();
  const at = { settings, flags: flags(), now };
  return listCustomerUnits(db.orm, booking, at).map((unit) => ({
    ...unit,
    planned: unit.planned && describePlanned(unit.planned, getJob(db.orm, unit.planned.jobId as Id<"job">)),
    unpaid: unit.unpaid && describeUnpaid(unit.unpaid),
  }));

  function describePlanned(planned: NonNullable<CustomerUnit["planned"]>, job: Job): CustomerUnit["planned"] {
    const { kind, day, delivery_window, state, note } = job;
    const isEmergency = isEmergencyHaul(job);
    const brings = job.brings_unit_id && getUnit(db.orm, job.brings_unit_id).size_yards;
    const what = { ...planned, what: kind === "relocate" ? planned.what : nameOf(kind, isEmergency, brings), note };
    // A hold, or a day that was closed, is told as it is.
    if (planned.when !== `${formatDay(day)}, ${deliveryHours(delivery_window)}`) return what;
    if (day < dayAt(now) && isBeforeItLeaves(state)) return { ...what, when: notThereYet(formatDay(day)) };
    return isEmergency ? { ...what, when: emergencyWhen(day, dayAt(now)) } : what;
  }

  function describeUnpaid(unpaid: NonNullable<CustomerUnit["unpaid"]>): CustomerUnit["unpaid"] {
    const change = ofDumpster(getChange(db.orm, unpaid.changeId as Id<"change">));
    const ends = findChangeCheckout(db.orm, change.id)?.expires_at ?? change.expires_at;
    const over = isOfOtherDays(db.orm, change.id) ? "moved" : ends <= now ? "time" : null;
    return { ...unpaid, what: bought(change) ?? unpaid.what, ...(over && { over, again: AGAIN[change.wish.kind] }) };
  }
}

const AGAIN = { extension: "extend", haul: "haul", swap: "swap" } as const;

/** The name that each has wherever its customer reads of it; `brings`: the size of a swap's new one, in yards. */
export function nameOf(kind: string, isEmergency: boolean, brings: number | null): string {
  if (kind === "swap") return `Swap it for an empty ${brings ? `${brings}-yard dumpster` : "one"}`;
  return `${EXTRA_LABEL.dump_and_return.label}${isEmergency ? ", an emergency" : ""}`;
}

function bought({ wish }: Change): string | null {
  if (wish.kind === "extension") return null;
  const isEmergency = wish.kind === "haul" && wish.as === "emergency";
  return `${nameOf(wish.kind, isEmergency, wish.kind === "swap" ? wish.size : null)}, ${formatDay(wish.day)}${isEmergency ? "" : `, ${deliveryHours(wish.window)}`}`;
}
