import { z } from "zod";
import { findBoardJob } from "~/domain/dispatch/board-jobs.server";
import { remembered } from "~/domain/dispatch/last-move.server";
import { orderJob, type Seen } from "~/domain/dispatch/plan.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import type { Services } from "~/services.server";
import { ABOUT_JOB, boardAnswer, GONE, place, readPut, readSeen } from "./dispatch-answers.server";

const text = z.string().trim().catch("");

async function reorder(
  { db }: Pick<Services, "db">,
  deed: Deed<StaffActor>,
  { jobId, position, seen }: { jobId: string; position: number; seen: Seen | null },
): Promise<Done> {
  const one = findBoardJob(db.orm, jobId);
  if (!one) return GONE;
  return boardAnswer(
    await db.write((tx) => remembered(tx, deed, [one.id], () => orderJob(tx, deed, one.id, position, seen))),
  );
}

/** A stop's place among its driver's: by its button in the list, or where it was dropped or proposed. */
export const DISPATCH_ORDER_INTENTS: Intents<null> = {
  order: intent({
    may: "staff",
    schema: z.object({ ...ABOUT_JOB, position: place }),
    run: ({ services }, deed, _on: null, stop) => reorder(services, deed, stop),
  }),
  // The form of a driver's stops: each button says whose place it changes.
  put: intent({
    may: "staff",
    schema: z.object({
      column: text,
      put: text.transform(readPut).pipe(z.object({ position: place, window: text, jobId: text })),
    }),
    run: ({ services }, deed, _on: null, { column, put: { jobId, position, window } }) =>
      reorder(services, deed, { jobId, position, seen: readSeen(`${column} ${window}`) }),
  }),
};
