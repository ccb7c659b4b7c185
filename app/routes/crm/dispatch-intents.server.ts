import { z } from "zod";
import { readDate } from "~/domain/booking/draft/fields-text";
import { moveJobTo, type MoveJobResult } from "~/domain/changes/move-job.server";
import { findBoardJob, type BoardJob } from "~/domain/dispatch/board.server";
import { orderJob, placeJob, takeBackJob, type PlanResult, type Seen } from "~/domain/dispatch/plan.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { DELIVERY_WINDOW_IDS } from "~/domain/schedule/rules";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";

const REFUSED: Record<Exclude<PlanResult | MoveJobResult, { ok: true }>["code"], string> = {
  changed: "Somebody else has just changed this job. Look where it stands now, then decide.",
  not_allowed: "The truck has left, or the job is done, so it stays with its driver.",
  under_way: "The truck has left, or the job is done, so it cannot be moved.",
  unknown_driver: "Choose a driver.",
  driver_off: "This driver does not drive at present. Choose another one.",
  no_driver: "Nobody has this job yet.",
  not_on_a_list: "Nobody has this job yet, so it has no place in an order.",
  no_dumpster: "No empty dumpster of this size is in the yard.",
  no_permit: "The street has no permit for this day.",
  not_movable: "The truck has left, or the job is done, so it cannot be moved.",
  same: "It stands there already.",
  bad_day: "Choose another day.",
  bad_window: "Choose another window.",
  sold_out: "Every dumpster of this size is out or promised in those days. Choose another day.",
  window_full: "This window is full on that day. Choose another window or day.",
};

const FIELD: Partial<Record<keyof typeof REFUSED, string>> = {
  unknown_driver: "driverId",
  driver_off: "driverId",
  bad_day: "day",
  sold_out: "day",
  bad_window: "window",
  window_full: "window",
};

function answer(done: PlanResult | MoveJobResult): Done {
  if (done.ok) return { ok: true };
  const message = "message" in done ? done.message : REFUSED[done.code];
  return { ok: false, message, field: FIELD[done.code], status: done.code === "changed" ? 409 : 400 };
}

const text = z.string().trim().catch("");
const on = z.unknown().transform((value, ctx) => {
  const found = readDate(value);
  if (!found) ctx.addIssue({ code: "custom", message: "Enter a day." });
  return found ?? z.NEVER;
});
/** "driver day window", as the page showed the job: what moved meanwhile is told, not overwritten. */
const seen = text.transform((said): Seen | null => {
  const [driverId, day, window] = said.split(" ");
  return day && window
    ? { driverId: driverId === "-" ? null : (driverId as Id<"driver">), day: day as Day, window }
    : null;
});
/** What `seen` reads. */
export const seenWords = ({ driverId, day, window }: Pick<BoardJob, "driverId" | "day" | "window">): string =>
  `${driverId ?? "-"} ${day} ${window}`;

const job = { jobId: text, seen };
const place = z.coerce.number().int().min(1).max(1000);

/** A job that is no more is told, and nothing is done. */
const GONE: Done = { ok: false, message: "This job is not on the board any more.", status: 404 };

/** What dispatchers do with the jobs of a day. `null`: a table of a page needs nothing else. */
export const DISPATCH_INTENTS: Intents<null> = {
  assign: intent({
    may: "staff",
    schema: z.object({ ...job, driverId: text, position: place.optional() }),
    run: async ({ services }, deed, _on: null, { jobId, driverId, seen, position }) => {
      if (!services.flags().manual_driver_assign)
        return {
          ok: false,
          message: "Drivers are not chosen by hand: the flag “manual driver assign” is off.",
          status: 403,
        };
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      return answer(
        await services.db.write((tx) => placeJob(tx, deed, one.id, driverId as Id<"driver">, { seen, position })),
      );
    },
  }),
  unassign: intent({
    may: "staff",
    schema: z.object(job),
    run: async ({ services }, deed, _on: null, { jobId, seen }) => {
      const one = findBoardJob(services.db.orm, jobId);
      return one ? answer(await services.db.write((tx) => takeBackJob(tx, deed, one.id, seen))) : GONE;
    },
  }),
  order: intent({
    may: "staff",
    schema: z.object({ ...job, position: place }),
    run: async ({ services }, deed, _on: null, { jobId, position, seen }) => {
      const one = findBoardJob(services.db.orm, jobId);
      return one ? answer(await services.db.write((tx) => orderJob(tx, deed, one.id, position, seen))) : GONE;
    },
  }),
  move: intent({
    may: "staff",
    schema: z.object({
      ...job,
      day: on,
      window: z.enum(DELIVERY_WINDOW_IDS, { error: "Choose morning, afternoon or anytime." }),
    }),
    run: async ({ services }, deed, _on: null, { jobId, day, window, seen }) => {
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      const done = await services.db.write((tx) =>
        moveJobTo(tx, deed, services.settings(), one.id, { day, window }, seen),
      );
      if (!done.ok && done.code === "sold_out")
        return { ok: false, message: `${REFUSED.sold_out} (${formatDay(day)}, ${one.size} yards)`, field: "day" };
      return answer(done);
    },
  }),
};
