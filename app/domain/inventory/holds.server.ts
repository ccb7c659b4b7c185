import { and, eq, isNull, sql } from "drizzle-orm";
import { countRows, prepared, type Orm, type Tx } from "#db/client.server";
import { holds } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { mailboxOf } from "../limits/mailbox";
import { countAvailable, occupy, occupyWindow, totalsBySize, windowTaken, type OwnHold } from "./availability.server";

export interface UnitWish {
  bookingId: Id<"booking">;
  /** What it is for besides the first order. */
  changeId?: Id<"change">;
  email: string;
  lines: { size: number; quantity: number }[];
  deliveryDate: Day;
  /** Null where nothing is delivered. */
  deliveryWindow: string | null;
  occupiedUntil: Day;
}

/** Written out as in the partial indexes, which SQLite does not use for a state that is bound as a value. */
const IS_LIVE = sql`${holds.state} = 'live'`;

export type Hold = typeof holds.$inferSelect;

export type Shortage =
  | { ok: false; code: "sold_out"; size: number; availableCount: number }
  | { ok: false; code: "window_full"; left: number }
  | { ok: false; code: "too_many_holds" };
export type HoldResult = { ok: true; hold: Hold } | Shortage;

/**
 * Takes the dumpsters and the delivery window off the shelf, without a hold; for money that came late, and for seeds.
 * What is one's `own` does not stand in the way.
 */
export function reserveUnits(
  tx: Tx,
  wish: UnitWish,
  windowCapacity: number,
  now: Instant,
  own: OwnHold | null = null,
): { ok: true } | Exclude<Shortage, { code: "too_many_holds" }> {
  const period = { start: wish.deliveryDate, end: wish.occupiedUntil };
  const totals = totalsBySize(wish.lines);
  for (const [size, quantity] of totals) {
    const availableCount = countAvailable(tx, size, period, dayAt(now), own);
    if (availableCount < quantity) return { ok: false, code: "sold_out", size, availableCount };
  }
  if (wish.deliveryWindow !== null) {
    const deliveries = [...totals.values()].reduce((sum, quantity) => sum + quantity, 0);
    const left = windowCapacity - windowTaken(tx, wish.deliveryDate, wish.deliveryWindow);
    if (left < deliveries) return { ok: false, code: "window_full", left: Math.max(0, left) };
  }
  take(tx, wish);
  return { ok: true };
}

type Taken = Omit<UnitWish, "bookingId" | "changeId" | "email">;

/** Takes the days and the window for what has been decided already: nothing is asked, and nothing refused. */
export function take(tx: Tx, what: Taken): void {
  count(tx, what, 1);
}

/** Gives the dumpsters and the window back. */
export function giveBack(tx: Tx, what: Taken): void {
  count(tx, what, -1);
}

function count(tx: Tx, { lines, deliveryDate, deliveryWindow, occupiedUntil }: Taken, way: 1 | -1): void {
  const totals = totalsBySize(lines);
  let trips = 0;
  for (const [size, quantity] of totals) {
    occupy(tx, size, { start: deliveryDate, end: occupiedUntil }, way * quantity);
    trips += way * quantity;
  }
  if (deliveryWindow !== null) occupyWindow(tx, deliveryDate, deliveryWindow, trips);
}

/** What one mailbox may have in all, as a multiple of what one asker may hold with it. */
const ASKERS_OF_A_MAILBOX = 4;

/**
 * Decides and reserves in the caller's IMMEDIATE transaction. One live hold per owner (the caller ends an older one
 * first), at most `maxPerEmail` per email address (domain.md, section 2) for whoever asks: a stranger who types it
 * takes their own, so that its owner can still pay. In all askers together have four times as many.
 */
export function holdUnits(
  tx: Tx,
  deed: Deed,
  wish: UnitWish,
  options: { expiresAt: Instant; windowCapacity: number; maxPerEmail: number; own?: OwnHold | null },
): HoldResult {
  const mailbox = mailboxOf(wish.email);
  const asker = deed.asker ?? null;
  const ofMailbox = and(eq(holds.mailbox, mailbox), IS_LIVE);
  if (
    countRows(tx, holds, and(ofMailbox, sql`${holds.asker} is ${asker}`)) >= options.maxPerEmail ||
    countRows(tx, holds, ofMailbox) >= ASKERS_OF_A_MAILBOX * options.maxPerEmail
  )
    return { ok: false, code: "too_many_holds" };
  const reserved = reserveUnits(tx, wish, options.windowCapacity, deed.now, options.own);
  if (!reserved.ok) return reserved;
  return { ok: true, hold: insertHold(tx, deed, wish, { expiresAt: options.expiresAt, mailbox, asker }) };
}

