import type { Board, BoardDriver, BoardJob } from "~/domain/dispatch/board.server";
import type { HeardPhone } from "~/domain/driver/journal-read.server";
import type { Day } from "~/domain/kernel/days";

/** A job with what its forms send along: where it stood on this page. */
export type ShownJob = BoardJob & { seen: string };

/** What the dispatch page shows: the board, the job that was chosen to be moved, and what may be done. */
export interface BoardView extends Omit<Board, "waiting" | "drivers" | "outstanding"> {
  waiting: ShownJob[];
  drivers: (Omit<BoardDriver, "jobs"> & { jobs: ShownJob[] })[];
  /** When drivers' phones were heard last, today. */
  phones: HeardPhone[];
  /** Drivers' accounts that differ from our record. */
  differing: number;
  outstanding: ShownJob[];
  today: Day;
  /** Deliveries that a window takes. */
  capacity: number;
  /** Flag "manual driver assign". */
  byHand: boolean;
  chosen: ShownJob | null;
}
