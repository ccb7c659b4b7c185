import { setImmediate as pause } from "node:timers/promises";
import { z } from "zod";
import { crmPaths } from "~/crm-paths";
import { copyDay } from "~/domain/dispatch/copy-day.server";
import { jobsToLeave, remembered } from "~/domain/dispatch/last-move.server";
import { acceptPlan, dropPlan, planDay } from "~/domain/dispatch/plan-day.server";
import { parseDay, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt } from "~/domain/kernel/time.server";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import type { Services } from "~/services.server";
import { boardAnswer, planRules, switchedOff } from "./dispatch-answers.server";

const text = z.string().trim().catch("");
const NOT_SMART = switchedOff("smart_auto_assign", "There are no proposals for a day");
const NO_DAY: Done = { ok: false, message: "Choose a day.", field: "from" };
const SAME_DAY: Done = { ...NO_DAY, message: "Choose another day than this one." };
const PAST: Done = { ok: false, message: "That day has passed. Its jobs are moved to another day one by one." };

/** Days that are over are not planned any more. */
function dayToPlan({ clock }: Pick<Services, "clock">, said: string): Day | null {
  const day = parseDay(said);
  return day && day >= dayAt(clock.now()) ? day : null;
}

/** What dispatchers do with a day as a whole. `on` is the day that the form names. */
export const DISPATCH_DAY_INTENTS: Intents<null> = {
  auto: intent({
    may: "staff",
    schema: z.object({ on: text }),
    run: async ({ services }, deed, _on: null, { on }) => {
      if (!services.flags().smart_auto_assign) return NOT_SMART;
      const day = dayToPlan(services, on);
      if (!day) return PAST;
      const done = await planDay(services.db, deed, planRules(services), day, () => pause());
      return done.ok ? { ok: true, to: crmPaths.dispatchPlan(day) } : boardAnswer(done);
    },
  }),
  accept: intent({
    may: "staff",
    schema: z.object({ on: text, version: text, driverId: text }),
    run: async ({ services }, deed, _on: null, { on, version, driverId }) => {
      if (!services.flags().smart_auto_assign) return NOT_SMART;
      const day = dayToPlan(services, on);
      if (!day) return PAST;
      const whose = driverId === "" ? null : (driverId as Id<"driver">);
      const done = await services.db.write((tx) =>
        remembered(
          tx,
          deed,
          jobsToLeave(tx, day),
          () => acceptPlan(tx, deed, planRules(services), day, { version, driverId: whose }),
          "given_out",
        ),
      );
      if (!done.ok && done.code === "changed")
        return {
          ok: false,
          message: "Somebody has changed this day since the proposal was made, so nothing was given. Make a new one.",
          status: 409,
        };
      if (!done.ok) return boardAnswer(done);
      return { ok: true, to: whose === null ? crmPaths.dispatch(day) : crmPaths.dispatchPlan(day) };
    },
  }),
  drop: intent({
    may: "staff",
    schema: z.object({ on: text, version: text }),
    run: async ({ services }, _deed, _on: null, { on, version }) => {
      const day = parseDay(on);
      if (!day) return PAST;
      if (!(await services.db.write((tx) => dropPlan(tx, day, version || null))))
        return {
          ok: false,
          message: "Somebody has made another proposal since, so it was not thrown away. Look at that one first.",
          status: 409,
        };
      return { ok: true, to: crmPaths.dispatch(day) };
    },
  }),
  copy: intent({
    may: "staff",
    schema: z.object({ on: text, from: text }),
    run: async ({ services }, deed, _on: null, { on, from }) => {
      if (!services.flags().manual_driver_assign)
        return switchedOff("manual_driver_assign", "Drivers are not chosen by hand");
      const day = dayToPlan(services, on);
      if (!day) return PAST;
      const former = parseDay(from);
      if (!former) return NO_DAY;
      if (former === day) return SAME_DAY;
      const done = await services.db.write((tx) =>
        remembered(
          tx,
          deed,
          jobsToLeave(tx, day),
          () => copyDay(tx, deed, planRules(services), former, day),
          "given_out",
        ),
      );
      if (!done.ok) return boardAnswer(done);
      return { ok: true, to: crmPaths.dispatchCopied(day, `${done.given}-${done.elsewhere}-${done.against}`) };
    },
  }),
};
