import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, callEvents, calls, events, messages } from "#db/schema/index";
import { findCustomer, nameOf } from "../customers/family.server";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { formatPhone } from "../kernel/phone";
import { renameMissedCall } from "../leads/leads.server";
import { closeTask } from "../tasks/tasks.server";
import { figures, findCall, findCurrentCall, type Call } from "./calls.server";
import type { CallReason } from "./labels";
import { haveLeft, settleCall } from "./reports.server";

export type BindResult = { ok: true } | { ok: false; code: "unknown_call" | "unknown_record" };

/** To whom a call belongs: a booking and its customer, a customer alone, or nobody after all. */
export type BindTo = { booking: string } | { customer: string } | { nobody: true };

/**
 * Binds a call, or binds it anew: what was made in it for whom it was bound to goes along (texts with this number, notes,
 * orders that nobody has paid for). A person's word: caller ID suggests and never binds for good.
 */
export function bindCall(tx: Tx, deed: Deed<StaffActor>, callId: string, to: BindTo): BindResult {
  const call = findCall(tx, callId);
  if (!call) return { ok: false, code: "unknown_call" };
  const target = targetOf(tx, to);
  if (!target) return { ok: false, code: "unknown_record" };
  const same = call.customer_id === target.customer_id && call.booking_id === target.booking_id;
  if (same && call.bound_by !== "caller_id") return { ok: true };
  const moved = same ? 0 : moveMade(tx, deed, call, target);
  tx.update(calls)
    .set({ ...target, bound_by: "agent" })
    .where(eq(calls.id, call.id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "call", id: call.id },
    bookingId: target.booking_id,
    action: "call_bound",
    data: { ...figures(call), customer: target.customer_id, booking: target.booking_id, moved },
  });
  if (call.lead_id) renameMissedCall(tx, call.lead_id, nameOfTarget(tx, target) ?? formatPhone(call.other_number));
  if (call.state === "ended") settleCall(tx, deed, call.id);
  return { ok: true };
}

/** Whose it is now; null for nobody. */
function nameOfTarget(tx: Tx, { customer_id }: Target): string | null {
  const customer = customer_id && findCustomer(tx, customer_id);
  return customer ? nameOf(customer) : null;
}

type Target = Pick<Call, "customer_id" | "booking_id">;

function targetOf(tx: Tx, to: BindTo): Target | null {
  if ("nobody" in to) return { customer_id: null, booking_id: null };
  if ("customer" in to) {
    const customer = findCustomer(tx, to.customer);
    return customer && { customer_id: customer.id, booking_id: null };
  }
  const booking = tx
    .select({ id: bookings.id, customer: bookings.customer_id })
    .from(bookings)
    .where(eq(bookings.id, to.booking as Id<"booking">))
    .get();
  return booking ? { customer_id: booking.customer, booking_id: booking.id } : null;
}

/** What happened in a call, by its agent, oldest first. */
export function listMadeIn(orm: Orm, callId: Id<"call">) {
  return orm
    .select({ event: events })
    .from(callEvents)
    .innerJoin(events, eq(events.id, callEvents.event_id))
    .where(eq(callEvents.call_id, callId))
    .orderBy(callEvents.event_id)
    .limit(200)
    .all()
    .map(({ event }) => event);
}

/** Takes what was made for the one along to the other; returns how many things that were. */
function moveMade(tx: Tx, deed: Deed, call: Call, to: Target): number {
  const made = listMadeIn(tx, call.id);
  return moveTexts(tx, call, to) + moveNotes(tx, deed, call, to, made) + moveOrders(tx, call, to, made);
}

function moveTexts(tx: Tx, call: Call, to: Target): number {
  if (call.other_number === "" || call.customer_id === null) return 0;
  return tx
    .update(messages)
    .set(to)
    .where(
      and(
        eq(messages.customer_id, call.customer_id),
        eq(messages.channel, "sms"),
        sql`${call.other_number} in (${messages.recipient}, ${messages.sender})`,
        sql`${messages.created_at} between ${call.started_at} and ${call.ended_at ?? Number.MAX_SAFE_INTEGER}`,
      ),
    )
    .run().changes;
}

