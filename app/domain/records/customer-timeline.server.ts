import { and, desc, eq, inArray, isNotNull, notInArray } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { chargeQuestions, events, messages } from "#db/schema/index";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { findCharge } from "../charges/charges.server";
import { chargeTitle } from "../charges/words";
import type { EventAction } from "../events/happenings";
import { formatDay, parseDay } from "../kernel/days";
import { shortDay } from "../kernel/moments";
import { formatCents } from "../kernel/money";
import { dayAt, formatTime, type Instant } from "../kernel/time.server";
import { deliveryHours } from "../schedule/rules";
import { CHANGE_KIND, CHARGE_KIND, MESSAGE_CHANNEL, type ChargeKind } from "../states/labels";
import type { MessageRow, TimelineRow } from "./customer-views";

type Row = Pick<typeof events.$inferSelect, "action" | "from_state" | "to_state" | "data" | "at">;

const when = (at: Instant, thisYear?: string) => `${shortDay(dayAt(at), thisYear)}, ${formatTime(at)}`;
const day = (stored: unknown) => {
  const found = parseDay(typeof stored === "string" ? stored : "");
  return found ? formatDay(found, { short: true }) : "another day";
};
const cents = (data: Row["data"], key: string) => formatCents(Number(data?.[key] ?? 0));
const ofUnit = ({ data }: Row) => (data?.["unit_number"] ? ` ${String(data["unit_number"])}` : "");

/** Whether the dumpster of a row stayed, at that time, until its customer asks. */
type IsKept = (row: Row) => boolean;

function keptThen(orm: Orm, { id, flexible_extension: mayKeep }: OfCustomer): IsKept {
  const asked = new Map(listUnits(orm, id).map((unit) => [unit.unit_number, unit.pickup_asked_at]));
  return ({ data, at }) => mayKeep && at < (asked.get(Number(data?.["unit_number"])) ?? Infinity);
}

type OfCustomer = Pick<Booking, "id" | "flexible_extension">;

/** A dumpster's states that its customer is told of. */
const UNIT: Readonly<Record<string, (row: Row) => string>> = {
  on_site: (row) => `Dumpster${ofUnit(row)}: at your site`,
  delivering: (row) => `Dumpster${ofUnit(row)}: on its way to you`,
  pickup_requested: (row) => `Dumpster${ofUnit(row)}: pickup requested, daily charges stopped`,
  collecting: (row) => `Dumpster${ofUnit(row)}: the truck came for it`,
  off_site: (row) => `Dumpster${ofUnit(row)}: picked up`,
  delivery_failed: (row) => `Dumpster${ofUnit(row)}: could not be delivered`,
  pickup_failed: (row) => `Dumpster${ofUnit(row)}: could not be picked up`,
  settled: (row) => `Dumpster${ofUnit(row)}: done`,
  cancelled: (row) => `Dumpster${ofUnit(row)}: cancelled`,
};
const CHANGE: Readonly<Record<string, string>> = {
  applied: "done",
  refused: "not possible, your money goes back",
  withdrawn: "taken back",
};

/** A charge after the order as its customer learns of it; that it is paid is said with the payment. */
const CHARGE: Readonly<Record<string, string>> = {
  noticed: "you get the proof and a notice before anything is charged",
  billed: "it is on your account",
  failed: "the card was not charged",
  waived: "we do not ask for it",
  voided: "taken back",
};
/** Before the notice its customer knows of none. */
const UNTOLD: readonly (string | null)[] = ["proposed", "evidence_ready"];

function chargeWords({ data, from_state, to_state }: Row): string | null {
  const word = CHARGE[to_state ?? ""];
  const isUntold = UNTOLD.includes(from_state) && (to_state === "waived" || to_state === "voided");
  const [kind] = (CHARGE_KIND[data?.["kind"] as ChargeKind] ?? "").split(",");
  return word && kind && !isUntold ? `${kind}, ${cents(data, "amount")}: ${word}` : null;
}

const MOVE: Readonly<Record<string, string>> = { unscheduled: "planned", completed: "done", cancelled: "taken back" };
const moveWords = ({ data, to_state }: Row): string | null => {
  const word = MOVE[to_state ?? ""];
  return data?.["job"] === "relocate" && word ? `Move on the site: ${word}` : null;
};

