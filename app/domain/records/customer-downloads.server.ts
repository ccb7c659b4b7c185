import type { Orm } from "#db/client.server";
import type { Booking } from "../booking/order/bookings.server";
import { formatDay } from "../kernel/days";
import { dayAt } from "../kernel/time.server";
import type { PhotoStep } from "../photos/rules";
import type { CustomerDownloads } from "./customer-views";
import { listJobFacts } from "./job-facts.server";

const SHOWS: Readonly<Record<PhotoStep, string>> = {
  serviced: "Your dumpster",
  ticketed: "The weight ticket",
  attempted: "Why it was not possible",
  report: "What the driver found",
};
/** Of a visit that was done all the same: it was cleared away. */
const CLEARED = "What was in the way";

/** The photographs and weight tickets of a booking as its customer may have them (flag "customer downloads"), oldest first. */
export function listCustomerDownloads(orm: Orm, booking: Booking): CustomerDownloads {
  const { photos, tickets, attempts } = listJobFacts(orm, booking.id);
  const inVain = new Set(attempts.map(({ job_id }) => job_id));
  return {
    photos: photos.map(({ capability, step, createdAt, jobId }) => ({
      capability,
      label: `${step === "attempted" && !inVain.has(jobId) ? CLEARED : SHOWS[step]}, ${formatDay(dayAt(createdAt), { short: true })}`,
    })),
    tickets: tickets.map(
      ({ number, facility, gross, tare, net }) =>
        `Weight ticket ${number}, ${facility}: ${pounds(gross)} gross, ${pounds(tare)} empty, ${pounds(net)} of load`,
    ),
  };
}

const pounds = (count: number): string => `${count.toLocaleString("en-US")} pounds`;