/** Notes are history and stay where they were written; whom they were meant for gets them too. */
function moveNotes(tx: Tx, deed: Deed, call: Call, to: Target, made: readonly (typeof events.$inferSelect)[]): number {
  const notes = made.filter(
    ({ action, subject_id }) =>
      (action === "customer_noted" && subject_id === call.customer_id) ||
      (action === "note_written" && subject_id === call.booking_id),
  );
  for (const { why } of notes) {
    if (to.booking_id)
      recordEvent(tx, deed, {
        subject: { kind: "booking", id: to.booking_id },
        bookingId: to.booking_id,
        action: "note_written",
        why: why ?? "",
      });
    else if (to.customer_id)
      recordEvent(tx, deed, {
        subject: { kind: "customer", id: to.customer_id },
        action: "customer_noted",
        why: why ?? "",
      });
  }
  return notes.length;
}

/** Orders that were prepared in the call for the wrong customer, as long as no money has come. */
function moveOrders(tx: Tx, call: Call, to: Target, made: readonly (typeof events.$inferSelect)[]): number {
  const prepared = made.filter(({ action }) => action === "booking_quoted" || action === "booking_made");
  if (prepared.length === 0 || to.customer_id === null || call.customer_id === null) return 0;
  return tx
    .update(bookings)
    .set({ customer_id: to.customer_id })
    .where(
      and(
        inArray(
          bookings.id,
          prepared.map(({ subject_id }) => subject_id as Id<"booking">),
        ),
        eq(bookings.customer_id, call.customer_id),
        inArray(bookings.status, ["quoted", "pending_payment"]),
      ),
    )
    .run().changes;
}

/** What the agent says after the call, in ten seconds: a line and a reason. False for a call that we do not know. */
export function wrapCall(
  tx: Tx,
  deed: Deed<StaffActor>,
  callId: string,
  { note, reason }: { note: string; reason: CallReason },
): boolean {
  const call = findCall(tx, callId);
  if (!call) return false;
  tx.update(calls).set({ note, reason, wrapped_at: deed.now }).where(eq(calls.id, call.id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "call", id: call.id },
    bookingId: call.booking_id,
    action: "call_wrapped",
    why: note,
    data: { ...figures(call), reason },
  });
  closeTask(tx, deed, `callback:${call.id}`);
  return true;
}

/** What is said of a hang-up after the network's own word of it, at most so late. */
const HUNG_UP_WITHIN = 60_000;

/** Somebody of the office has hung up: whatever they were typing, no line has dropped. Nothing for who was on no call just now, nor a second time. */
export function leaveCall(tx: Tx, deed: Deed<StaffActor>, agentId: Id<"account">): void {
  const call = tx
    .select()
    .from(calls)
    .where(eq(calls.agent_id, agentId))
    .orderBy(desc(calls.started_at), desc(calls.id))
    .limit(1)
    .get();
  if (!call || (call.ended_at !== null && deed.now - call.ended_at > HUNG_UP_WITHIN) || haveLeft(tx, call)) return;
  recordEvent(tx, deed, {
    subject: { kind: "call", id: call.id },
    bookingId: call.booking_id,
    action: "call_left",
    data: figures(call),
  });
  if (call.state === "ended") settleCall(tx, deed, call.id);
}

/** Somebody has listened to the message that was left. False where there is none. */
export function hearVoicemail(tx: Tx, deed: Deed<StaffActor>, callId: string): boolean {
  const call = findCall(tx, callId);
  if (!call?.voicemail_sid) return false;
  if (call.heard_at !== null) return true;
  tx.update(calls).set({ heard_at: deed.now }).where(eq(calls.id, call.id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "call", id: call.id },
    bookingId: call.booking_id,
    action: "voicemail_heard",
    data: figures(call),
  });
  return true;
}

/**
 * The phone order as it stands in the form of somebody who is on a call: kept with the call, so that whoever calls back
 * goes on at the same place. Nothing for who is on none.
 */
export function keepTyped(tx: Tx, agentId: Id<"account">, typed: Record<string, string | string[]>): void {
  const call = findCurrentCall(tx, agentId);
  if (call) tx.update(calls).set({ typed }).where(eq(calls.id, call.id)).run();
}
