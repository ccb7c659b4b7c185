import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { callEvents, callLegs, calls, events, leads, messages } from "#db/schema/index";
import { findByReach } from "../customers/contacts.server";
import { findCustomer, nameOf } from "../customers/family.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { formatPhone } from "../kernel/phone";
import { instant, MINUTE, plus, type Instant } from "../kernel/time.server";
import { keepMissedCall, moveLead } from "../leads/leads.server";
import { ANSWER_WITHIN_MINUTES } from "../tasks/kinds";
import { needForMany } from "../tasks/many.server";
import { closeTask, needPerson } from "../tasks/tasks.server";
import { figures, findCall, findCallBySid, listLegs, type Call } from "./calls.server";
import { factsOf, joinFacts, summarise, type LegFacts, type LegReport } from "./facts";

/** A report of the network about one telephone, with whom it is. */
export interface CallReport extends LegReport {
  sid: string;
  /** Of the caller's own telephone, where this one was rung for it. */
  parentSid: string | null;
  /** Whose browser it is; null for a telephone. */
  agentId: Id<"account"> | null;
}

/** A call leads to a callback only if it is called back within a day or so; after that the request stands alone. */
const CALL_BACK_WITHIN = ANSWER_WITHIN_MINUTES * MINUTE;

/**
 * Takes a report in, however often and in whatever order. False for a call that we do not know: nothing was done.
 */
export function takeCallReport(tx: Tx, deed: Deed, report: CallReport): boolean {
  const before = tx.select().from(callLegs).where(eq(callLegs.sid, report.sid)).get();
  // A telephone belongs to the call that it rang for first, whatever a later report says.
  const call = before ? findCall(tx, before.call_id) : findCallBySid(tx, report.parentSid ?? report.sid);
  if (!call) return false;
  const isCaller = report.sid === call.provider_sid;
  const facts = before ? joinFacts(factsInRow(before), factsOf(report)) : factsOf(report);
  const columns = {
    status: facts.status,
    ringing_at: facts.ringingAt as Instant | null,
    answered_at: facts.answeredAt as Instant | null,
    ended_at: facts.endedAt as Instant | null,
    seconds: facts.seconds,
    agent_id: report.agentId ?? before?.agent_id ?? null,
  };
  tx.insert(callLegs)
    .values({
      sid: report.sid,
      call_id: call.id,
      role: isCaller ? "caller" : report.agentId ? "agent" : call.direction === "out" ? "number" : "agent",
      ...columns,
    })
    .onConflictDoUpdate({ target: callLegs.sid, set: columns })
    .run();
  settleCall(tx, deed, call.id);
  return true;
}

/** The message that a caller left, or that they left none (0 seconds). */
export function keepVoicemail(tx: Tx, deed: Deed, call: Call, left: { sid: string; seconds: number }): void {
  const seconds = Math.max(left.seconds, call.voicemail_seconds ?? 0);
  tx.update(calls)
    .set({ voicemail_sid: seconds > 0 ? left.sid : null, voicemail_seconds: seconds })
    .where(eq(calls.id, call.id))
    .run();
  settleCall(tx, deed, call.id);
}

const factsInRow = (row: typeof callLegs.$inferSelect): LegFacts => ({
  status: row.status,
  ringingAt: row.ringing_at,
  answeredAt: row.answered_at,
  endedAt: row.ended_at,
  seconds: row.seconds,
});

/** Reads the entry off its facts again, and brings everything that hangs on it in line: events, tasks, thread. */
export function settleCall(tx: Tx, deed: Deed, callId: Id<"call">): void {
  const before = findCall(tx, callId);
  if (!before) return;
  const now = summarise<Id<"account">>({
    direction: before.direction,
    startedAt: before.started_at,
    placedBy: before.direction === "out" ? before.agent_id : null,
    legs: listLegs(tx, callId).map((row) => ({ ...factsInRow(row), role: row.role, agentId: row.agent_id })),
    voicemailSeconds: before.voicemail_seconds,
  });
  const after: Call = {
    ...before,
    state: now.state,
    outcome: now.outcome,
    agent_id: now.agentId,
    answered_at: now.answeredAt === null ? null : instant(now.answeredAt),
    ended_at: now.endedAt === null ? null : instant(now.endedAt),
    talk_seconds: now.talkSeconds,
  };
  tx.update(calls)
    .set({
      state: after.state,
      outcome: after.outcome,
      agent_id: after.agent_id,
      answered_at: after.answered_at,
      ended_at: after.ended_at,
      talk_seconds: after.talk_seconds,
    })
    .where(eq(calls.id, callId))
    .run();
  tellChange(tx, deed, before, after);
  if (after.state === "ended") bringInLine(tx, deed, after);
}

function tellChange(tx: Tx, deed: Deed, before: Call, after: Call): void {
  const about = { subject: { kind: "call", id: after.id } as const, bookingId: after.booking_id };
  if (before.answered_at === null && after.answered_at !== null)
    recordEvent(tx, deed, { ...about, action: "call_answered", from: "ringing", to: "open", data: figures(after) });
  if (after.state !== "ended" || after.outcome === null) return;
  // A later report may know better: said again only where it says something else.
  if (before.state === "ended" && before.outcome === after.outcome && before.talk_seconds === after.talk_seconds)
    return;
  recordEvent(tx, deed, {
    ...about,
    action: "call_ended",
    to: "ended",
    data: { ...figures(after), outcome: after.outcome, seconds: after.talk_seconds },
  });
}

