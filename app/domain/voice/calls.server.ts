import { and, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, callLegs, calls } from "#db/schema/index";
import { findByReach } from "../customers/contacts.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { readPhone } from "../kernel/phone";

export type Call = typeof calls.$inferSelect;
export type CallLeg = typeof callLegs.$inferSelect;

export function findCall(orm: Orm, id: string): Call | null {
  return (
    orm
      .select()
      .from(calls)
      .where(eq(calls.id, id as Id<"call">))
      .get() ?? null
  );
}

/** By the network's name for any telephone in it: the caller's own, or one that was rung. */
export function findCallBySid(orm: Orm, sid: string): Call | null {
  const own = orm.select().from(calls).where(eq(calls.provider_sid, sid)).get();
  if (own) return own;
  const leg = orm.select({ call: callLegs.call_id }).from(callLegs).where(eq(callLegs.sid, sid)).get();
  return leg ? findCall(orm, leg.call) : null;
}

/** The call that somebody of the office is on or is being put through with now; the newest, null for none. */
export function findCurrentCall(orm: Orm, agentId: Id<"account">): Call | null {
  return (
    orm
      .select()
      .from(calls)
      .where(and(eq(calls.agent_id, agentId), ne(calls.state, "ended")))
      .orderBy(desc(calls.started_at))
      .limit(1)
      .get() ?? null
  );
}

/** Those of the office who are on a call, or placing one. */
export function listOnCall(orm: Orm): Id<"account">[] {
  return orm
    .selectDistinct({ id: calls.agent_id })
    .from(calls)
    .where(sql`${calls.state} != 'ended' and ${calls.agent_id} is not null`)
    .all()
    .flatMap(({ id }) => (id === null ? [] : [id]));
}

/** The other side's number as networks write it, or empty: "anonymous", "+266696687" and their like are nobody's. */
const HIDDEN: ReadonlySet<string> = new Set(["+266696687", "+86282452253", "+2562533", "+8656696", "+7378742833"]);
export function readCaller(from: string): string {
  return HIDDEN.has(from) ? "" : (readPhone(from)?.e164 ?? "");
}

export interface Ringing {
  sid: string;
  from: string;
  to: string;
  afterHours: boolean;
}

/**
 * A call comes in. Known already: the same entry. Whose number it is suggests whom it is about, and gives nobody a right
 * (domain.md, 4.33); nobody where several have it.
 */
export function takeIncoming(tx: Tx, deed: Deed, { sid, from, to, afterHours }: Ringing): Call {
  const known = findCallBySid(tx, sid);
  if (known) return known;
  const number = readCaller(from);
  const suggested = number === "" ? NOBODY : suggestFor(tx, number);
  return insertCall(tx, deed, {
    ...suggested,
    provider_sid: sid,
    direction: "in",
    other_number: number,
    our_number: to,
    after_hours: afterHours,
    bound_by: suggested.customer_id ? "caller_id" : null,
  });
}

export interface Placing {
  sid: string;
  agentId: Id<"account">;
  /** E.164. */
  to: string;
  from: string;
  /** As the page said them; what is not there is nobody's. */
  customerId: string;
  /** Its id, or its number as lists show it. */
  bookingId: string;
}

/** Somebody of the office places a call. Known already: the same entry. */
export function startOutgoing(tx: Tx, deed: Deed, placing: Placing): Call {
  const known = findCallBySid(tx, placing.sid);
  if (known) return known;
  const booking = tx
    .select({ id: bookings.id, customer: bookings.customer_id })
    .from(bookings)
    .where(or(eq(bookings.id, placing.bookingId as Id<"booking">), eq(bookings.booking_number, placing.bookingId)))
    .get();
  const said = booking ? { customer_id: booking.customer, booking_id: booking.id } : ofCustomer(tx, placing);
  const bound = said ?? suggestFor(tx, placing.to);
  return insertCall(tx, deed, {
    ...bound,
    provider_sid: placing.sid,
    direction: "out",
    other_number: placing.to,
    our_number: placing.from,
    agent_id: placing.agentId,
    bound_by: said ? "agent" : bound.customer_id ? "caller_id" : null,
  });
}

const NOBODY = { customer_id: null, booking_id: null };

function ofCustomer(tx: Tx, { customerId, to }: Placing) {
  if (customerId === "") return null;
  const whose = findByReach(tx, [to]).find(({ id }) => id === customerId);
  return whose ? { customer_id: whose.id, booking_id: newestBooking(tx, whose.id) } : bare(tx, customerId);
}

function bare(tx: Tx, customerId: string) {
  const id = customerId as Id<"customer">;
  const [there] = tx.all<{ id: string }>(sql`select id from customers where id = ${id}`);
  return there ? { customer_id: id, booking_id: newestBooking(tx, id) } : null;
}

/** The one customer who has this number, with what they have open; nobody where none or several have it. */
function suggestFor(orm: Orm, number: string): Pick<Call, "customer_id" | "booking_id"> {
  const [customer, another] = findByReach(orm, [number]);
  if (!customer || another) return NOBODY;
  return { customer_id: customer.id, booking_id: newestBooking(orm, customer.id) };
}

function newestBooking(orm: Orm, customerId: Id<"customer">): Id<"booking"> | null {
  const newest = orm
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(eq(bookings.customer_id, customerId), sql`${bookings.status} not in ('cancelled', 'expired', 'completed')`),
    )
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .limit(1)
    .get();
  return newest?.id ?? null;
}

type NewCall = Pick<Call, "provider_sid" | "direction" | "other_number" | "our_number" | "bound_by"> & Partial<Call>;

function insertCall(tx: Tx, deed: Deed, wanted: NewCall): Call {
  const call = tx
    .insert(calls)
    .values({ id: newId("call"), state: "ringing", started_at: deed.now, ...wanted })
    .returning()
    .get();
  tx.insert(callLegs)
    .values({ sid: call.provider_sid, call_id: call.id, role: "caller", status: "queued" })
    .onConflictDoNothing()
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "call", id: call.id },
    bookingId: call.booking_id,
    action: "call_ringing",
    to: "ringing",
    data: figures(call),
  });
  return call;
}

/** What every event of a call carries. */
export const figures = ({ direction, other_number }: Pick<Call, "direction" | "other_number">) => ({
  direction,
  number: other_number,
});

export function listLegs(orm: Orm, callId: Id<"call">): CallLeg[] {
  return orm.select().from(callLegs).where(eq(callLegs.call_id, callId)).limit(100).all();
}

/** Some calls by their ids. */
export function listCallsById(orm: Orm, ids: readonly Id<"call">[]): Call[] {
  return ids.length === 0
    ? []
    : orm
        .select()
        .from(calls)
        .where(inArray(calls.id, [...ids]))
        .all();
}
