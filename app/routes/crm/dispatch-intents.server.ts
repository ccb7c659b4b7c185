import { z } from "zod";
import { readDate } from "~/domain/kernel/typed";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { findBoardJob, type BoardJob } from "~/domain/dispatch/board-jobs.server";
import { giveJobs, type Given } from "~/domain/dispatch/conflicts.server";
import { remembered } from "~/domain/dispatch/last-move.server";
import { takeBackJob } from "~/domain/dispatch/plan.server";
import { planDumpster } from "~/domain/dispatch/planned.server";
import { formatDay } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { DELIVERY_WINDOW_IDS } from "~/domain/schedule/rules";
import { jobSizes } from "~/domain/states/job-labels";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import type { Services } from "~/services.server";
import {
  ABOUT_JOB,
  boardAnswer,
  GONE,
  isGivenByHand,
  NOT_BY_HAND,
  planRules,
  readSeen,
  place,
  switchedOff,
} from "./dispatch-answers.server";

const text = z.string().trim().catch("");
const on = z.unknown().transform((value, ctx) => {
  const found = readDate(value);
  if (!found) ctx.addIssue({ code: "custom", message: "Enter a day." });
  return found ?? z.NEVER;
});
/** Each "job driver day window": the other dumpsters of the order that go along. */
const also = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .catch([])
  .transform((list) =>
    list.map((said): Given => {
      const [jobId = "", ...seen] = said.split(" ");
      return { jobId: jobId as Id<"job">, seen: readSeen(seen.join(" ")) };
    }),
  );

/** Why these jobs cannot go in one form; null when they can. */
function apart(services: Pick<Services, "db" | "flags">, one: BoardJob, more: readonly Given[]): Done | null {
  if (more.length === 0) return null;
  if (!services.flags().multi_item_assign_ui)
    return switchedOff("multi_item_assign_ui", "One dumpster is given at a time");
  const others = more.map(({ jobId }) => findBoardJob(services.db.orm, jobId));
  const belong = others.every((job) => job?.booking === one.booking && job.day === one.day && job.id !== one.id);
  return belong ? null : GONE;
}

/** What dispatchers do with one job before its truck has left. `null`: a table of a page needs nothing else. */
export const DISPATCH_INTENTS: Intents<null> = {
  assign: intent({
    may: "staff",
    schema: z.object({
      ...ABOUT_JOB,
      driverId: text,
      position: place.optional(),
      also,
      allTheSame: text,
      dumpster: text,
    }),
    run: async ({ services }, deed, _on: null, { jobId, driverId, seen, position, also, allTheSame, dumpster }) => {
      if (dumpster && !services.flags().unified_dumpster_assignment)
        return switchedOff("unified_dumpster_assignment", "The dumpster is chosen in a step of its own");
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      const no = apart(services, one, also);
      if (no) return no;
      if (![one.id, ...also.map(({ jobId }) => jobId)].every((id) => isGivenByHand(services, id))) return NOT_BY_HAND;
      const list: [Given, ...Given[]] = [{ jobId: one.id, seen }, ...also];
      const how = {
        accepted: allTheSame.split(" "),
        position,
        ...(dumpster && { dumpster: dumpster === "any" ? null : dumpster }),
      };
      return boardAnswer(
        await services.db.write((tx) =>
          remembered(
            tx,
            deed,
            list.map(({ jobId }) => jobId),
            () => giveJobs(tx, deed, planRules(services), list, driverId as Id<"driver">, how),
          ),
        ),
      );
    },
  }),
  dumpster: intent({
    may: "staff",
    schema: z.object({ ...ABOUT_JOB, dumpster: text }),
    run: async ({ services }, deed, _on: null, { jobId, seen, dumpster }) => {
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      const number = dumpster === "any" ? null : dumpster;
      return boardAnswer(await services.db.write((tx) => planDumpster(tx, deed, one.id, number, seen)));
    },
  }),
  unassign: intent({
    may: "staff",
    schema: z.object(ABOUT_JOB),
    run: async ({ services }, deed, _on: null, { jobId, seen }) => {
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      return boardAnswer(
        await services.db.write((tx) => remembered(tx, deed, [one.id], () => takeBackJob(tx, deed, one.id, seen))),
      );
    },
  }),
  move: intent({
    may: "staff",
    schema: z.object({
      ...ABOUT_JOB,
      day: on,
      window: z.enum(DELIVERY_WINDOW_IDS, { error: "Choose morning, afternoon or anytime." }),
    }),
    run: async ({ services }, deed, _on: null, { jobId, day, window, seen }) => {
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      const done = await services.db.write((tx) =>
        remembered(tx, deed, [one.id], () => moveJobTo(tx, deed, services.settings(), one.id, { day, window }, seen)),
      );
      const answer = boardAnswer(done);
      if (!answer.ok && !done.ok && done.code === "sold_out")
        return { ...answer, message: `${answer.message} (${formatDay(day)}, ${jobSizes(one)})` };
      return answer;
    },
  }),
};
