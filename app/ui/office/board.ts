import type { Board, BoardDriver, BoardJob } from "~/domain/dispatch/board.server";
import type { Day } from "~/domain/kernel/days";

/** A job with what its forms send along: where it stood on this page. */
export type ShownJob = BoardJob & { seen: string };

/** What the dispatch page shows: the board, the job that was chosen to be moved, and what may be done. */
export interface BoardView extends Omit<Board, "waiting" | "drivers" | "outstanding"> {
  waiting: ShownJob[];
  drivers: (Omit<BoardDriver, "jobs"> & { jobs: ShownJob[] })[];
  outstanding: ShownJob[];
  today: Day;
  /** Deliveries that a window takes. */
  capacity: number;
  /** The day, or a half of it, is closed for a storm: in words. */
  closed: string | null;
  /** Flag "manual driver assign". */
  byHand: boolean;
  chosen: ShownJob | null;
}
