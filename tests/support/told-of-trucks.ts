import type { EventAction, Happening } from "~/domain/events/happenings";
import type { DISPATCH_WORDS } from "~/ui/office/dispatch-words";

/** An action as it is recorded, with the sentence that the office reads. */
export type Sentence<A extends EventAction> = [
  Omit<Happening<A>, "action" | "subject" | "why"> & { on?: string },
  string,
];

/** What the board, the trucks and the drivers' phones did. The type refuses a missing one. */
export const TOLD_OF_TRUCKS: { [A in keyof typeof DISPATCH_WORDS]: Sentence<A> } = {
  job_planned: [{ to: "unscheduled", data: { job: "pickup" } }, "Pickup: planned"],
  job_moved: [
    { from: "scheduled", to: "assigned", data: { job: "delivery", driver: "Dana" } },
    "Delivery: Assigned to Dana",
  ],
  job_rescheduled: [
    { from: "assigned", to: "scheduled", data: { job: "delivery", was: "2026-12-03", is: "2026-12-08" } },
    "Delivery: moved to Tue, Dec 8",
  ],
  number_differs: [
    { data: { job: "pickup", ours: "20-07", theirs: "20-11" } },
    "Another dumpster number at the site: 20-11, we have 20-07",
  ],
  journal_conflict: [
    { data: { job: "delivery", step: "en_route", reason: "cancelled" } },
    "Another account from the phone: On the way. The job was cancelled meanwhile.",
  ],
  journal_kept: [
    { data: { job: "pickup", step: "serviced", number: "20-11" } },
    "Said by the phone as well: Site done, number 20-11",
  ],
  journal_held: [{ data: { job: "pickup", steps: 2 } }, "Not taken, from a phone that was signed out: 2 steps"],
  photo_held: [
    { data: { job: "pickup", step: "attempted" } },
    "A photo, from a phone that was signed out: why it was not possible",
  ],
  journal_answered: [
    { data: { job: "pickup", account: "office", steps: 2 } },
    "Our account was kept, not the one of the driver",
  ],
  journal_clock: [
    { data: { job: "pickup", step: "arrived" } },
    "Time put right, as the clock of the phone was wrong: At the site",
  ],
  load_weighed: [
    { data: { facility: "Orange County Landfill", ticket: "T-1", gross: 30000, tare: 26000, net: 4000 } },
    "Weighed at Orange County Landfill: 4,000 pounds, ticket T-1",
  ],
  overweight_found: [
    { data: { net: 7000, most_tons: 3 } },
    "Over the weight limit of 3 tons, found at the scale: billed and flagged",
  ],
  attempt_judged: [{ data: { missing: ["photo"] } }, "Evidence thin: no photo. The fee for the trip is waived"],
  load_reported: [
    {
      data: {
        report: "rpt_1",
        material: "concrete",
        prohibited: "mattresses",
        prohibited_count: 2,
        cleaning: true,
        moved: false,
        overloaded: false,
        second_number: "20-11",
      },
    },
    "Driver reports: in it: Concrete; 2 × Mattresses; needs cleaning; second number 20-11",
  ],
  report_withdrawn: [{ data: { report: "rpt_1" } }, "A report was taken back by the driver"],
  photo_kept: [{ data: { job: "delivery", step: "serviced", photo: "pho_1" } }, "Photo kept: the dumpster at the site"],
  job_ordered: [{ data: { job: "pickup", stop: 3 } }, "Pickup: another place among the stops, now 3"],
  job_handed_over: [
    { data: { job: "pickup", driver: "Dale Driver", was: "Dana Driver" } },
    "Pickup: handed over to Dale Driver by Dana Driver",
  ],
  dumpster_planned: [{ data: { job: "delivery", number: "20-07" } }, "Dumpster 20-07 is to be loaded"],
  step_entered: [
    { data: { job: "pickup", step: "arrived", driver: "Dana Driver" } },
    "The office entered for Dana Driver: At the site",
  ],
  job_offered: [{ data: { job: "delivery", driver: "Dana Driver" } }, "Delivery: offered to Dana Driver"],
  offer_ended: [
    { data: { job: "delivery", driver: "Dana Driver", answer: "declined" } },
    "Delivery: offer declined, Dana Driver",
  ],
  move_undone: [{ data: { job: "delivery" } }, "Delivery: the last move was undone"],
  job_reassigned: [{ data: { job: "delivery", driver: "Dee" } }, "Delivery: given to another driver, Dee"],
  access_blocked: [
    { data: { job: "delivery", until: Date.UTC(2026, 11, 3, 15, 57) } },
    "The driver cannot get in, and waits until Dec 3, 10:57 am",
  ],
  access_answered: [
    { data: { answer: "clearing", minutes: 10 } },
    "Answer to the driver: clearing the way, about 10 minutes",
  ],
  day_closed: [
    { data: { day: "2026-12-03", part: "day", moved: 12, left: 1 } },
    "Thu, Dec 3 closed: 12 moved, no room for 1",
  ],
  day_opened: [
    { data: { day: "2026-12-03", part: "morning", back: 12, left: 0 } },
    "Thu, Dec 3, morning open again: 12 back where they were",
  ],
};
