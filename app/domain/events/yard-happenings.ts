import type { JobKind } from "../states/transitions";

/** A column of a record, and what stood and stands in it. */
export type FieldChange = { field: string; was: string | number | null; is: string | number | null };

type DumpsterPlace = { location: string; load: string };

/** What can happen in the yard, to the fleet and to those who drive it; a part of `Actions` (happenings.ts). */
export interface YardActions {
  /** What it is said to cost, in cents, tax included: a proposal, no charge. */
  job_priced: { subject: "job"; data: { job: JobKind; total: number } };
  /** Planned again for what its customer had paid for the one that was not possible; cents, tax included. */
  job_paid_before: { subject: "job"; data: { job: JobKind; total: number } };
  dumpster_moved: {
    subject: "dumpster";
    data: { number: string; was: DumpsterPlace; is: DumpsterPlace; reason?: "test_booking_deleted" };
    why: true;
  };
  dumpster_added: { subject: "dumpster"; data: { number: string; size: number } };
  /** By the office: each column that changed. */
  dumpster_changed: { subject: "dumpster"; data: { number: string; changes: FieldChange[] }; why: true };
  /** Which of the two numbers stood at the site, as the office found out. */
  number_settled: {
    subject: "job";
    data: { ours: string | null; theirs: string; stands: "ours" | "theirs" };
    why: true;
  };
  /** What the nightly look put right: `what` is the rule's name. */
  status_mended: { subject: "dumpster"; data: { number: string; what: string; was: string; is: string } };
  /** `id` of the subject: the invitation's. */
  driver_invited: { subject: "driver"; data: { name: string } };
  driver_invitation_withdrawn: { subject: "driver"; data: { name: string } };
  driver_joined: { subject: "driver"; data: { name: string } };
  driver_changed: { subject: "driver"; data: { changes: FieldChange[] } };
  /** Their access, and with it every session. */
  driver_ended: { subject: "driver"; why: true };
  driver_back: { subject: "driver" };
  /** New York days, the first and the last. */
  driver_off: { subject: "driver"; data: { from: string; until: string }; why: true };
  driver_on: { subject: "driver"; data: { from: string; until: string } };
  /** Other hours, in minutes of that New York day, or another truck on it; null: as always. */
  driver_day_set: {
    subject: "driver";
    data: { day: string; begins: number | null; ends: number | null; truck: string | null };
  };
  driver_day_back: { subject: "driver"; data: { day: string } };
  fleet_changed: { subject: "truck" | "facility"; data: { name: string; changes: FieldChange[] } };
}
