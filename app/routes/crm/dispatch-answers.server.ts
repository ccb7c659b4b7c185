import type { MoveJobResult } from "~/domain/changes/move-job.server";
import type { UndoResult } from "~/domain/changes/undo-move.server";
import type { Conflict } from "~/domain/dispatch/conflicts";
import type { GiveResult } from "~/domain/dispatch/conflicts.server";
import type { CopyResult } from "~/domain/dispatch/copy-day.server";
import type { OfferResult } from "~/domain/dispatch/offers.server";
import { UNDO_MINUTES } from "~/domain/dispatch/last-move.server";
import type { AcceptResult, PlanDayResult, PlanRules } from "~/domain/dispatch/plan-day.server";
import type { PlanResult, Seen } from "~/domain/dispatch/plan.server";
import type { PlanDumpsterResult } from "~/domain/dispatch/planned.server";
import type { RecallResult } from "~/domain/dispatch/recall.server";
import { z } from "zod";
import type { Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { FLAGS, type FlagName } from "~/domain/flags/flags";
import { findBoardJob, type BoardJob } from "~/domain/dispatch/board-jobs.server";
import { isProposed } from "~/domain/dispatch/route";
import type { Done } from "~/http/answers/intents.server";
import { plainWhole } from "~/domain/kernel/whole";
import type { Services } from "~/services.server";

/** What the board's verbs answer. */
export type BoardResult =
  | PlanResult
  | MoveJobResult
  | GiveResult
  | UndoResult
  | OfferResult
  | PlanDumpsterResult
  | RecallResult
  | PlanDayResult
  | AcceptResult
  | CopyResult;

const REFUSED: Record<Exclude<Extract<BoardResult, { ok: false }>["code"], "conflicts">, string> = {
  changed: "Somebody else has just changed this job. Look where it stands now, then decide.",
  not_allowed: "The truck has left, or the job is done, so it stays with its driver.",
  under_way: "The truck has left, or the job is done, so it cannot be moved.",
  unknown_driver: "Choose a driver.",
  driver_off: "This driver does not drive at present. Choose another one.",
  no_driver: "Nobody has this job yet.",
  not_on_a_list: "Nobody has this job yet, so it has no place in an order.",
  no_dumpster: "No empty dumpster of this size is in the yard.",
  away: "Another truck is out with this dumpster and has not brought it back.",
  no_permit: "The street has no permit for this day.",
  on_hold: "The booking is on hold, so its truck may not leave. Take it off hold first.",
  not_movable: "The truck has left, or the job is done, so it cannot be moved.",
  same: "It stands there already.",
  bad_day: "Choose another day.",
  bad_window: "Choose another window.",
  sold_out: "Every dumpster of this size is out or promised in those days. Choose another day.",
  window_full: "This window is full on that day. Choose another window or day.",
  not_out: "The truck has not left, or it is too late for that: look where the job stands now.",
  same_driver: "This driver has it already.",
  no_move: `There is nothing to undo: a move can be undone for ${UNDO_MINUTES} minutes, once.`,
  other_move: "Your last move is another one by now, made in another window. Look which one, then decide.",
  no_delivery: "Only a delivery loads a dumpster at the yard.",
  unknown_dumpster: "Choose an empty dumpster of this size that is in the yard.",
  dumpster_taken: "This dumpster is planned for another delivery. Choose another one.",
  nothing_to_plan: "No delivery or pickup of this day is still to leave.",
  no_plan: "There is no proposal for this day any more. Make a new one.",
  nothing_to_copy: "Nobody had a job on that day. Choose another one.",
  offered_already: "This job is offered to a driver already. Take the offer back first.",
  has_driver: "A driver has this job. Take it back before you offer it.",
  not_offered: "The offer is over.",
};

const FIELD: Partial<Record<keyof typeof REFUSED, string>> = {
  unknown_driver: "driverId",
  driver_off: "driverId",
  bad_day: "day",
  sold_out: "day",
  bad_window: "window",
  window_full: "window",
  same_driver: "driverId",
  unknown_dumpster: "dumpster",
  dumpster_taken: "dumpster",
  nothing_to_copy: "from",
};

/** Somebody was faster, if only they themselves in another window. */
const TOLD: ReadonlySet<string> = new Set<keyof typeof REFUSED>(["changed", "other_move"]);

/** A refusal of the board's verbs in words, beside the field that it is about; 409 where somebody was faster. */
export function boardAnswer(done: BoardResult): Done {
  if (done.ok) return { ok: true };
  if (done.code === "conflicts") return { ok: false, message: inWords(done.conflicts), field: "driverId" };
  const message = "message" in done ? done.message : REFUSED[done.code];
  return { ok: false, message, field: FIELD[done.code], status: TOLD.has(done.code) ? 409 : 400 };
}

function inWords(conflicts: readonly Conflict[]): string {
  const words = conflicts.map((one) => one.words).join(" ");
  return conflicts.some(({ isHard }) => isHard)
    ? words
    : `${words} If it is right all the same, say so below the driver.`;
}

const text = z.string().trim().catch("");

/** "driver day window", as the page showed the job: what moved meanwhile is told, not overwritten. */
export function readSeen(said: string): Seen | null {
  const [driverId, day, window] = said.split(" ");
  return day && window
    ? { driverId: driverId === "-" ? null : (driverId as Id<"driver">), day: day as Day, window }
    : null;
}
/** "2 morning job": the place, and what is the rest of `seen` beside the list's own "driver day". */
export function readPut(said: string): { position: unknown; window: unknown; jobId: unknown } {
  const [position, window, jobId] = said.split(" ");
  return { position, window, jobId };
}
/** What `readSeen` reads. */
export const seenWords = ({ driverId, day, window }: Pick<BoardJob, "driverId" | "day" | "window">): string =>
  `${driverId ?? "-"} ${day} ${window}`;

/** The fields of every form about one job. */
export const ABOUT_JOB = { jobId: text, seen: text.transform(readSeen) };

/** A job that is no more is told, and nothing is done. */
export const GONE: Done = { ok: false, message: "This job is not on the board any more.", status: 404 };

/** Refused because of a flag, whoever asks, by the name that Settings has for it. */
export const switchedOff = (flag: FlagName, words: string): Done => ({
  ok: false,
  message: `${words}: the flag “${FLAGS[flag].title}” is off.`,
  status: 403,
});

/** What the rules of a day need to know. */
export const planRules = ({ settings, flags }: Pick<Services, "settings" | "flags">): PlanRules => ({
  settings: settings(),
  oneDriver: !flags().multi_assignments,
});

/** By the flag, or because no proposal gives it out: a swap, an emptying, a parked load. */
export const isGivenByHand = ({ db, flags }: Pick<Services, "db" | "flags">, id: string): boolean => {
  const { manual_driver_assign: isOn } = flags();
  const job = isOn ? null : findBoardJob(db.orm, id);
  return isOn || (job !== null && !isProposed(job.kind));
};
export const NOT_BY_HAND = switchedOff("manual_driver_assign", "Drivers are not chosen by hand");

const PLACE = "Say which place it has among the driver’s stops: 1, 2, 3 and so on.";
/** A place among a driver's stops, from 1. */
export const place = z.unknown().transform(plainWhole).pipe(z.int(PLACE).min(1, PLACE).max(1000, PLACE));
