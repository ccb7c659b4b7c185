import type { Board, BoardDriver } from "~/domain/dispatch/board.server";
import type { Conflict } from "~/domain/dispatch/conflicts";
import type { Copied } from "~/domain/dispatch/copy-day.server";
import type { DriverNotes } from "~/domain/dispatch/day-notes.server";
import type { DayMoved, MoveOfDay } from "~/domain/dispatch/last-move-data";
import type { DayPlan, ProposedStop } from "~/domain/dispatch/plan-data";
import type { HeardPhone } from "~/domain/driver/journal-read.server";
import type { Day } from "~/domain/kernel/days";
import type { JobKind } from "~/domain/states/transitions";
import type { BoardLine, ShownJob } from "./board-lines";

/** The job that was chosen to be moved, with what speaks for and against. */
export interface ChosenJob extends ShownJob {
  /** The open offer itself, which the button that takes it back is about. */
  offerId: string | null;
  /** What speaks against a driver, of those against whom anything does. */
  against: { driverId: string; name: string; conflicts: Conflict[] }[];
  /** The order's other dumpsters of that day, where they may go in one form. */
  also: ShownJob[];
  /** Of a delivery: which may be loaded, and which is planned. */
  dumpsters: { free: string[]; planned: string | null } | null;
  /** By flag “Choosing the driver by hand”, or because no proposal gives it out. */
  isByHand: boolean;
  /** Flag "unified dumpster assignment". */
  inOneForm: boolean;
  /** Where a load can be brought. */
  facilities: string[];
  /** It was not possible, and no later attempt stands. */
  mayTryAgain: boolean;
}

type Proposed<T> = T & { job: ShownJob; from: string | null };
export interface ShownPlan extends Pick<DayPlan, "before" | "after" | "saved"> {
  version: string;
  /** Somebody changed the day since: nothing of it can be accepted. */
  isStale: boolean;
  by: string;
  at: string;
  routes: (Omit<DayPlan["routes"][number], "stops"> & { name: string; stops: Proposed<ProposedStop>[] })[];
  left: Proposed<DayPlan["left"][number]>[];
  /** Why a driver is given nothing new, a sentence each. */
  idle: string[];
  /** Whether drivers have jobs besides, of kinds that no proposal counts. */
  besides: boolean;
  /** Sizes of which it gives out more today than empties are in the yard, a sentence each. */
  tooFew: string[];
}

/** An emptied dumpster that could go straight to the next site, in words, and what the button sends. */
export interface ShownChain {
  jobId: string;
  seen: string;
  /** Among the driver's stops, from 1: right behind the pickup. */
  position: number;
  words: string;
}

export type ShownDriver = Omit<BoardDriver, "jobs" | "truck"> &
  Omit<DriverNotes, "chain"> & { chain: ShownChain | null; jobs: BoardLine[] };

/** What the dispatch page shows: the board, the job that was chosen to be moved, and what may be done. */
export interface BoardView extends Omit<Board, "waiting" | "kept" | "drivers" | "outstanding" | "inVain"> {
  waiting: BoardLine[];
  /** Kept until their customers ask, given to nobody. */
  kept: BoardLine[];
  drivers: ShownDriver[];
  /** When drivers' phones were heard last, today. */
  phones: HeardPhone[];
  /** Drivers' accounts that differ from our record. */
  differing: number;
  outstanding: BoardLine[];
  inVain: BoardLine[];
  /** The stops of today whose promised time is over and to which no truck has come; the first of them by name. */
  late: { count: number; first: { id: string; words: string }[] };
  today: Day;
  /** Deliveries that a window takes. */
  capacity: number;
  /** The day, or a half of it, is closed for a storm: in words. */
  closed: string | null;
  /** Flag “Choosing the driver by hand”. */
  byHand: boolean;
  /** Flag “Proposals for a day”. */
  smart: boolean;
  plan: ShownPlan | null;
  /** The proposal is open. */
  wantsPlan: boolean;
  /** One's own last move, while it can be undone; `seen` is sent along, so that no later one is undone in its place. */
  undo: {
    seen: string;
    kind: JobKind;
    name: string;
    day: Day | null;
    what: MoveOfDay | null;
    count: number;
    /** Of a move to another day or window, and after how many minutes the customer hears of it. */
    moved: DayMoved | null;
    noticeMinutes: number;
  } | null;
  /** What copying a former day has just done. */
  copied: Copied | null;
  chosen: ChosenJob | null;
}
