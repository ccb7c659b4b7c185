import type { Orm, Tx } from "#db/client.server";
import type { Actor, Deed } from "../../kernel/deed";
import { sentText, type Fields, type Sent } from "../../kernel/sent";
import type { Instant } from "../../kernel/time.server";
import { cleanZip } from "../../service-area/rules";
import { findZip } from "../../service-area/service-area.server";
import type { Settings } from "../../settings/schema";
import type { DraftData } from "../draft/data";
import type { Draft } from "../draft/drafts.server";
import type { ScheduleFields } from "../draft/fields";
import { grantableOrder } from "../draft/grants";
import { rightsFor } from "../draft/grants.server";
import { leftOf, mergeSave, saveStep, seenIn, type Changed } from "../draft/save-step.server";
import type { Meanwhile } from "../draft/writes.server";
import { findLiveHold } from "../../inventory/holds.server";
import { keepFormerEmail, keepWhatFits, SCHEDULE_FIELDS, withSchedule } from "../draft/schedule-typed";
import { checkSchedule, findUnserved, type ScheduleCheck } from "./schedule-check.server";

/**
 * Saves day, place and contact. The order is checked as it is now, in the same transaction: the ZIP, the day, the window,
 * the area's minimum, the dumpsters that are free. When it can be had, county, pickup day and prices are filled in and
 * the step is done. Refused with what to do about it, or where to ask for a call-back: then the fields are kept as they
 * were typed, and the step is not done. Of an order that the office prepared, fields that the office wrote after version
 * `seen` are not overwritten: then nothing is saved, and `meanwhile` says what stands there.
 */
export function saveSchedule(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  draft: Draft,
  fields: ScheduleFields,
  seen = 0,
): ScheduleCheck {
  const saved = saveStep(tx, deed, settings, draft, "schedule", (before, now) => {
    const merged = mergeSave(tx, now, withSchedule(before, fields), seen, deed.by);
    if (!merged.ok) return merged;
    const { data } = merged;
    const rights = rightsFor(tx, draft.id, grantableOrder(data), deed.now);
    const own = now.bookingId ? (findLiveHold(tx, now.bookingId) ?? null) : null;
    const checked = checkSchedule(tx, settings, data, deed.now, rights, own);
    return { ok: true as const, data: checked.ok ? checked.data : data, done: checked.ok, checked };
  });
  return saved.ok ? saved.checked : { ok: false, fields: {}, meanwhile: saved };
}

/** What the office wrote meanwhile into fields that this form would change as well; null where there is nothing. */
export function findOvertaken(orm: Orm, draft: Draft, sent: Sent, by: Actor): Meanwhile | null {
  const merged = mergeSave(orm, draft, keepWhatFits(draft.data, sent), seenIn(sent), by);
  return merged.ok ? null : merged;
}

/**
 * Keeps of a form that is not finished the fields that fit, so that the step is not done any more; `formerEmail` keeps
 * the email address that stood there. Returns the draft's data.
 */
export function keepSchedule(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  draft: Draft,
  sent: Sent,
  { formerEmail = false } = {},
): DraftData {
  return saveStep(tx, deed, settings, draft, "schedule", (before, now): Changed => {
    const kept = leftOf(tx, now, keepWhatFits(before, sent), seenIn(sent), deed.by);
    return { ok: true, data: formerEmail ? keepFormerEmail(before, kept) : kept, done: false };
  }).data;
}

/**
 * The city comes from the ZIP and may be overwritten (domain.md 4.4); one that came from the ZIP before goes with it.
 */
export function withCityOfZip(orm: Orm, zipBefore: string, sent: Sent): Sent {
  const typed = sentText(sent, "city").trim();
  const zip = cleanZip(sentText(sent, "zip")) ?? "";
  const fromBefore = zip !== zipBefore && typed === findZip(orm, zipBefore)?.city;
  const place = typed === "" || fromBefore ? findZip(orm, zip) : null;
  return place ? { ...sent, city: place.city } : sent;
}

/** What is asked of a form that is not finished: all of it, what was typed into it, or what the mailed link needs. */
export type Asked = "everything" | "what was typed" | "the email address";

/**
 * What a form that is not finished says wrong, in the order of its fields: what does not fit the fields (`ill`), and in
 * the same round a ZIP and a day that cannot be served, so that nobody fills in the rest to hear it then. Who stays on
 * the page may have left fields empty, except the address that the link goes to. Null when nothing is wrong;
 * `isOutside` when it is a place where we do not deliver.
 */
export function findWrong(
  orm: Orm,
  settings: Settings,
  { kept, sent, ill }: { kept: DraftData; sent: Sent; ill: Fields },
  asked: Asked,
  now: Instant,
): { fields: Fields; isOutside: boolean } | null {
  const isAsked = (name: string) =>
    asked === "everything" || (sent[name] ?? "") !== "" || (asked === "the email address" && name === "email");
  const wrong: Fields = Object.fromEntries(Object.entries(ill).filter(([name]) => isAsked(name)));
  const unserved = asked === "the email address" ? {} : findUnserved(orm, settings, kept, now);
  const both: Record<string, string | undefined> = { ...unserved, ...wrong };
  const fields = Object.fromEntries(
    ["", ...SCHEDULE_FIELDS].flatMap((name) => (both[name] ? [[name, both[name]]] : [])),
  );
  if (Object.keys(fields).length === 0) return null;
  return { fields, isOutside: unserved.zip !== undefined && wrong.zip === undefined };
}
