import { sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { events, leads } from "#db/schema/index";
import { listHistory, recordEvent, type TimelineEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { plus } from "../kernel/time.server";
import { endedAt, openTaskAgain } from "../tasks/tasks.server";
import { findLead, moveLead, type Lead, type LeadResult, type LeadState } from "./leads.server";

const lastClosing = prepared((orm) =>
  orm
    .select()
    .from(events)
    .where(
      sql`${events.subject_kind} = 'lead' and ${events.subject_id} = ${sql.placeholder("id")} and ${events.action} = 'lead_moved' and ${events.to_state} = 'closed'`,
    )
    .orderBy(sql`${events.id} desc`)
    .limit(1)
    .prepare(),
);

/** Who closed it last, when and why; null for one that was never closed. */
export const findClosing = (orm: Orm, { id }: Pick<Lead, "id">): TimelineEvent | null =>
  lastClosing(orm).get({ id }) ?? null;

/** A lead that stands closed, and its closing to undo it by; null for any other. */
export function findClosed(orm: Orm, leadId: string): { id: string; name: string; closing: number } | null {
  const lead = findLead(orm, leadId);
  const closing = lead?.state === "closed" ? findClosing(orm, lead) : null;
  return lead && closing && { id: lead.id, name: lead.name, closing: closing.id };
}

/**
 * Closes a lead for a reason, which the others read in its history. The same person with the same reason once more is a
 * double click; refused where it was closed otherwise meanwhile, so that no reason is lost unsaid. `note` is what was half
 * typed for the others; it is kept with it.
 */
export function closeLead(
  tx: Tx,
  deed: Deed<StaffActor>,
  { id }: Pick<Lead, "id">,
  why: string,
  note?: string,
): LeadResult {
  const lead = findLead(tx, id);
  const before = lead?.state === "closed" ? findClosing(tx, lead) : null;
  if (before && (before.why !== why || before.actor_id !== deed.by.id)) return { ok: false, code: "not_allowed" };
  const done = moveLead(tx, deed, id, "closed", why);
  if (done.ok && note) noteLead(tx, deed, { id }, note);
  return done;
}

/**
 * Undoes a closing (`closing`, its event's id): the lead, and who has its call to make, are as they were. Refused where
 * another closing stands there; one that is open again is fine as it is.
 */
export function undoClosing(tx: Tx, deed: Deed<StaffActor>, { id }: Pick<Lead, "id">, closing: number): LeadResult {
  const lead = findLead(tx, id);
  if (!lead) return { ok: false, code: "unknown" };
  if (lead.state !== "closed") return { ok: true };
  const last = findClosing(tx, lead);
  if (last?.id !== closing) return { ok: false, code: "not_allowed" };
  const to: LeadState = last.from_state === "new" ? "new" : "contacted";
  tx.update(leads)
    .set({ state: to })
    .where(sql`${leads.id} = ${lead.id}`)
    .run();
  recordEvent(tx, deed, { subject: { kind: "lead", id: lead.id }, action: "lead_moved", from: "closed", to });
  // Not where somebody had done it before the lead was closed.
  if (endedAt(tx, `lead:${lead.id}`, last.at)) openTaskAgain(tx, deed, `lead:${lead.id}`);
  return { ok: true };
}

const DOUBLE_CLICK_MS = 60_000;

/** What somebody wants the others to know of a lead. The same words of the same person within a minute are kept once. */
export function noteLead(tx: Tx, deed: Deed<StaffActor>, { id }: Pick<Lead, "id">, note: string): void {
  const since = plus(deed.now, -DOUBLE_CLICK_MS);
  const isTwice = listHistory(tx, "lead", [id]).some(
    ({ action, at, why, actor_id }) => action === "lead_noted" && at > since && why === note && actor_id === deed.by.id,
  );
  if (!isTwice) recordEvent(tx, deed, { subject: { kind: "lead", id }, action: "lead_noted", why: note });
}