/** What of a booking's history its customer reads; the office's own notes, holds and steps of the house are none of it. */
const TOLD: Partial<Record<EventAction, (row: Row, isKept: IsKept) => string | null>> = {
  agreement_signed: () => "Agreement signed",
  payment_received: ({ data }) => `Payment received: ${cents(data, "amount")}`,
  unit_moved: (row) => UNIT[row.to_state ?? ""]?.(row) ?? null,
  unit_rescheduled: (row, isKept) => {
    const is = row.data?.["is"] as { delivery?: string; window?: string; pickup?: string } | undefined;
    const ends = `${isKept(row) ? "paid until" : "pickup"} ${day(is?.pickup)}`;
    return `Dumpster${ofUnit(row)}, new dates: delivery ${day(is?.delivery)}${is?.window ? `, ${deliveryHours(is.window)}` : ""}, ${ends}`;
  },
  change_moved: ({ data, to_state }) => {
    const word = CHANGE[to_state ?? ""];
    const kind = CHANGE_KIND[data?.["kind"] as keyof typeof CHANGE_KIND];
    const isTruck = data?.["kind"] === "haul" || data?.["kind"] === "swap";
    // What was owed is paid: its payment says so.
    if (data?.["kind"] === "balance") return null;
    // A truck that was bought is still to come; more days are there at once.
    return word && kind ? `${kind}: ${to_state === "applied" && isTruck ? "planned" : word}` : null;
  },
  charge_moved: chargeWords,
  job_planned: moveWords,
  job_moved: moveWords,
  order_cancelled: ({ data }) => `Cancelled: fee ${cents(data, "fee")}, refund ${cents(data, "refund")}`,
  card_replaced: () => "Your card was changed",
  place_described: () => "Your note or pictures of the place were changed",
  access_blocked: () => "Our driver could not get in and asked you",
};
const ACTIONS = Object.keys(TOLD) as EventAction[];
/** Of most actions only some steps are told, so that more are read than shown. */
const [MOST, READ] = [40, 200];

/** What happened to a booking in its customer's words, newest first; the last 40. Another year than `thisYear` is written. */
export function listCustomerTimeline(orm: Orm, booking: OfCustomer, thisYear?: string): TimelineRow[] {
  const isKept = keptThen(orm, booking);
  const happened = orm
    .select({
      action: events.action,
      from_state: events.from_state,
      to_state: events.to_state,
      data: events.data,
      at: events.at,
    })
    .from(events)
    .where(and(eq(events.booking_id, booking.id), inArray(events.action, ACTIONS)))
    .orderBy(desc(events.id))
    .limit(READ)
    .all()
    .flatMap((row) => {
      const words = TOLD[row.action as EventAction]?.(row, isKept);
      return words ? [{ words, at: row.at }] : [];
    });
  return [...happened, ...listAsked(orm, booking)]
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST)
    .map(({ words, at }) => ({ words, when: when(at, thisYear) }));
}

/** What they asked about a charge, and what we answered, each in its own words; the last 20 questions. */
function listAsked(orm: Orm, { id }: Pick<Booking, "id">): { words: string; at: Instant }[] {
  return orm
    .select()
    .from(chargeQuestions)
    .where(eq(chargeQuestions.booking_id, id))
    .orderBy(desc(chargeQuestions.asked_at))
    .limit(20)
    .all()
    .flatMap(({ charge_id, message, asked_at, answer, answered_at }) => {
      const charge = findCharge(orm, { id: charge_id });
      const about = charge ? chargeTitle(charge) : "a charge";
      return [
        { words: `You asked about “${about}”: ${message}`, at: asked_at },
        ...(answer === null || answered_at === null
          ? []
          : [{ words: `We answered about “${about}”: ${answer}`, at: answered_at }]),
      ];
    });
}

/** So many at once, and with `all` as many as anybody reads on one page. */
const MESSAGES = { some: 20, all: 500 };

/**
 * The messages of a booking that went out or came in, newest first, by their subject or words: the last 20, or with `all`
 * the last 500; `hasMore` where there are older ones.
 */
export function listCustomerMessages(
  orm: Orm,
  booking: Pick<Booking, "id">,
  { all, thisYear }: { all: boolean; thisYear?: string },
): { messages: MessageRow[]; hasMore: boolean } {
  const most = all ? MESSAGES.all : MESSAGES.some;
  const isSeen = notInArray(messages.state, ["failed", "bounced"]);
  const found = orm
    .select()
    .from(messages)
    .where(and(eq(messages.booking_id, booking.id), isNotNull(messages.channel), isSeen))
    .orderBy(desc(messages.created_at), desc(messages.id))
    .limit(most + 1)
    .all();
  return {
    hasMore: found.length > most,
    messages: found.slice(0, most).map(({ channel, subject, body, created_at, direction }) => ({
      channel: MESSAGE_CHANNEL[channel],
      words: subject || body,
      when: when(created_at, thisYear),
      isTheirs: direction === "in",
    })),
  };
}
