import { and, eq, gt, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { leads } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { formatPhone, phoneColumns } from "../kernel/phone";
import { MINUTE, plus, type Instant } from "../kernel/time.server";
import { countTriesIn } from "../limits/limits.server";
import { enqueue } from "../outbox/outbox.server";
import { ANSWER_WITHIN_MINUTES } from "../tasks/kinds";
import { checkZip } from "../service-area/service-area.server";
import { needPerson } from "../tasks/tasks.server";

export type Lead = typeof leads.$inferSelect;
export type LeadState = Lead["state"];

export interface NewLead {
  kind: Lead["kind"];
  name: string;
  /** As it was typed; the row keeps the number as networks want it. */
  phone: string;
  email: string;
  zip: string;
  message: string;
  draftId?: Id<"draft"> | null;
  /** What was typed so far, so that nobody asks twice. */
  data?: Record<string, unknown>;
}

/** What may follow: a lead is new, then somebody has called, then it is closed; a closed one may be taken up again. */
const NEXT: Readonly<Record<LeadState, readonly LeadState[]>> = {
  new: ["contacted", "closed"],
  contacted: ["closed", "new"],
  closed: ["contacted"],
};

/** Keeps a request that cannot be self-booked. A draft asks once: its open lead takes the newest words instead. */
export function keepLead(tx: Tx, deed: Deed, wanted: NewLead): Lead {
  const { draftId = null, data = {}, ...asked } = wanted;
  const rest = { ...asked, ...phoneColumns(wanted.phone) };
  const open =
    draftId &&
    tx
      .select()
      .from(leads)
      .where(and(eq(leads.draft_id, draftId), inArray(leads.state, ["new", "contacted"])))
      .get();
  if (open)
    return tx
      .update(leads)
      .set({ ...rest, data })
      .where(eq(leads.id, open.id))
      .returning()
      .get();
  const lead = tx
    .insert(leads)
    .values({ id: newId("lead"), ...rest, data, draft_id: draftId, created_at: deed.now })
    .returning()
    .get();
  recordEvent(tx, deed, { subject: { kind: "lead", id: lead.id }, action: "lead_made", to: "new" });
  askForCall(tx, deed, lead);
  return lead;
}

/**
 * A call that nobody took: one open request for a number, however often it calls; its task is a missed call's, and the
 * office gets a mail. `name` is who has the number, null for nobody. Null where numbers without end call that nobody has:
 * a customer is always called back.
 */
export function keepMissedCall(
  tx: Tx,
  deed: Deed,
  { name, phone }: { name: string | null; phone: string },
): Lead | null {
  const open = tx
    .select()
    .from(leads)
    .where(and(eq(leads.phone, phone), eq(leads.kind, "missed_call"), eq(leads.state, "new")))
    .get();
  if (open) return open;
  if (name === null && countTriesIn(tx, [{ name: "missed-call" }]) > 0) return null;
  const asked = { kind: "missed_call", name: name ?? formatPhone(phone) } as const;
  const lead = keepLead(tx, deed, { ...asked, phone, email: "", zip: "", message: "" });
  enqueue(tx, { kind: "mail.lead", cause: `mail.lead:${lead.id}`, payload: { leadId: lead.id } });
  return lead;
}

/** Who it was that nobody took the call of, once a person has said so; what somebody asked for under a name stays theirs. */
export function renameMissedCall(tx: Tx, id: Id<"lead">, name: string): void {
  tx.update(leads)
    .set({ name })
    .where(and(eq(leads.id, id), eq(leads.kind, "missed_call"), inArray(leads.state, ["new", "contacted"])))
    .run();
}

const DOUBLE_CLICK_MS = 60_000;

/**
 * Who calls for what cannot be ordered, as the office writes it down; a double click is one, with what was typed last. Null
 * where it was the place and we deliver there by now: that is an order.
 */
export function keepCallersLead(tx: Tx, deed: Deed<StaffActor>, wanted: NewLead): Lead | null {
  if (wanted.kind === "outside_area" && checkZip(tx, wanted.zip).isServiced) return null;
  const same = findSameLead(tx, wanted, plus(deed.now, -DOUBLE_CLICK_MS));
  if (!same) return keepLead(tx, deed, wanted);
  const { name, email, zip, data = {} } = wanted;
  tx.update(leads).set({ name, email, zip, data }).where(eq(leads.id, same.id)).run();
  return same;
}

/** Keeps a request for a call-back and tells the office by mail; a double click, or a page sent again, is one request. */
export function askForCallBack(tx: Tx, deed: Deed, wanted: NewLead): void {
  if (hasSameLead(tx, wanted, plus(deed.now, -DOUBLE_CLICK_MS))) return;
  const lead = keepLead(tx, deed, wanted);
  enqueue(tx, { kind: "mail.lead", cause: `mail.lead:${lead.id}`, payload: { leadId: lead.id } });
}

/** Whether the same request came in since a moment. */
export function hasSameLead(orm: Orm, wanted: Pick<NewLead, "kind" | "phone" | "message">, since: Instant): boolean {
  return findSameLead(orm, wanted, since) !== null;
}

/** The same request, if it came in since a moment. */
export function findSameLead(
  orm: Orm,
  { kind, phone, message }: Pick<NewLead, "kind" | "phone" | "message">,
  since: Instant,
): Lead | null {
  return (
    orm
      .select()
      .from(leads)
      .where(
        and(
          eq(leads.phone, phoneColumns(phone).phone),
          eq(leads.message, message),
          eq(leads.kind, kind),
          gt(leads.created_at, since),
        ),
      )
      .get() ?? null
  );
}

export type LeadResult = { ok: true } | { ok: false; code: "unknown" | "not_allowed" };

/** Moves a lead on, with an event. A lead that somebody else has moved there meanwhile is fine as it is. */
export function moveLead(tx: Tx, deed: Deed, leadId: string, to: LeadState, why?: string): LeadResult {
  const lead = findLead(tx, leadId);
  if (!lead) return { ok: false, code: "unknown" };
  if (lead.state === to) return { ok: true };
  if (!NEXT[lead.state].includes(to)) return { ok: false, code: "not_allowed" };
  tx.update(leads).set({ state: to }).where(eq(leads.id, lead.id)).run();
  recordEvent(tx, deed, { subject: { kind: "lead", id: lead.id }, action: "lead_moved", from: lead.state, to, why });
  askForCall(tx, deed, { ...lead, state: to });
  return { ok: true };
}

/** Somebody of the office calls, as long as nobody has. */
function askForCall(tx: Tx, deed: Deed, { id, kind, state, created_at }: Lead): void {
  needPerson(tx, deed, state === "new", {
    kind: kind === "missed_call" ? "missed_call" : "lead",
    cause: `lead:${id}`,
    subject: { kind: "lead", id },
    due: plus(created_at, ANSWER_WITHIN_MINUTES * MINUTE),
  });
}

export function findLead(orm: Orm, leadId: string): Lead | null {
  return (
    orm
      .select()
      .from(leads)
      .where(eq(leads.id, leadId as Id<"lead">))
      .get() ?? null
  );
}
