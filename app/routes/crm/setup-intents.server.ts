import { z } from "zod";
import type { Orm } from "#db/client.server";
import { dayAt, type Instant } from "~/domain/kernel/time.server";
import { AGAIN, readForm, readSetup, withdrawPlan, type SetupForm } from "~/domain/setup/change.server";
import { fieldsOf, findField, saidChange, saidName, typedOf } from "~/domain/setup/fields";
import type { SetupGroup } from "~/domain/setup/groups";
import { lookAhead, markOf, type SetupLook } from "~/domain/setup/preview.server";
import { slippedDays } from "~/domain/setup/read";
import type { Typed } from "~/domain/setup/units";
import { formatDay, type Day } from "~/domain/kernel/days";
import { cut } from "~/domain/kernel/text";
import { tooLong } from "~/domain/kernel/too-long";
import { ticked } from "~/domain/kernel/typed";
import { plainWhole } from "~/domain/kernel/whole";
import { shownAgain } from "~/http/answers/forms.server";
import { intent, type Intents } from "~/http/answers/intents.server";
import { saveForm } from "~/services/office/opened-days.server";
import { crmPaths } from "~/crm-paths";
import { closedWithStops, MOST, openedDays, opensAll } from "./closed-days.server";
import { again, missing, readSent } from "./setup-form.server";

const text = z.string().catch("");
const form = z.looseObject({ seen: text, why: text, from: text, looked: text, opening: text });

const NOT_SEEN = "Nothing is saved yet: look at what it changes below, then save.";

/** What another admin left for this form: the same wishes upon what holds by now. Settings have no preview. */
function lookAgain(orm: Orm, form: SetupForm, values: Record<string, Typed>, now: Instant): { look?: SetupLook } {
  const setup = readSetup(orm);
  const seen = typedOf(setup, fieldsOf(form.group, setup.sizes));
  return lookOf(orm, { ...form, sent: values, seen }, now);
}

function lookOf(orm: Orm, form: SetupForm, now: Instant): { look?: SetupLook } {
  const setup = readSetup(orm);
  const { wishes } = readForm(orm, setup, form);
  return form.group.page === "pricing" ? { look: lookAhead(orm, setup, wishes, form.from, now) } : {};
}

/** What an admin does with a group of settings or prices; staff read the prices (domain.md, section 5). */
export const SETUP_INTENTS: Intents<SetupGroup> = {
  look: intent({
    may: "admin",
    schema: form,
    run: async (scope, deed, group: SetupGroup, value) => {
      const { db } = scope.services;
      const { form: wish, wrong } = readSent(group, deed, value);
      const found = readForm(db.orm, readSetup(db.orm), wish);
      const fields = { ...missing(scope, found.wishes), ...found.wrong, ...wrong };
      if (Object.keys(fields).length > 0) return again(fields);
      return again({}, { ...lookOf(db.orm, wish, deed.now), status: 200 });
    },
  }),
  save: intent({
    may: "admin",
    schema: form,
    run: async (scope, deed, group: SetupGroup, value) => {
      const { db } = scope.services;
      const { form: wish, wrong } = readSent(group, deed, value);
      if (wish.why === "") wrong["why"] = "Say why, so that the others know.";
      if (wish.why.length > 200) wrong["why"] = tooLong("the reason", 200);
      const setup = readSetup(db.orm);
      const found = readForm(db.orm, setup, wish);
      const slipped = slippedDays(setup.settings, found.wishes, dayAt(deed.now));
      const fields = { ...missing(scope, found.wishes), ...slipped, ...found.wrong, ...wrong };
      const saw = group.page === "settings" || value.looked === markOf(found.wishes, wish.from);
      const { why, ...others } = fields;
      if (Object.keys(others).length > 0) return again(fields);
      if (!saw && found.wishes.length === 0) return again({}, { ...lookOf(db.orm, wish, deed.now), status: 200 });
      if (why !== undefined || !saw)
        return again({ ...fields, ...(!saw && { "": NOT_SEEN }) }, lookOf(db.orm, wish, deed.now));
      const all = opensAll(found.wishes, setup, deed.now);
      if (all.length > 0 && !ticked(value.opening)) return again({ opening: saidAll(all) });
      const done = await saveForm(scope.services, deed, wish);
      const closed = closedWithStops(db.orm, found.wishes, setup, deed.now);
      const opened = openedDays(found.wishes, setup, deed.now).slice(0, MOST);
      if (done.ok)
        return { ok: true, to: crmPaths.setupSaved(group.page, group.id, { from: wish.from, closed, opened }) };
      if (done.code === "wrong") return again(done.fields);
      if (done.code === "planned") {
        const message = `Somebody else planned this for the same day meanwhile: ${done.meanwhile.map(saidChange).join("; ")}. It stands under Planned. Save again to put yours in its place.`;
        // The form is made anew, from what is planned by now.
        const { seen: _before, ...typed } = shownAgain(value as Record<string, string | string[]>);
        return again({ "": message }, { values: typed, status: 409, ...lookOf(db.orm, wish, deed.now) });
      }
      const said = done.meanwhile.map(({ field, was, is }) => {
        const known = findField(field);
        return `${known ? saidName(known) : field} (${shown(was)} → ${shown(is)})`;
      });
      const message = `Somebody else changed this meanwhile: ${said.join("; ")}. It stands in the form now, and so does what you typed. Save again to keep it so.`;
      const asToday = [wish.sent[AGAIN] ?? []].flat();
      const theirs = { ...done.values, ...(asToday.length > 0 && { [AGAIN]: asToday }) };
      const values = { ...theirs, why: value.why, from: value.from };
      return again({ "": message }, { values, status: 409, ...lookAgain(db.orm, wish, theirs, deed.now) });
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

/** Emptied, or typed anew without what stood there: Christmas would be open, and nobody had said so. */
function saidAll(days: readonly Day[]): string {
  const named = days.slice(0, MOST_NAMED).map((day) => formatDay(day, { short: true, year: true }));
  const more = days.length > MOST_NAMED ? ` and ${days.length - MOST_NAMED} more` : "";
  return `Nothing is saved yet. This opens all ${days.length} closed days to come: ${named.join("; ")}${more}. If that is meant, tick this and save.`;
}
const MOST_NAMED = 4;

function shown(typed: unknown): string {
  const words = Array.isArray(typed) ? typed.join(", ") : String(typed ?? "");
  return words.length > 60 ? `${cut(words, 60)}…` : words || "nothing";
}
