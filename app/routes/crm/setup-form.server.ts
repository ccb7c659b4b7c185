import { oneLine, readDate } from "~/domain/kernel/typed";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { dayAt } from "~/domain/kernel/time.server";
import { AGAIN, type SetupForm } from "~/domain/setup/change.server";
import { findField, saidName } from "~/domain/setup/fields";
import type { SetupGroup } from "~/domain/setup/groups";
import type { Sent, Wish } from "~/domain/setup/read";
import type { Scope } from "~/http/context.server";
import type { FormAgain } from "~/http/answers/intents.server";

/** How far ahead a value can be planned: a typing mistake of a year is none of them. */
const FARTHEST_DAYS = 731;

/** The fields of the group are the description's (domain/setup/groups.ts); they are read by it. */
export interface SentForm {
  seen: string;
  why: string;
  from: string;
  /** The mark of the preview beside which Save was pressed (domain/setup/preview.server.ts). */
  looked: string;
  [field: string]: unknown;
}

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

const NO_DAY = "Enter above the day to come from which today’s value holds again, or uncheck it.";

/** A group's form as it was sent, with what is wrong with its day. */
export function readSent(
  group: SetupGroup,
  deed: Deed<StaffActor>,
  value: SentForm,
): { form: SetupForm; wrong: Record<string, string> } {
  const { seen, why, from, looked: _looked, ...sent } = value;
  const day = group.page === "pricing" ? readDay(from, dayAt(deed.now)) : { on: null, wrong: null };
  const noDay = group.page === "pricing" && sent[AGAIN] !== undefined && day.on === null && !day.wrong;
  return {
    form: { group, sent: sent as Sent, seen: readSeen(seen), why: oneLine(why), from: day.on },
    wrong: { ...(day.wrong && { from: day.wrong }), ...(noDay && { [AGAIN]: NO_DAY }) },
  };
}

/**
 * Photographs that are none of our files: the pages would show a hole. A file is served from the next start on, which
 * builds it in; until then its line waits here, with what was typed.
 */
export function missing({ isServed }: Scope, wishes: readonly Wish[]): Record<string, string> {
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
export function again(fields: Record<string, string>, more: Omit<FormAgain, "ok" | "fields"> = {}): FormAgain {
  const named = Object.entries(fields).map(([name, message]) => {
    const field = findField(name);
    return [name, field ? `${saidName(field)}: ${message}` : message];
  });
  return { ok: false, fields: Object.fromEntries(named) as Record<string, string>, ...more };
}
