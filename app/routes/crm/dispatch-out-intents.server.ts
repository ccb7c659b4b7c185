import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import { enterPlainStep } from "~/domain/driver/plain-steps.server";
import { findBoardJob } from "~/domain/dispatch/board-jobs.server";
import { rememberedRecall } from "~/domain/dispatch/last-move.server";
import { handOverJob, recallJob } from "~/domain/dispatch/recall.server";
import { stateAfter } from "~/domain/states/presses";
import type { StepName } from "~/domain/dispatch/steps.server";
import type { Id } from "~/domain/kernel/ids.server";
import { WITHOUT_WORDS } from "~/domain/kernel/sent";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Intent, type Intents } from "~/http/answers/intents.server";
import { readStep, stepForm, stepProblem } from "../driver/step-forms.server";
import { ABOUT_JOB, boardAnswer, GONE } from "./dispatch-answers.server";

const why = z.preprocess(
  oneLine,
  z.string("Say why, in a few words.").min(1, "Say why, in a few words.").max(200, tooLong("the reason", 200)),
);

/** A step of the driver's, entered by the office. */
const entered = (name: StepName): Intent<null> => {
  return intent({
    may: "staff",
    schema: z.object(ABOUT_JOB).passthrough(),
    run: async ({ services }, deed, _on: null, { jobId, seen, ...fields }) => {
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      const step = stepForm(name, one.kind).safeParse(fields, WITHOUT_WORDS);
      const values = { jobId, intent: name, ...strings(fields) };
      if (!step.success)
        return {
          ok: false,
          values,
          fields: Object.fromEntries(step.error.issues.map((one) => [String(one.path[0] ?? ""), one.message])),
        };
      const rules = { movesDumpster: services.flags().auto_sync_dumpster_status };
      const done = await services.db.write((tx) =>
        enterPlainStep(tx, deed, one.id, step.data, seen, { readStep, rules }),
      );
      // Pressed twice, or the driver's phone was found and said it first.
      if (done.ok || done.from === stateAfter(name)) return { ok: true };
      if (done.code === "changed") return boardAnswer({ ok: false, code: "changed" });
      return { ok: false, values, fields: stepProblem(done, step.data) };
    },
  });
};

const strings = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((one): one is [string, string] => typeof one[1] === "string"));

/** What dispatchers do with a job whose truck is out. */
export const DISPATCH_OUT_INTENTS: Intents<null> = {
  recall: intent({
    may: "staff",
    schema: z.object({ ...ABOUT_JOB, why }),
    run: async ({ services }, deed, _on: null, { jobId, seen, why }) => {
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      return boardAnswer(
        await services.db.write((tx) =>
          rememberedRecall(tx, deed, one.id, () => recallJob(tx, deed, one.id, why, seen)),
        ),
      );
    },
  }),
  "hand-over": intent({
    may: "staff",
    schema: z.object({ ...ABOUT_JOB, driverId: z.string().trim().catch(""), why }),
    run: async ({ services }, deed, _on: null, { jobId, seen, driverId, why }) => {
      const one = findBoardJob(services.db.orm, jobId);
      if (!one) return GONE;
      return boardAnswer(
        await services.db.write((tx) => handOverJob(tx, deed, one.id, driverId as Id<"driver">, why, seen)),
      );
    },
  }),
  en_route: entered("en_route"),
  arrived: entered("arrived"),
  serviced: entered("serviced"),
  to_disposal: entered("to_disposal"),
  at_disposal: entered("at_disposal"),
  ticketed: entered("ticketed"),
  returned: entered("returned"),
  next_site: entered("next_site"),
  completed: entered("completed"),
  dump_later: entered("dump_later"),
  attempted: entered("attempted"),
};
