import { findBoardJob, type Board, type BoardJob } from "~/domain/dispatch/board.server";
import { closedPart } from "~/domain/settings/closings";
import type { Settings } from "~/domain/settings/schema";
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
    today,
    capacity: settings().windowCapacity,
    closed: closedWords(settings().closings, board.day),
    byHand: flags().manual_driver_assign,
    chosen: job && shown(job),
  };
}

function closedWords(closings: Settings["closings"], day: Board["day"]): string | null {
  const part = closedPart(closings, day);
  const reason = closings.find((one) => one.day === day)?.reason;
  return part && `${part === "day" ? "This day is" : `This ${part} is`} closed: ${reason}.`;
}
