import { and, desc, eq, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, calls, customers, profiles } from "#db/schema/index";
import { familyOf, findCustomer, nameOf } from "../customers/family.server";
import { findByReach } from "../customers/contacts.server";
import { formatDay } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { formatPhone } from "../kernel/phone";
import type { Instant } from "../kernel/time.server";
import { sumOwing } from "../payments/receipts.server";
import { bookingStatusLabel } from "../states/labels";
import { findCall, type Call } from "../voice/calls.server";
import { CALL_OUTCOMES, type CallDirection, type CallOutcome, type CallReason, type CallState } from "../voice/labels";

const CALLS_PAGE = 50;

/** What the log is narrowed to; "voicemail" and "running" are lists of their own. */
export interface CallFilter {
  direction?: CallDirection | undefined;
  outcome?: CallOutcome | undefined;
  agent?: string | undefined;
  show?: "voicemail" | "running" | undefined;
  /** A number as E.164. */
  number?: string | undefined;
  /** The cursor of the page before. */
  after?: string | undefined;
}

export const isCallOutcome = (value: unknown): value is CallOutcome => CALL_OUTCOMES.some((one) => one === value);

/** A call as a list shows it. */
export interface CallRow {
  id: Id<"call">;
  direction: CallDirection;
  state: CallState;
  outcome: CallOutcome | null;
  /** As people read it; "Hidden number" for none. */
  number: string;
  /** E.164, to call back; empty for none. */
  dial: string;
  customer: { id: Id<"customer">; name: string; isSuggested: boolean } | null;
  booking: { id: Id<"booking">; number: string } | null;
  agent: string | null;
  startedAt: Instant;
  talkSeconds: number | null;
  voicemail: { seconds: number; isHeard: boolean } | null;
  note: string | null;
  reason: CallReason | null;
  afterHours: boolean;
}

/** A page of the log, newest first, each a stretch of an index. */
export function listCalls(orm: Orm, filter: CallFilter = {}): { rows: CallRow[]; next: string | null } {
  const found = rowsWhere(orm, whereOf(filter), CALLS_PAGE + 1, filter.show !== undefined);
  const rows = found.slice(0, CALLS_PAGE);
  const last = rows.at(-1);
  return { rows, next: found.length > CALLS_PAGE && last ? `${last.startedAt}~${last.id}` : null };
}

function whereOf({ direction, outcome, agent, show, number, after }: CallFilter): SQL | undefined {
  const [, at, id] = /^(\d{1,16})~([\w-]+)$/.exec(after ?? "") ?? [];
  return and(
    direction && eq(calls.direction, direction),
    outcome && eq(calls.outcome, outcome),
    agent ? eq(calls.agent_id, agent as Id<"account">) : undefined,
    number ? eq(calls.other_number, number) : undefined,
    show === "voicemail" ? sql`${calls.voicemail_sid} is not null` : undefined,
    show === "running" ? sql`${calls.state} != 'ended'` : undefined,
    at && id
      ? or(
          lt(calls.started_at, Number(at) as Instant),
          and(eq(calls.started_at, Number(at) as Instant), lt(calls.id, id as Id<"call">)),
        )
      : undefined,
  );
}

/** `few`: those that are open, or have a message, are few: their own index finds them, and they are sorted then. */
function rowsWhere(orm: Orm, where: SQL | undefined, most: number, few = false): CallRow[] {
  return (
    orm
      .select({
        call: calls,
        customer: customers,
        number: bookings.booking_number,
        agent: profiles.display_name,
      })
      .from(calls)
      .leftJoin(customers, eq(customers.id, calls.customer_id))
      .leftJoin(bookings, eq(bookings.id, calls.booking_id))
      .leftJoin(profiles, eq(profiles.user_id, calls.agent_id))
      .where(where)
      // why: by the plain column SQLite walks the whole log in this order, to sort nothing.
      .orderBy(desc(few ? sql`+${calls.started_at}` : calls.started_at), desc(calls.id))
      .limit(most)
      .all()
      .map(({ call, customer, number, agent }) => ({
        id: call.id,
        direction: call.direction,
        state: call.state,
        outcome: call.outcome,
        number: call.other_number ? formatPhone(call.other_number) : "Hidden number",
        dial: call.other_number,
        customer: customer && {
          id: customer.id,
          name: nameOf(customer),
          isSuggested: call.bound_by === "caller_id",
        },
        booking: call.booking_id && number !== null ? { id: call.booking_id, number } : null,
        agent,
        startedAt: call.started_at,
        talkSeconds: call.talk_seconds,
        voicemail:
          call.voicemail_sid && call.voicemail_seconds
            ? { seconds: call.voicemail_seconds, isHeard: call.heard_at !== null }
            : null,
        note: call.note,
        reason: call.reason,
        afterHours: call.after_hours,
      }))
  );
}

