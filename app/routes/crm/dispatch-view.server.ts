import { findBoardJob, type Board, type BoardJob } from "~/domain/dispatch/board.server";
import { countOpenAccounts, listPhones } from "~/domain/driver/journal-read.server";
import { dayAt } from "~/domain/kernel/time.server";
import type { Services } from "~/services.server";
import type { BoardView, ShownJob } from "~/ui/office/board";
import { seenWords } from "./dispatch-intents.server";

const shown = (job: BoardJob): ShownJob => ({ ...job, seen: seenWords(job) });

/** What the dispatch page shows of a board; `chosen`: the id of the job that is to be moved. */
export function boardView(
  { db, settings, flags }: Pick<Services, "db" | "settings" | "flags">,
  board: Board,
  { today, chosen }: { today: Board["day"]; chosen: string | null },
): BoardView {
  const job = chosen ? findBoardJob(db.orm, chosen) : null;
  return {
    ...board,
    waiting: board.waiting.map(shown),
    drivers: board.drivers.map((driver) => ({ ...driver, jobs: driver.jobs.map(shown) })),
    outstanding: board.outstanding.map(shown),
    phones: listPhones(db.orm).filter(({ heardAt }) => board.day === today && dayAt(heardAt) === today),
    differing: countOpenAccounts(db.orm),
    today,
    capacity: settings().windowCapacity,
    byHand: flags().manual_driver_assign,
    chosen: job && shown(job),
  };
}
