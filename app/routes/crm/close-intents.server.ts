import { z } from "zod";
import { oneLine, readDate } from "~/domain/kernel/typed";
import type { UndoResult } from "~/domain/changes/closure-undo.server";
import { closeDay, type CloseResult } from "~/domain/changes/closures.server";
import { CLOSED_PARTS } from "~/domain/settings/closings";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { openDay, takeBackClosure } from "~/services/office/opened-days.server";
import { crmPaths } from "~/crm-paths";

const day = z.unknown().transform((typed, ctx) => {
  const found = readDate(typed);
  if (!found) ctx.addIssue({ code: "custom", message: "Enter a day." });
  return found ?? z.NEVER;
});
/** What of a day is closed and why, as the page's own form asks it first. */
export const wishFields = {
  day,
  part: z.enum(CLOSED_PARTS, { error: "Choose the whole day, the morning or the afternoon." }),
  reason: z.preprocess(
    oneLine,
    z
      .string("Enter the reason. Customers read it.")
      .min(1, "Enter the reason. Customers read it.")
      .max(80, tooLong("the reason", 80)),
  ),
};

const PAST = "That day has passed.";
const NOT_OPEN = "No truck goes out on that day anyway.";
const GOES_OUT =
  "Somebody has said that a truck goes out all the same for all that stands on that day. To move it, undo that word, or give it another day.";
/** Why there is nothing to show of it, by the field. */
export const notClosed = (
  code: Exclude<Extract<CloseResult, { ok: false }>["code"], "changed">,
): Record<string, string> =>
  code === "closed_already"
    ? { part: "That is closed already, and nothing stands on it any more." }
    : { day: code === "past" ? PAST : code === "goes_out" ? GOES_OUT : NOT_OPEN };

const NOT_CLOSED: Record<Extract<CloseResult, { ok: false }>["code"], Done> = {
  past: { ok: false, field: "day", message: PAST },
  not_open: { ok: false, field: "day", message: NOT_OPEN },
  goes_out: { ok: false, field: "day", message: GOES_OUT },
  closed_already: { ok: false, message: "Somebody else has just closed it. Nothing was done twice.", status: 409 },
  changed: {
    ok: false,
    message:
      "What stands on that day has changed since you looked. Nothing was done: look at the new list, then close it.",
    status: 409,
  },
};
const NOT_UNDONE: Record<Extract<UndoResult, { ok: false }>["code"], Done> = {
  unknown: { ok: false, message: "There is no such closed day.", status: 404 },
  told: {
    ok: false,
    message: "The customers have been told, so it cannot be taken back. The day can be opened again; what moved stays.",
    status: 409,
  },
  over: { ok: false, message: "Somebody else has opened the day already.", status: 409 },
};

/** A day or half of one that is closed for a storm, with all that stands on it (domain.md, 4.32). */
export const CLOSE_INTENTS: Intents<null> = {
  close: intent({
    may: "staff",
    schema: z.object({ ...wishFields, seen: z.string().max(40).catch("") }),
    run: async ({ services }, deed, _on: null, wish) => {
      const done = await services.db.write((tx) => closeDay(tx, deed, services.settings(), wish));
      return done.ok ? { ok: true, to: crmPaths.closeDay({ day: wish.day }) } : NOT_CLOSED[done.code];
    },
  }),
  undo: intent({
    may: "staff",
    schema: z.object({ closure: z.string().max(64).catch("") }),
    run: async ({ services }, deed, _on: null, { closure }) => {
      const done = await takeBackClosure(services, deed, closure);
      return done.ok ? { ok: true } : NOT_UNDONE[done.code];
    },
  }),
  open: intent({
    may: "staff",
    schema: z.object({ day }),
    run: async ({ services }, deed, _on: null, { day: on }) => {
      const opened = await openDay(services, deed, on);
      return opened > 0 ? { ok: true } : NOT_UNDONE.over;
    },
  }),
};
