import { z } from "zod";
import { CONFLICTS } from "~/domain/driver/entries";
import { keepOurs, takeAccount, type AnswerResult } from "~/domain/driver/journal-answer.server";
import type { Id } from "~/domain/kernel/ids.server";
import { crmPaths } from "~/crm-paths";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { readStep } from "../driver/step-forms.server";

const text = z.string().trim().catch("");
const schema = z.object({ driverId: text, jobId: text, seen: text });

function answer(done: AnswerResult): Done {
  if (done.ok)
    return done.left === 0
      ? { ok: true, to: crmPaths.phones() }
      : { ok: false, message: "Some steps are taken. What still stands here does not fit: decide on it alone." };
  switch (done.code) {
    case "changed":
      return {
        ok: false,
        message: "Something came in, or was decided, since this page was opened. Look at both accounts again.",
        status: 409,
      };
    case "nothing":
      return { ok: false, message: "Nothing of this account is open any more.", status: 409 };
    case "not_possible":
      return {
        ok: false,
        message: `These steps cannot be entered. ${CONFLICTS[done.why]} Put it right by hand, then keep our account: theirs stays readable in the booking’s record.`,
      };
  }
}

/** What the office answers where a driver's phone says something else than our record. */
export const PHONE_INTENTS: Intents<null> = {
  theirs: intent({
    may: "staff",
    schema,
    run: async ({ services }, deed, _on: null, { driverId, jobId, seen }) => {
      const account = { driverId: driverId as Id<"driver">, jobId, seen };
      const rules = { movesDumpster: services.flags().auto_sync_dumpster_status };
      return answer(await services.db.write((tx) => takeAccount(tx, deed, account, readStep, rules)));
    },
  }),
  ours: intent({
    may: "staff",
    schema,
    run: async ({ services: { db } }, deed, _on: null, { driverId, jobId, seen }) =>
      answer(await db.write((tx) => keepOurs(tx, deed, { driverId: driverId as Id<"driver">, jobId, seen }))),
  }),
};
