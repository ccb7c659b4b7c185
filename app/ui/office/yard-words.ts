import type { FieldChange, YardActions } from "~/domain/events/yard-happenings";
import { CONDITION, LOAD, LOCATION } from "~/domain/inventory/yard";
import { formatDay, parseDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { hoursWords } from "~/domain/kernel/hours";
import { JOB_KIND } from "~/domain/states/job-labels";
import { after, look, saidDay } from "./timeline-parts";

type Data<A extends keyof YardActions> = YardActions[A] extends { data: infer D } ? Partial<D> : Record<string, never>;

const FIELD: Readonly<Record<string, string>> = {
  location: "place",
  truck: "usual truck",
  licence_until: "license ends",
  licence_notes: "license notes",
  is_active: "in use",
  zip: "ZIP",
};
const VALUES: Readonly<Record<string, object>> = { location: LOCATION, load: LOAD, condition: CONDITION };

function value(field: string, said: string | number | null): string {
  if (said === null || said === "") return "none";
  if (field === "is_active") return said === 1 ? "yes" : "no";
  const known = typeof said === "string" ? parseDay(said) : null;
  if (known) return formatDay(known, { year: true, short: true });
  return (VALUES[field] && look(VALUES[field], String(said))) ?? String(said);
}

/** "place: In the yard → In the shop; condition: OK → Damaged". */
export function changedFields(changes: readonly FieldChange[] = []): string {
  if (changes.length === 0) return "changed";
  return changes
    .map(({ field, was, is }) => `${FIELD[field] ?? field}: ${value(field, was)} → ${value(field, is)}`)
    .join("; ");
}

/** "on a truck, empty". */
export const placeWords = ({ location, load }: { location: string; load: string }): string =>
  `${look(LOCATION, location)}, ${look(LOAD, load)}`.toLowerCase();

const period = ({ from, until }: { from?: string; until?: string }, at: number) =>
  `${after(" ", saidDay(from, at))}${from === until ? "" : after(" to ", saidDay(until, at))}`;

/** What happens in the yard, in the office's words. */
export const YARD_WORDS: { readonly [A in keyof YardActions]: (told: { data: Data<A>; at: number }) => string } = {
  job_priced: ({ data }) =>
    `${look(JOB_KIND, data.job) ?? "Job"}: said to cost ${data.total === undefined ? "something" : formatCents(data.total)}, not charged yet`,
  job_paid_before: ({ data }) =>
    `${look(JOB_KIND, data.job) ?? "Job"}: planned again, paid before${data.total === undefined ? "" : ` (${formatCents(data.total)})`}`,
  dumpster_moved: ({ data }) =>
    `Dumpster${after(" ", data.number)}: ${data.is ? placeWords(data.is) : "moved"}${data.reason === "test_booking_deleted" ? ", test booking deleted" : ""}`,
  dumpster_added: ({ data }) => `Dumpster${after(" ", data.number)} added${after(", ", data.size)} yards`,
  dumpster_changed: ({ data }) => `Dumpster${after(" ", data.number)}: ${changedFields(data.changes)}`,
  number_settled: ({ data }) =>
    data.stands === "ours"
      ? `Number cleared up: it was ${data.ours ?? "ours"}${after(", not ", data.theirs)}`
      : `Number cleared up: it was ${data.theirs ?? "another one"}${after(", not ", data.ours ?? undefined)}`,
  status_mended: ({ data }) =>
    `Dumpster${after(" ", data.number)} put right${after(": ", look(LOCATION, data.was))}${after(" → ", look(LOCATION, data.is))}`,
  driver_invited: ({ data }) => `Invited to drive${after(": ", data.name)}`,
  driver_invitation_withdrawn: ({ data }) => `Invitation withdrawn${after(": ", data.name)}`,
  driver_joined: ({ data }) => `Accepted, and drives for us${after(": ", data.name)}`,
  driver_changed: ({ data }) => `Driver: ${changedFields(data.changes)}`,
  driver_ended: () => "Access ended, signed out everywhere",
  driver_back: () => "May drive again",
  driver_off: ({ data, at }) => `Off${period(data, at)}`,
  driver_on: ({ data, at }) => `Drives after all${period(data, at)}`,
  driver_day_set: ({ data: { day, begins = null, ends = null, truck }, at }) =>
    `Another day than usual${after(": ", saidDay(day, at))}${after(", ", [hoursWords({ begins, ends }), truck].filter(Boolean).join(", ") || undefined)}`,
  driver_day_back: ({ data, at }) => `As usual again${after(": ", saidDay(data.day, at))}`,
  fleet_changed: ({ data }) => `${data.name ?? "It"}: ${changedFields(data.changes)}`,
};
