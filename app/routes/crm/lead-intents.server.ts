import { z } from "zod";
import { manyLines } from "~/domain/kernel/typed";
import { closeLead, noteLead, undoClosing } from "~/domain/leads/close.server";
import { moveLead, type Lead, type LeadResult } from "~/domain/leads/leads.server";
import { crmPaths } from "~/crm-paths";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { noteForm, reason } from "./words-typed.server";

const CHANGED = "Somebody else has just changed this lead. Its history says what became of it.";
const answer = (moved: LeadResult, to?: string): Done =>
  moved.ok ? { ok: true, ...(to && { to }) } : { ok: false, message: CHANGED, status: 409 };

/** `halfNote`: what was half typed for the others as it was closed (LeadSteps.tsx); its mistake is told at the note's field. */
const closing = z
  .object({ why: reason(), halfNote: z.preprocess((typed) => manyLines(typed) || undefined, z.string().optional()) })
  .superRefine(({ halfNote }, ctx) => {
    const wrong = halfNote && noteForm.safeParse({ note: halfNote }).error;
    for (const { message } of wrong ? wrong.issues : []) ctx.addIssue({ code: "custom", path: ["note"], message });
  });

/** What can be done with a lead. */
export const LEAD_INTENTS: Intents<Lead> = {
  called: intent({
    may: "staff",
    schema: z.object({}),
    run: async ({ services: { db } }, deed, { id }: Lead) =>
      answer(await db.write((tx) => moveLead(tx, deed, id, "contacted"))),
  }),
  close: intent({
    may: "staff",
    schema: closing,
    run: async ({ services: { db } }, deed, on: Lead, { why, halfNote }) =>
      // The overview says it, with the way back.
      answer(await db.write((tx) => closeLead(tx, deed, on, why, halfNote)), crmPaths.overview({ lead: on.id })),
  }),
  undo: intent({
    may: "staff",
    schema: z.object({ closing: z.coerce.number().catch(0) }),
    run: async ({ services: { db } }, deed, on: Lead, { closing }) =>
      answer(await db.write((tx) => undoClosing(tx, deed, on, closing))),
  }),
  note: intent({
    may: "staff",
    schema: noteForm,
    run: async ({ services: { db } }, deed, on: Lead, { note }): Promise<Done> => {
      await db.write((tx) => noteLead(tx, deed, on, note));
      return { ok: true };
    },
  }),
};