/** One call as the list shows it; null for none. */
export function findCallRow(orm: Orm, id: string): CallRow | null {
  return rowsWhere(orm, eq(calls.id, id as Id<"call">), 1)[0] ?? null;
}

/** The calls with a customer's family, newest first. */
export function listCallsOf(orm: Orm, family: readonly Id<"customer">[], most = 20): CallRow[] {
  return family.length === 0 ? [] : rowsWhere(orm, inArray(calls.customer_id, [...family]), most);
}

/** What an order begins with that is taken in a call, or goes on where a call was cut short; null for no call. */
export function findCallOrder(orm: Orm, id: string) {
  const call = findCall(orm, id);
  return (
    call && {
      customerId: call.customer_id,
      number: call.other_number && formatPhone(call.other_number),
      dial: call.other_number,
      typed: call.wrapped_at === null ? call.typed : null,
    }
  );
}

/** What an agent sees before they answer: who that may be, what is open with them, and what is owed. */
export interface ScreenPop {
  call: { id: Id<"call">; number: string; dial: string; direction: CallDirection; startedAt: Instant };
  /** Nobody says who they are: the number only suggests it. Several where several have the number. */
  people: { id: Id<"customer">; name: string; notServed: boolean; owed: Cents; isBound: boolean }[];
  bookings: { id: Id<"booking">; number: string; status: string; items: string; delivery: string; isBound: boolean }[];
  lastCalls: CallRow[];
  /** Somebody was on the telephone with this number and an order was cut short: it goes on there. */
  goOn: { call: Id<"call">; at: Instant } | null;
}

const POP_MOST = 5;
const OPEN = sql`${bookings.status} not in ('cancelled', 'expired', 'completed')`;

/** Null for a call that we do not know. */
export function findScreenPop(orm: Orm, callId: string): ScreenPop | null {
  const call = findCall(orm, callId);
  if (!call) return null;
  const bound = call.customer_id && findCustomer(orm, call.customer_id);
  const others = call.other_number === "" ? [] : findByReach(orm, [call.other_number]);
  const people = [...(bound ? [bound] : []), ...others.filter(({ id }) => id !== bound?.id)].slice(0, POP_MOST);
  const family = people.flatMap(({ id }) => familyOf(orm, id));
  return {
    call: {
      id: call.id,
      number: call.other_number ? formatPhone(call.other_number) : "Hidden number",
      dial: call.other_number,
      direction: call.direction,
      startedAt: call.started_at,
    },
    people: people.map((customer) => ({
      id: customer.id,
      name: nameOf(customer),
      notServed: customer.do_not_serve_reason !== null,
      owed: sumOwing(orm, customer.id),
      isBound: customer.id === call.customer_id && call.bound_by === "agent",
    })),
    bookings: listOpenBookings(orm, family, call),
    lastCalls: lastCalls(orm, call),
    goOn: findCutShort(orm, call),
  };
}

function listOpenBookings(orm: Orm, family: readonly Id<"customer">[], call: Call): ScreenPop["bookings"] {
  if (family.length === 0) return [];
  return orm
    .select()
    .from(bookings)
    .where(and(inArray(bookings.customer_id, [...family]), OPEN))
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .limit(POP_MOST)
    .all()
    .map(({ id, booking_number, status, items_summary, scheduled_delivery_date }) => ({
      id,
      number: booking_number,
      status: bookingStatusLabel(status),
      items: items_summary,
      delivery: formatDay(scheduled_delivery_date, { short: true }),
      isBound: id === call.booking_id && call.bound_by === "agent",
    }));
}

function lastCalls(orm: Orm, call: Call): CallRow[] {
  if (call.other_number === "") return [];
  const before = and(eq(calls.other_number, call.other_number), lt(calls.started_at, call.started_at));
  return rowsWhere(orm, before, POP_MOST);
}

/** The newest call with this number whose order was being typed when it ended, of the last two days. */
function findCutShort(orm: Orm, call: Call): ScreenPop["goOn"] {
  if (call.other_number === "") return null;
  const cut = orm
    .select({ call: calls.id, at: calls.started_at })
    .from(calls)
    .where(
      and(
        eq(calls.other_number, call.other_number),
        sql`${calls.typed} is not null and ${calls.wrapped_at} is null and ${calls.id} != ${call.id}`,
        sql`${calls.started_at} > ${call.started_at - 2 * 86_400_000}`,
      ),
    )
    .orderBy(desc(calls.started_at))
    .limit(1)
    .get();
  return cut ?? null;
}
