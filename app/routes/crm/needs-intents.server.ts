import { z } from "zod";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listUnits } from "~/domain/booking/order/bookings.server";
import { readDate } from "~/domain/kernel/typed";
import { planExtra, type ExtraRefusal } from "~/domain/changes/extra-job.server";
import { withdrawExtra } from "~/domain/changes/withdraw-extra.server";
import { EXTRA_KINDS, type ExtraKind, type ExtraWish } from "~/domain/changes/extra-rules";
import { keepDumpster, requestPickup } from "~/domain/changes/pickup-request.server";
import { findBoardJob } from "~/domain/dispatch/board-jobs.server";
import type { Flags } from "~/domain/flags/flags";
import { cut } from "~/domain/kernel/text";
import { MATERIAL_IDS } from "~/domain/pricing/types";
import { DELIVERY_WINDOW_IDS } from "~/domain/schedule/rules";
import { plainWhole } from "~/domain/kernel/whole";
import { crmPaths } from "~/crm-paths";
import { intent, type Intents } from "~/http/answers/intents.server";

/** What is offered now: two of them are the owner's to switch off (domain.md, section 7). */
export const offeredKinds = (flags: Flags): ExtraKind[] =>
  EXTRA_KINDS.filter(
    (kind) => (kind !== "emergency" || flags.emergency_haul) && (kind !== "early" || flags.early_pickup),
  );

const REFUSED: Record<Exclude<ExtraRefusal["code"], "bad_day" | "bad_window">, [field: string, words: string]> = {
  not_there: ["unit", "This dumpster does not stand at the customer now."],
  another_open: ["kind", "Something else is planned for this dumpster already. Take that back first."],
  paid_open: [
    "kind",
    "The customer has paid for another truck that was not possible. Plan that again, or give its money back first.",
  ],
  no_pickup: ["kind", "Its pickup is under way already."],
  window_full: ["window", "This window is full on that day. Choose another window or day."],
  no_size: ["size", "Choose the size of the new one."],
  bad_line: ["material", "This material does not go into this size, or has to be talked about first."],
  price_changed: ["", "The price has changed meanwhile. Look at it again, then decide."],
  sold_out: ["day", "No dumpster of this size is free from that day on. Choose another day or size."],
};

/** Why it cannot be, and beside which field. */
export function extraProblem(refused: ExtraRefusal): [field: string, words: string] {
  if ("message" in refused) return [refused.code === "bad_day" ? "day" : "window", refused.message];
  return REFUSED[refused.code];
}

const NOT_THERE = "No pickup can be asked for or taken back here now: look where its truck is.";

const text = z.string().trim().catch("");
/** What is asked for, from an address or a form. */
export const EXTRA_FORM = z.object({
  unit: text,
  kind: z.enum(EXTRA_KINDS, { error: "Choose what the customer needs." }),
  day: text.transform((value, ctx) => {
    const found = readDate(value);
    if (!found) ctx.addIssue({ code: "custom", message: "Enter a day." });
    return found ?? z.NEVER;
  }),
  window: z.enum(DELIVERY_WINDOW_IDS, { error: "Choose morning, afternoon or anytime." }),
  size: z
    .unknown()
    .optional()
    .transform((sent) => plainWhole(sent) ?? 0),
  material: z.enum(MATERIAL_IDS).catch("general"),
  note: text.transform((typed) => cut(typed, 300)),
});

/** What the office plans for a booking beyond delivery and pickup. */
export const NEEDS_INTENTS: Intents<Booking> = {
  plan: intent({
    may: "staff",
    schema: EXTRA_FORM.extend({
      total: z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number)
        .catch(-1),
    }),
    run: async ({ services }, deed, booking: Booking, { unit: unitId, total, ...wish }) => {
      if (!offeredKinds(services.flags()).includes(wish.kind))
        return { ok: false, message: "This is not offered: its flag is off.", status: 403 };
      const unit = listUnits(services.db.orm, booking.id).find(({ id }) => id === unitId);
      if (!unit) return { ok: false, message: "Choose which dumpster it is for.", field: "unit" };
      const asked: ExtraWish = wish;
      const done = await services.db.write((tx) => planExtra(tx, deed, services.settings(), unit.id, asked, total));
      if (done.ok) return { ok: true, to: crmPaths.dispatch(done.job.day, done.job.id) };
      const [field, message] = extraProblem(done);
      return { ok: false, message, field, status: done.code === "price_changed" ? 409 : 400 };
    },
  }),
  /** The customer asks on the phone: the same minute, the same receipt as on their own page. */
  pickup: intent({
    may: "staff",
    schema: z.object({ unit: text, falls: z.string().catch("") }),
    run: async ({ services }, deed, booking: Booking, { unit: unitId, falls }) => {
      const unit = listUnits(services.db.orm, booking.id).find(({ id }) => id === unitId);
      if (!unit) return { ok: false, message: "Choose which dumpster it is for.", field: "unit" };
      const rules = { early: services.flags().early_pickup, seen: null, falls };
      const done = await services.db.write((tx) => requestPickup(tx, deed, services.settings(), unit.id, rules));
      if (done.ok) return { ok: true };
      if (done.code === "falls_changed")
        return { ok: false, message: "What falls away with it has changed meanwhile. Look once more.", status: 409 };
      const why = { swap: "A swap takes it. Take that back first.", too_early: "Early pickup is switched off." };
      const words = done.code === "swap" || done.code === "too_early" ? why[done.code] : NOT_THERE;
      return { ok: false, message: words, status: 409 };
    },
  }),
  keep: intent({
    may: "staff",
    schema: z.object({ unit: text }),
    run: async ({ services }, deed, booking: Booking, { unit: unitId }) => {
      const unit = listUnits(services.db.orm, booking.id).find(({ id }) => id === unitId);
      if (!unit) return { ok: false, message: "Choose which dumpster it is for.", field: "unit" };
      const done = await services.db.write((tx) => keepDumpster(tx, deed, services.settings(), unit.id));
      if (done.ok) return { ok: true };
      const words = done.code === "promised" ? "Its days have gone to somebody else meanwhile." : NOT_THERE;
      return { ok: false, message: words, status: 409 };
    },
  }),
  withdraw: intent({
    may: "staff",
    schema: z.object({ jobId: text, why: text.transform((why) => cut(why, 200)) }),
    run: async ({ services: { db } }, deed, booking: Booking, { jobId, why }) => {
      const job = findBoardJob(db.orm, jobId);
      if (job?.booking !== booking.booking_number) return { ok: false, message: "There is no such job.", status: 404 };
      return (await db.write((tx) => withdrawExtra(tx, deed, job.id, why || "not_needed")))
        ? { ok: true }
        : { ok: false, message: "Its truck has left, or it is done, so it cannot be taken back.", status: 409 };
    },
  }),
};
