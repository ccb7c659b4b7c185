import type { Orm, Tx } from "#db/client.server";
import type { Actor, Deed } from "../../kernel/deed";
import { sentText, type Sent } from "../../kernel/sent";
import type { Size } from "../../pricing/types";
import type { Settings } from "../../settings/schema";
import type { DraftData } from "./data";
import { findDraft, saveDraft, type Draft } from "./drafts.server";
import { applyProject, type ProjectOutcome } from "./project-buttons";
import { keepTyped } from "./project-typed";
import type { Step } from "./steps";
import { mergeWrites, type Meanwhile } from "./writes.server";

/** What a step makes of a draft's data; `done` when all of it was right. */
export type Changed = { ok: true; data: DraftData; done: boolean };

/**
 * Keeps what one step changes, in the draft as it is now: while the card company was asked another tab may have changed
 * the rest, which must not come back as it was read before. A step that was right once is not done any more with
 * answers that were refused or not checked. Nothing is kept of a change that is refused. Returns what `change` said.
 */
export function saveStep<C extends Changed | { ok: false }>(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  draft: Draft,
  step: Extract<Step, "project" | "schedule">,
  change: (data: DraftData, now: Draft) => C,
): C {
  const now = findDraft(tx, draft.id) ?? draft;
  const changed = change(now.data, now);
  if (!changed.ok) return changed;
  const others = now.stepsDone.filter((one) => one !== step);
  const stepsDone = changed.done ? [...others, step] : others;
  saveDraft(tx, deed, draft.id, { data: changed.data, stepsDone }, settings.draftDays);
  return changed;
}

/** Nothing is saved: somebody else has written these fields since the page was made. */
export interface Overtaken extends Meanwhile {
  ok: false;
}

/**
 * Saves what a button of /book does to the order. Refused as `applyProject` says, also for another tab's order, and where
 * the office wrote the same fields meanwhile.
 */
export function saveProject(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  draft: Draft,
  sent: Sent,
  sizes: readonly Size[],
): ProjectOutcome | Overtaken {
  return saveStep(tx, deed, settings, draft, "project", (data, now): ProjectOutcome | Overtaken => {
    const applied = applyProject(data, sent, settings, sizes);
    if (!applied.ok) return applied;
    const merged = mergeSave(tx, now, applied.data, seenIn(sent), deed.by);
    return merged.ok ? { ...applied, data: merged.data } : merged;
  });
}

/** The version that a form was made from; a form that does not say one has seen nothing of what was written since. */
export function seenIn(sent: Sent): number {
  return Number(/^\d{1,9}$/.exec(sentText(sent, "seen"))?.[0] ?? 0);
}

/** What a save leaves of a draft that two write; of anybody else's own draft what they typed. */
export function mergeSave(
  orm: Orm,
  now: Draft,
  mine: DraftData,
  seen: number,
  by: Actor,
): { ok: true; data: DraftData } | Overtaken {
  if (!now.preparedBy) return { ok: true, data: mine };
  const { data, conflicts, kept } = mergeWrites(orm, now, mine, seen, by);
  return conflicts.length > 0 ? { ok: false, conflicts, kept } : { ok: true, data };
}

/** Keeps what was typed on /book unchecked, so that the step is not done any more. Returns the draft's data. */
export function keepProject(tx: Tx, deed: Deed, settings: Settings, draft: Draft, sent: Sent): DraftData {
  const keep = (data: DraftData, now: Draft): Changed => {
    const kept = keepTyped(data, sent);
    return { ok: true, data: leftOf(tx, now, kept, seenIn(sent), deed.by), done: false };
  };
  return saveStep(tx, deed, settings, draft, "project", keep).data;
}

/** The same where nobody can be asked: what somebody else has written since stays. */
export function leftOf(orm: Orm, now: Draft, mine: DraftData, seen: number, by: Actor): DraftData {
  return now.preparedBy ? mergeWrites(orm, now, mine, seen, by).data : mine;
}