/** Tasks, requests and the thread, as an ended call needs them now; whatever was thought of it before is put right. */
function bringInLine(tx: Tx, deed: Deed, call: Call): void {
  const lead = followMissed(tx, deed, call);
  if (lead !== call.lead_id) tx.update(calls).set({ lead_id: lead }).where(eq(calls.id, call.id)).run();
  const isMany = !lead && call.other_number !== "" && isMissed(call);
  if (isMany) needForMany(tx, deed, { kind: "call", id: call.id });
  needPerson(tx, deed, call.outcome === "voicemail" && !isMany && !isAnswered(tx, call), {
    kind: "voicemail",
    cause: `voicemail:${call.id}`,
    subject: { kind: "call", id: call.id },
    bookingId: call.booking_id,
    due: plus(call.started_at, CALL_BACK_WITHIN),
  });
  needPerson(tx, deed, isCutShort(tx, call), {
    kind: "callback",
    cause: `callback:${call.id}`,
    subject: { kind: "call", id: call.id },
    bookingId: call.booking_id,
    due: deed.now,
  });
  if (call.outcome === "answered") callsReached(tx, deed, call);
  keepInThread(tx, deed, call);
}

const isMissed = ({ direction, outcome }: Call) =>
  direction === "in" && (outcome === "missed" || outcome === "voicemail");

/** Who called, as far as it is known; several may have the number, then it is said. Null for nobody. */
function whose(tx: Tx, { customer_id, other_number }: Call): string | null {
  const customer = customer_id && findCustomer(tx, customer_id);
  if (customer) return nameOf(customer);
  return findByReach(tx, [other_number]).length > 0 ? formatPhone(other_number) : null;
}

/** A call in that nobody took is a request to be called back; one that proves to have been taken is none after all. */
function followMissed(tx: Tx, deed: Deed, call: Call): Id<"lead"> | null {
  if (!isMissed(call) || call.other_number === "") {
    if (call.lead_id && call.outcome === "answered") moveLead(tx, deed, call.lead_id, "contacted");
    return call.lead_id;
  }
  if (call.lead_id) {
    // Its end was told before its message: that is heard, and then they are called.
    if (call.outcome === "voicemail") closeTask(tx, deed, `lead:${call.lead_id}`);
    return call.lead_id;
  }
  const lead = keepMissedCall(tx, deed, { name: whose(tx, call), phone: call.other_number });
  if (!lead) return null;
  // Whoever left a message is one thing to do, not two: it is heard, and then they are called.
  if (call.outcome === "voicemail") closeTask(tx, deed, `lead:${lead.id}`);
  return lead.id;
}

/**
 * Whether nobody waits any more for what they said after the tone: we have talked to them since. Who hides their number cannot
 * be called back, only heard.
 */
function isAnswered(tx: Tx, { other_number, started_at, heard_at }: Call): boolean {
  if (other_number === "") return heard_at !== null;
  const since = and(
    eq(calls.other_number, other_number),
    eq(calls.outcome, "answered"),
    sql`${calls.started_at} > ${started_at}`,
  );
  return tx.select({ id: calls.id }).from(calls).where(since).limit(1).get() !== undefined;
}

/** We have talked to this number: whatever waited for that is done. */
function callsReached(tx: Tx, deed: Deed, call: Call): void {
  if (call.other_number === "") return;
  const waiting = tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.phone, call.other_number), eq(leads.kind, "missed_call"), eq(leads.state, "new")))
    .limit(20)
    .all();
  for (const { id } of waiting) moveLead(tx, deed, id, "contacted");
  const others = tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.other_number, call.other_number), sql`${calls.started_at} < ${call.started_at}`))
    .orderBy(sql`${calls.started_at} desc`)
    .limit(20)
    .all();
  for (const { id } of others) {
    closeTask(tx, deed, `callback:${id}`);
    closeTask(tx, deed, `voicemail:${id}`);
  }
}

/**
 * An order was being typed when the other side was gone, and it is not in the house by now: somebody calls back and goes on
 * there. Where we hung up, the two of them had come to an end; what was typed stays with the call.
 */
function isCutShort(tx: Tx, call: Call): boolean {
  if (call.outcome !== "answered" || call.typed === null || call.wrapped_at !== null || haveLeft(tx, call))
    return false;
  const ordered = tx
    .select({ id: events.id })
    .from(callEvents)
    .innerJoin(events, eq(events.id, callEvents.event_id))
    .where(
      and(eq(callEvents.call_id, call.id), sql`${events.action} in ('booking_quoted', 'booking_made', 'lead_made')`),
    )
    .limit(1)
    .get();
  return ordered === undefined;
}

/** Whether somebody of the office has said that they hung up. */
export function haveLeft(tx: Tx, { id }: Call): boolean {
  const left = and(eq(events.subject_kind, "call"), eq(events.subject_id, id), eq(events.action, "call_left"));
  return tx.select({ id: events.id }).from(events).where(left).limit(1).get() !== undefined;
}

/** The call's line in the thread with its customer; its words are made of the log's entry when it is shown. */
function keepInThread(tx: Tx, deed: Deed, call: Call): void {
  const columns = {
    template: `call.${call.outcome ?? "missed"}`,
    booking_id: call.booking_id,
    customer_id: call.customer_id,
    updated_at: deed.now,
  };
  tx.insert(messages)
    .values({
      id: newId("message"),
      cause: `call:${call.id}`,
      direction: call.direction,
      channel: "call",
      sender: call.direction === "in" ? call.other_number : call.our_number,
      recipient: call.direction === "in" ? call.our_number : call.other_number,
      subject: "",
      body: "",
      provider_id: call.provider_sid,
      state: call.direction === "in" ? "received" : "sent",
      created_at: call.started_at,
      sent_at: call.direction === "out" ? call.started_at : null,
      ...columns,
    })
    .onConflictDoUpdate({ target: messages.cause, set: columns })
    .run();
}
