import { evidenceWords } from "~/domain/dispatch/evidence";
import { reportWords } from "~/domain/dispatch/report-rules";
import { CONFLICTS } from "~/domain/driver/entries";
import type { EventAction } from "~/domain/events/happenings";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import { after, gapsOf, look, OFFER_END, PHOTO_STEP, saidDay, saidEnd, toldReport, type Told } from "./timeline-parts";

const closedWords = ({ data: { day, part }, at }: { data: { day?: string; part?: string }; at: number }) =>
  `${saidDay(day, at) ?? "A day"}${part === "morning" || part === "afternoon" ? `, ${part}` : ""}`;

/** What the board, the trucks and the drivers’ phones did, in the office’s words. */
export const DISPATCH_WORDS = {
  job_planned: ({ data }) => `${look(JOB_KIND, data.job) ?? "Job"}: planned`,
  job_moved: ({ data, from, to }) =>
    to === "scheduled" && (from === "en_route" || from === "arrived")
      ? `${look(JOB_KIND, data.job) ?? "Job"}: the truck was called back`
      : `${look(JOB_KIND, data.job) ?? "Job"}: ${look(JOB_STATE, to) ?? "moved"}${to === "assigned" ? after(" to ", data.driver) : ""}`,
  job_rescheduled: ({ data, at }) =>
    `${look(JOB_KIND, data.job) ?? "Job"}: moved${after(" to ", saidDay(data.is, at))}${after(", ", data.window && deliveryTimeLabel(data.window))}`,
  number_differs: ({ data }) =>
    `Another dumpster number at the site${after(": ", data.theirs)}${data.ours ? `, we have ${data.ours}` : ""}`,
  journal_conflict: ({ data }) =>
    `Another account from the phone${after(": ", look(JOB_STATE, data.step))}${after(". ", look(CONFLICTS, data.reason))}`,
  journal_kept: ({ data }) =>
    `Said by the phone as well${after(": ", look(JOB_STATE, data.step))}${after(", number ", data.number)}`,
  journal_held: ({ data }) =>
    `Not taken, from a phone that was signed out${after(": ", data.steps && (data.steps === 1 ? "1 step" : `${data.steps} steps`))}`,
  photo_held: ({ data }) =>
    `A photo, from a phone that was signed out${after(": ", data.step && look(PHOTO_STEP, data.step))}`,
  journal_answered: ({ data }) =>
    data.account === "driver"
      ? "The account of the driver was taken"
      : "Our account was kept, not the one of the driver",
  journal_clock: ({ data }) =>
    `Time put right, as the clock of the phone was wrong${after(": ", look(JOB_STATE, data.step))}`,
  load_weighed: ({ data }) =>
    `Weighed${after(" at ", data.facility)}${data.net === undefined ? "" : `: ${data.net.toLocaleString("en-US")} pounds`}${after(", ticket ", data.ticket)}`,
  overweight_found: ({ data }) =>
    `Over the weight limit${after(" of ", data.most_tons)}${data.most_tons === undefined ? "" : " tons"}, found at the scale: billed and flagged`,
  attempt_judged: ({ data }) => evidenceWords(gapsOf(data.missing), { isAwaited: data.awaited === true }),
  load_reported: ({ data }) => `Driver reports${after(": ", reportWords(toldReport(data)) || undefined)}`,
  report_withdrawn: () => "A report was taken back by the driver",
  photo_kept: ({ data }) => `Photo kept${after(": ", look(PHOTO_STEP, data.step))}`,
  job_ordered: ({ data }) =>
    `${look(JOB_KIND, data.job) ?? "Job"}: another place among the stops${after(", now ", data.stop)}`,
  job_handed_over: ({ data }) =>
    `${look(JOB_KIND, data.job) ?? "Job"}: handed over${after(" to ", data.driver)}${after(" by ", data.was)}`,
  dumpster_planned: ({ data }) =>
    data.number ? `Dumpster ${data.number} is to be loaded` : "Any dumpster of its size is to be loaded",
  step_entered: ({ data }) =>
    `The office entered for${after(" ", data.driver) || " the driver"}: ${look(JOB_STATE, data.step) ?? "a step"}`,
  job_offered: ({ data }) => `${look(JOB_KIND, data.job) ?? "Job"}: offered${after(" to ", data.driver)}`,
  offer_ended: ({ data }) =>
    `${look(JOB_KIND, data.job) ?? "Job"}: offer ${look(OFFER_END, data.answer) ?? "over"}${after(", ", data.driver)}`,
  move_undone: ({ data }) => `${look(JOB_KIND, data.job) ?? "Job"}: the last move was undone`,
  job_reassigned: ({ data }) =>
    `${look(JOB_KIND, data.job) ?? "Job"}: given to another driver${after(", ", data.driver)}`,
  access_blocked: ({ data, at }) => `The driver cannot get in${after(", and waits ", saidEnd(data.until, at))}`,
  access_answered: ({ data }) =>
    data.answer === "clearing"
      ? `Answer to the driver: clearing the way${data.minutes === undefined ? "" : `, about ${data.minutes} minutes`}`
      : "Answer to the driver: come another day",
  day_closed: ({ data, at }) =>
    `${closedWords({ data, at })} closed${data.moved === undefined ? "" : `: ${data.moved} moved`}${data.left ? `, no room for ${data.left}` : ""}`,
  day_opened: ({ data, at }) =>
    `${closedWords({ data, at })} open again${data.back === undefined ? "" : `: ${data.back} back where they were`}${data.left ? `, ${data.left} moved again meanwhile` : ""}`,
} satisfies { readonly [A in EventAction]?: (told: Told<A>) => string };
