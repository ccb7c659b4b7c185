import { z } from "zod";
import { oneLine } from "~/domain/kernel/typed";
import {
  addDumpster,
  changeDumpster,
  type ChangeDumpsterResult,
  type Dumpster,
} from "~/domain/inventory/dumpsters.server";
import { settleMismatch, type SettleResult } from "~/domain/dispatch/reconcile.server";
import { CONDITIONS, LOADS, LOCATIONS } from "~/domain/inventory/yard";
import { tooLong } from "~/domain/kernel/too-long";
import { plainWhole } from "~/domain/kernel/whole";
import { crmPaths } from "~/crm-paths";
import { intent, type Intents } from "~/http/answers/intents.server";

const text = z.string().trim().catch("");
const line = (name: string, most: number, missing: string) =>
  z.preprocess(oneLine, z.string().min(1, missing).max(most, tooLong(name, most)));
const seen = text.transform((said) => said || null);

const CHANGE_REFUSED: Record<Extract<ChangeDumpsterResult, { ok: false }>["code"], [field: string, words: string]> = {
  unknown: ["", "This dumpster is on the list no more."],
  changed: ["", "Somebody else has just changed this dumpster. Look at it again, then decide."],
  same: ["location", "Nothing is different. Choose what has changed."],
  not_free: ["condition", "It is at a customer or on a truck. Only a dumpster that is free can be retired."],
  still_out: [
    "location",
    "A booking still has it. Enter the pickup’s steps on the board first; if it was never there, clear up its number.",
  ],
  needs_unit: ["location", "No booking has this dumpster. If it stands at a customer, clear up its number instead."],
};

/** What the office does with one dumpster. */
export const DUMPSTER_INTENTS: Intents<Dumpster> = {
  change: intent({
    may: "staff",
    schema: z.object({
      location: z.enum(LOCATIONS, { error: "Choose where it is." }),
      load: z.enum(LOADS, { error: "Choose what is in it." }),
      condition: z.enum(CONDITIONS, { error: "Choose how it is." }),
      why: line("the reason", 200, "Say why, so that the others know."),
      seen,
    }),
    run: async ({ services: { db } }, deed, { id, number }: Dumpster, wish) => {
      const done = await db.write((tx) => changeDumpster(tx, deed, id, wish));
      if (done.ok) return { ok: true, to: `${crmPaths.dumpster(number)}?told=${done.short ? "short" : "changed"}` };
      const [field, message] = CHANGE_REFUSED[done.code];
      return { ok: false, message, field, status: done.code === "changed" ? 409 : 400 };
    },
  }),
};

/** A new dumpster. */
export const ADD_DUMPSTER_INTENTS: Intents<null> = {
  add: intent({
    may: "staff",
    schema: z.object({
      // The addresses of the yard's own pages are words without a digit.
      number: line("the number", 20, "Enter the number that is painted on it.").pipe(
        z
          .string()
          .regex(/\d/, "The number needs a digit.")
          .regex(/^[\w .-]+$/, "Use letters, digits, dots and dashes only."),
      ),
      // Zero is no size of ours.
      size: z
        .unknown()
        .optional()
        .transform((sent) => plainWhole(sent) ?? 0),
    }),
    run: async ({ services: { db } }, deed, _on: null, wish) => {
      const done = await db.write((tx) => addDumpster(tx, deed, wish));
      if (done.ok) return { ok: true, to: `${crmPaths.dumpster(done.dumpster.number)}?told=added` };
      return done.code === "number_taken"
        ? { ok: false, message: `There is a dumpster ${done.number} already.`, field: "number" }
        : { ok: false, message: "Choose its size.", field: "size" };
    },
  }),
};

function settleWords(done: Exclude<SettleResult, { ok: true }>): string {
  switch (done.code) {
    case "gone":
      return "This number was cleared up already. Somebody else was faster.";
    case "not_ours":
      return "No dumpster of ours has the number that was typed. Add it first, or say that it was a slip.";
    case "wrong_size":
      return "The two dumpsters are of different sizes, so one cannot stand for the other. Look at the booking first.";
    case "no_place":
      return `Choose where ${done.number} is. “Not known where” is an answer too.`;
    case "elsewhere":
      return `By our list that dumpster is out for booking ${done.booking}. If the two were exchanged, choose so below; else wait until it is known what stands there.`;
  }
}

/** Which of two numbers was right. */
export const RECONCILE_INTENTS: Intents<null> = {
  settle: intent({
    may: "staff",
    schema: z.object({
      task: text,
      stands: z.enum(["ours", "theirs"], { error: "Choose which number was on the dumpster." }),
      otherPlace: z.enum(["yard", "truck", "disposal", "shop", "unknown", "exchanged"]).nullable().catch(null),
      why: text.pipe(z.string().max(200, tooLong("the reason", 200))),
    }),
    run: async ({ services: { db } }, deed, _on: null, { task, ...said }) => {
      const done = await db.write((tx) => settleMismatch(tx, deed, task, said));
      if (done.ok) return { ok: true, to: `${crmPaths.reconcile()}?told=settled` };
      const field = done.code === "no_place" || done.code === "elsewhere" ? "otherPlace" : "stands";
      return { ok: false, message: settleWords(done), field, status: done.code === "gone" ? 409 : 400 };
    },
  }),
};
