import { z } from "zod";
import { oneLine, readDate } from "~/domain/kernel/typed";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { dayAt } from "~/domain/kernel/time.server";
import { readForm, readSetup, saveSetup, withdrawPlan, type SetupForm } from "~/domain/setup/change.server";
import { findField, saidChange, saidName } from "~/domain/setup/fields";
import type { SetupGroup } from "~/domain/setup/groups";
import { lookAhead } from "~/domain/setup/preview.server";
import type { Sent, Wish } from "~/domain/setup/read";
import { cut } from "~/domain/kernel/text";
import { tooLong } from "~/domain/kernel/too-long";
import { plainWhole } from "~/domain/kernel/whole";
import type { Scope } from "~/http/context.server";
import { shownAgain } from "~/http/answers/forms.server";
import { intent, type FormAgain, type Intents } from "~/http/answers/intents.server";
import { crmPaths } from "~/crm-paths";
import { closedWithStops } from "./closed-days.server";

/** How far ahead a value can be planned: a typing mistake of a year is none of them. */
const FARTHEST_DAYS = 731;
const text = z.string().catch("");
/** The fields of the group are the description's (domain/setup/groups.ts); they are read by it. */
const form = z.looseObject({ seen: text, why: text, from: text });

/** What the form showed when it was made; nothing of it counts but to compare. */
function readSeen(seen: string): Sent {
  try {
    const read: unknown = JSON.parse(seen.slice(0, 20_000));
    return typeof read === "object" && read !== null ? (read as Sent) : {};
  } catch {
    return {};
  }
}

function readDay(typed: string, today: Day): { on: Day | null; wrong: string | null } {
  if (oneLine(typed) === "") return { on: null, wrong: null };
  const on = readDate(typed);
  if (!on) return { on, wrong: "Enter the day as a date, such as 12/1/2026, or leave it empty." };
  if (on < today) return { on, wrong: "This day is over. Leave it empty to change it now." };
  if (on > addDays(today, FARTHEST_DAYS)) return { on, wrong: "Choose a day within two years." };
  return { on: on === today ? null : on, wrong: null };
}

function read(
  group: SetupGroup,
  deed: Deed<StaffActor>,
  value: z.output<typeof form>,
): { form: SetupForm; wrong: Record<string, string> } {
  const { seen, why, from, ...sent } = value;
  const day = group.page === "pricing" ? readDay(from, dayAt(deed.now)) : { on: null, wrong: null };
  return {
    form: { group, sent: sent as Sent, seen: readSeen(seen), why: oneLine(why), from: day.on },
    wrong: day.wrong ? { from: day.wrong } : {},
  };
}

/**
 * Photographs that are none of our files: the pages would show a hole. A file is served from the next start on, which
 * builds it in; until then its line waits here, with what was typed.
 */
function missing({ isServed }: Scope, wishes: readonly Wish[]): Record<string, string> {
  const wish = wishes.find(({ field }) => field.key === "photographs");
  if (!wish || !isServed) return {};
  const lost = (wish.value as { file: string }[]).map(({ file }) => file).filter((file) => !isServed(file));
  if (lost.length === 0) return {};
  const next =
    lost.length === 1
      ? "Put it into public/photos and start the program again, or take its line out."
      : "Put them into public/photos and start the program again, or take their lines out.";
  return { [wish.field.name]: `Not among our files yet: ${lost.join(", ")}. ${next}` };
}

/** What is wrong, with the field's name before the settings' own words: several say the same. */
function again(fields: Record<string, string>, more: Omit<FormAgain, "ok" | "fields"> = {}): FormAgain {
  const named = Object.entries(fields).map(([name, message]) => {
    const field = findField(name);
    return [name, field ? `${saidName(field)}: ${message}` : message];
  });
  return { ok: false, fields: Object.fromEntries(named) as Record<string, string>, ...more };
}

/** What an admin does with a group of settings or prices; staff read the prices (domain.md, section 5). */
export const SETUP_INTENTS: Intents<SetupGroup> = {
  look: intent({
    may: "admin",
    schema: form,
    run: async (scope, deed, group: SetupGroup, value) => {
      const { db } = scope.services;
      const { form: wish, wrong } = read(group, deed, value);
      const setup = readSetup(db.orm);
      const found = readForm(setup, wish);
      const fields = { ...missing(scope, found.wishes), ...found.wrong, ...wrong };
      if (Object.keys(fields).length > 0) return again(fields);
      return again({}, { look: lookAhead(db.orm, setup, found.wishes, wish.from, deed.now), status: 200 });
    },
  }),
  save: intent({
    may: "admin",
    schema: form,
    run: async (scope, deed, group: SetupGroup, value) => {
      const { db } = scope.services;
      const { form: wish, wrong } = read(group, deed, value);
      if (wish.why === "") wrong["why"] = "Say why, so that the others know.";
      if (wish.why.length > 200) wrong["why"] = tooLong("the reason", 200);
      const setup = readSetup(db.orm);
      const found = readForm(setup, wish);
      const fields = { ...missing(scope, found.wishes), ...found.wrong, ...wrong };
      if (Object.keys(fields).length > 0) return again(fields);
      const done = await db.write((tx) => saveSetup(tx, deed, wish));
      const closed = closedWithStops(db.orm, found.wishes, setup, deed.now);
      if (done.ok) return { ok: true, to: crmPaths.setupSaved(group.page, group.id, closed) };
      if (done.code === "wrong") return again(done.fields);
      if (done.code === "planned") {
        const message = `Somebody else planned this for the same day meanwhile: ${done.meanwhile.map(saidChange).join("; ")}. It stands under Planned. Save again to put yours in its place.`;
        // The form is made anew, from what is planned by now.
        const { seen: _before, ...typed } = shownAgain(value as Record<string, string | string[]>);
        return again({ "": message }, { values: typed, status: 409 });
      }
      const theirs = done.meanwhile.map(({ field, was, is }) => {
        const known = findField(field);
        return `${known ? saidName(known) : field} (${shown(was)} → ${shown(is)})`;
      });
      const message = `Somebody else changed this meanwhile: ${theirs.join("; ")}. It stands in the form now, and so does what you typed. Save again to keep it so.`;
      return again({ "": message }, { values: { ...done.values, why: value.why, from: value.from }, status: 409 });
    },
  }),
  withdraw: intent({
    may: "admin",
    schema: z.object({
      plan: z
        .unknown()
        .optional()
        .transform((sent) => plainWhole(sent) ?? 0),
    }),
    run: async ({ services: { db } }, deed, group: SetupGroup, { plan }) =>
      (await db.write((tx) => withdrawPlan(tx, deed, plan)))
        ? { ok: true, to: crmPaths.setup(group.page, group.id) }
        : {
            ok: false,
            message: "This is not planned any more: it took effect, or somebody took it back.",
            status: 409,
          },
  }),
};

function shown(typed: unknown): string {
  const words = Array.isArray(typed) ? typed.join(", ") : String(typed ?? "");
  return words.length > 60 ? `${cut(words, 60)}…` : words || "nothing";
}
