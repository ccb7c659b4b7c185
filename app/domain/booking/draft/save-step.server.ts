import type { Tx } from "#db/client.server";
import type { Deed } from "../../kernel/deed";
import type { Sent } from "../../kernel/sent";
import type { Size } from "../../pricing/types";
import type { Settings } from "../../settings/schema";
import type { DraftData } from "./data";
import { findDraft, saveDraft, type Draft } from "./drafts.server";
import { applyProject, type ProjectOutcome } from "./project-buttons";
import { keepTyped } from "./project-typed";
import type { Step } from "./steps";

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
  change: (now: DraftData) => C,
): C {
  const now = findDraft(tx, draft.id) ?? draft;
  const changed = change(now.data);
  if (!changed.ok) return changed;
  const others = now.stepsDone.filter((one) => one !== step);
  const stepsDone = changed.done ? [...others, step] : others;
  saveDraft(tx, deed, draft.id, { data: changed.data, stepsDone }, settings.draftDays);
  return changed;
}

/** Saves what a button of /book does to the order. Refused as `applyProject` says, also for another tab's order. */
export function saveProject(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  draft: Draft,
  sent: Sent,
  sizes: readonly Size[],
): ProjectOutcome {
  return saveStep(tx, deed, settings, draft, "project", (now) => applyProject(now, sent, settings, sizes));
}

/** Keeps what was typed on /book unchecked, so that the step is not done any more. Returns the draft's data. */
export function keepProject(tx: Tx, deed: Deed, settings: Settings, draft: Draft, sent: Sent): DraftData {
  const keep = (now: DraftData): Changed => ({ ok: true, data: keepTyped(now, sent), done: false });
  return saveStep(tx, deed, settings, draft, "project", keep).data;
}
