import { facilityNames } from "~/domain/fleet/fleet.server";
import { findBoardJob, listAlongside, type BoardJob } from "~/domain/dispatch/board-jobs.server";
import type { Board } from "~/domain/dispatch/board.server";
import { conflictsByDriver } from "~/domain/dispatch/conflicts.server";
import { readDayNotes, type DayNotes } from "~/domain/dispatch/day-notes.server";
import { getJob, isLastAttempt } from "~/domain/dispatch/jobs.server";
import { findLastMove, lastMoveSeen, standsAsMoved } from "~/domain/dispatch/last-move.server";
import { dayMoved, movedJobs } from "~/domain/dispatch/last-move-data";
import { findOffer } from "~/domain/dispatch/offers.server";
import { dumpstersFor } from "~/domain/dispatch/planned.server";
import { countOpenAccounts, listPhones } from "~/domain/driver/journal-read.server";
import { dayAt, formatTime } from "~/domain/kernel/time.server";
import type { Id } from "~/domain/kernel/ids.server";
import { closedPart } from "~/domain/settings/closings";
import type { Settings } from "~/domain/settings/schema";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import type { Services } from "~/services.server";
import { yearOf } from "~/domain/kernel/moments";
import { endedSentence } from "~/domain/settings/ended-sentence";
import type { BoardView, ChosenJob } from "~/ui/office/board";
import { boardLine, type ShownJob } from "~/ui/office/board-lines";
import { isGivenByHand, planRules, seenWords } from "./dispatch-answers.server";
import { planView, shownChain } from "./dispatch-plan-view.server";

type Given = Pick<Services, "db" | "settings" | "flags" | "clock">;

/** So many late stops are named; of a day that went wrong as a whole the number is enough. */
const LATE_NAMED = 5;

const NO_NOTES = { miles: 0, saved: 0, isAway: false, truck: null, hours: "", conflicts: [], chain: null };

/** What the dispatch page shows of a board; `chosen`: the id of the job that is to be moved. `me`: who looks at it. */
export function boardView(
  services: Given,
  board: Board,
  {
    today,
    chosen,
    me,
    wantsPlan,
  }: { today: Board["day"]; chosen: string | null; me: Id<"account">; wantsPlan: boolean },
): Omit<BoardView, "copied"> {
  const { db, settings, flags, clock } = services;
  const now = clock.now();
  const notes = readDayNotes(db.orm, planRules(services), board.day, now);
  const shown = shownWith(notes);
  const move = findLastMove(db.orm, me, now);
  // What a storm or a colleague has moved on since is not offered: the button could only be refused.
  const last = move && standsAsMoved(db.orm, move.move) ? move : null;
  const late = [...board.waiting, ...board.drivers.flatMap(({ jobs }) => jobs)].filter(({ isLate }) => isLate);
  return {
    ...board,
    waiting: board.waiting.map((job) => boardLine(shown(job))),
    kept: board.kept.map((job) => boardLine(shown(job), job.day < board.day ? { thisYear: yearOf(now) } : null)),
    drivers: board.drivers.map((driver) => {
      const { chain, ...noted } = notes.drivers.get(driver.id) ?? NO_NOTES;
      return {
        ...driver,
        ...noted,
        chain: chain && shownChain(chain, driver.jobs),
        jobs: driver.jobs.map((job) => boardLine(shown(job))),
      };
    }),
    outstanding: board.outstanding.map((job) => boardLine(shown(job), { thisYear: yearOf(now) })),
    inVain: board.inVain.map((job) => boardLine(shown(job), { thisYear: yearOf(now) })),
    late: {
      count: late.length,
      first: late.slice(0, LATE_NAMED).map(({ id, name, city }) => ({ id, words: `${name}, ${city}` })),
    },
    phones: listPhones(db.orm).filter(({ heardAt }) => board.day === today && dayAt(heardAt) === today),
    differing: countOpenAccounts(db.orm),
    today,
    capacity: settings().windowCapacity,
    closed: closedWords(settings().closings, board.day),
    byHand: flags().manual_driver_assign,
    smart: flags().smart_auto_assign,
    plan: flags().smart_auto_assign ? planView(services, board, notes.version, wantsPlan ? shown : null) : null,
    wantsPlan,
    undo: last && {
      seen: lastMoveSeen(last),
      kind: last.kind,
      name: last.name,
      day: last.day,
      what: last.move.what ?? null,
      moved: last.move.what ? null : dayMoved(last.move, last.jobId, last.kind),
      noticeMinutes: settings().moveNoticeMinutes,
      count: last.move.what === "given_out" ? movedJobs(last.move).length : last.alike,
    },
    chosen: chosen ? findChosen(services, chosen, notes) : null,
  };
}

const shownWith =
  (notes: DayNotes) =>
  (job: BoardJob): ShownJob => {
    const offer = notes.offers.get(job.id);
    const untaken = offer ? undefined : notes.untaken.get(job.id);
    return {
      ...job,
      seen: seenWords(job),
      offer: offer ? `Offered to ${offer.driver} until ${formatTime(offer.until)}` : null,
      untaken: untaken
        ? `${untaken.driver} ${untaken.why ? `said no: ${untaken.why}` : "did not answer the offer in time"}`
        : null,
    };
  };

/** A job with its panel's choices and what speaks against each; null when there is none. `notes`: of the board's day. */
export function findChosen(services: Given, jobId: string, notes?: DayNotes): ChosenJob | null {
  const { db, flags, clock } = services;
  const job = findBoardJob(db.orm, jobId);
  if (!job) return null;
  const shown = shownWith(notes ?? readDayNotes(db.orm, planRules(services), job.day, clock.now()));
  const now = clock.now();
  const isPlannable = isBeforeItLeaves(job.state);
  const row = getJob(db.orm, job.id);
  const offer = isPlannable ? findOffer(db.orm, job.id, now) : null;
  const also = isPlannable && flags().multi_item_assign_ui ? listAlongside(db.orm, job) : [];
  // As the form stands: its boxes are ticked for those who are where this one is.
  const together = also.filter(({ driverId }) => driverId === job.driverId).map(({ id }) => id);
  return {
    ...shown(job),
    offer: offer ? `Offered to ${offer.driver} until ${formatTime(offer.until)}` : null,
    offerId: offer?.id ?? null,
    against: isPlannable ? conflictsByDriver(db.orm, planRules(services), row, now, together) : [],
    also: also.map(shown),
    dumpsters: isPlannable && job.kind === "delivery" ? dumpstersFor(db.orm, job.id, job.size) : null,
    isByHand: isGivenByHand(services, job.id),
    inOneForm: flags().unified_dumpster_assignment,
    facilities: isPlannable ? [] : facilityNames(db.orm),
    mayTryAgain:
      job.state === "attempted" && (job.kind === "delivery" || job.kind === "pickup") && isLastAttempt(db.orm, row),
  };
}

function closedWords(closings: Settings["closings"], day: Board["day"]): string | null {
  const part = closedPart(closings, day);
  const reason = closings.find((one) => one.day === day)?.reason;
  return part && `${part === "day" ? "This day is" : `This ${part} is`} closed: ${endedSentence(reason ?? "")}`;
}