/**
 * Writes down a hold of what `reserveUnits` took, and its event. A quote's is in nobody's mailbox: it counts for no cap
 * of an e-mail address (domain.md, 4.25).
 */
export function insertHold(
  tx: Tx,
  deed: Deed,
  wish: UnitWish,
  { expiresAt, ...whose }: { expiresAt: Instant } & ({ mailbox: string; asker: string | null } | { for_quote: true }),
): Hold {
  const hold = tx
    .insert(holds)
    .values({
      id: newId("hold"),
      booking_id: wish.bookingId,
      change_id: wish.changeId ?? null,
      ...whose,
      email: wish.email,
      state: "live",
      lines: wish.lines,
      delivery_date: wish.deliveryDate,
      delivery_window: wish.deliveryWindow,
      occupied_until: wish.occupiedUntil,
      expires_at: expiresAt,
      created_at: deed.now,
    })
    .returning()
    .get();
  const about = { subject: { kind: "hold", id: hold.id }, bookingId: wish.bookingId, to: "live" } as const;
  if (hold.for_quote) recordEvent(tx, deed, { ...about, action: "quote_held", data: { until: expiresAt } });
  else recordEvent(tx, deed, { ...about, action: "hold_made" });
  return hold;
}

/** Ends a hold and gives its dumpsters back. A hold that has ended already is left alone. */
export function releaseHold(tx: Tx, deed: Deed, holdId: Id<"hold">, why: string): void {
  const hold = endHold(tx, deed, holdId, "released", why);
  if (hold) giveBack(tx, takenBy(hold));
}

function takenBy(hold: Hold): Taken {
  return {
    lines: hold.lines,
    deliveryDate: hold.delivery_date,
    deliveryWindow: hold.delivery_window,
    occupiedUntil: hold.occupied_until,
  };
}

/** Turns a live hold into a booking's own units: the days stay taken. False when it had ended already. */
export function consumeHold(tx: Tx, deed: Deed, holdId: Id<"hold">): boolean {
  return endHold(tx, deed, holdId, "used", "paid") !== undefined;
}

/** Ends a live hold whose days a unit has taken into its own: they are counted with the unit alone from now on. */
export function mergeHold(tx: Tx, deed: Deed, holdId: Id<"hold">): void {
  const hold = endHold(tx, deed, holdId, "used", "paid");
  if (hold) giveBack(tx, takenBy(hold));
}

/** Whether what was held is still held: not paid for, given back or run out. */
export function isLiveHold(orm: Orm, holdId: Id<"hold">): boolean {
  return countRows(orm, holds, and(eq(holds.id, holdId), IS_LIVE)) === 1;
}

function endHold(tx: Tx, deed: Deed, holdId: Id<"hold">, state: "used" | "released", why: string): Hold | undefined {
  const hold = tx
    .update(holds)
    .set({ state, ended_at: deed.now, end_reason: why, asker: null })
    .where(and(eq(holds.id, holdId), eq(holds.state, "live")))
    .returning()
    .get();
  if (hold)
    recordEvent(tx, deed, {
      subject: { kind: "hold", id: holdId },
      bookingId: hold.booking_id,
      action: "hold_ended",
      from: "live",
      to: state,
      why,
    });
  return hold;
}

const liveHoldOf = prepared((orm) =>
  orm
    .select()
    .from(holds)
    .where(and(eq(holds.booking_id, sql.placeholder("bookingId")), isNull(holds.change_id), IS_LIVE))
    .prepare(),
);

/** The live hold of a booking's first order, for "yours until 3:42 pm". */
export function findLiveHold(orm: Orm, bookingId: Id<"booking">): Hold | undefined {
  return liveHoldOf(orm).get({ bookingId });
}
