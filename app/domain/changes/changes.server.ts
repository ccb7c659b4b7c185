import { and, asc, eq, lt, sql } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { changes } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import { getBooking, getUnit, type Booking, type Unit } from "../booking/order/bookings.server";
import { scheduleContext } from "../booking/order/open-days.server";
import { recordEvent } from "../events/events.server";
import { findShortage, windowTaken } from "../inventory/availability.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { tellCustomer } from "../outbox/news.server";
import type { Cents } from "../kernel/money";
import { dayAt, MINUTE, plus, type Instant } from "../kernel/time.server";
import { closeCheckout, findChangeCheckout } from "../payments/checkouts.server";
import { windowProblem } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { canMove, type ChangeState } from "../states/transitions";
import { haul, nameBought, swap } from "./bought-jobs.server";
import { extension } from "./extension.server";
import type { AskedChange, ChangeRefusal, Described, KindOfChange } from "./kind";
import type { Wish, WorkedKind } from "./wishes";

/** Of whatever kind, the balance of later charges too. */
export type AnyChange = typeof changes.$inferSelect;
/** What changes a dumpster. */
export type Change = AnyChange & { wish: Wish };

/** Throws for a balance, which is none of a dumpster's: a bug. */
export function ofDumpster(change: AnyChange): Change {
  if (change.wish.kind === "balance") throw new Error(`change ${change.id} is a balance`);
  return { ...change, wish: change.wish };
}

/** What can be bought after the payment now; the type refuses a kind of `Wishes` that is missing. */
const KINDS: { readonly [K in WorkedKind]: KindOfChange<K> } = { extension, haul, swap };

export function kindOf<K extends WorkedKind>({ kind }: { kind: K }): KindOfChange<K> {
  return KINDS[kind];
}

/** Written out as in the partial indexes, which SQLite does not use for a state that is bound as a value. */
const IS_PRICED = sql`${changes.state} = 'priced'`;

const byId = prepared((orm) =>
  orm
    .select()
    .from(changes)
    .where(eq(changes.id, sql.placeholder("id")))
    .prepare(),
);
const openOfUnit = prepared((orm) =>
  orm
    .select()
    .from(changes)
    .where(and(eq(changes.unit_id, sql.placeholder("unit")), IS_PRICED))
    .prepare(),
);
const ofBooking = prepared((orm) =>
  orm
    .select()
    .from(changes)
    .where(eq(changes.booking_id, sql.placeholder("booking")))
    .orderBy(asc(changes.created_at))
    .prepare(),
);

/** Throws when there is none. */
export function getChange(orm: Orm, id: Id<"change">): AnyChange {
  const found = byId(orm).get({ id });
  if (!found) throw new Error(`no change ${id}`);
  return found;
}

/** The change of a dumpster that is priced and can still be paid; null when there is none. */
export function findOpenChange(orm: Orm, unitId: Id<"unit">): Change | null {
  const found = openOfUnit(orm).get({ unit: unitId });
  return found ? ofDumpster(found) : null;
}

/** Everything that was asked for after a booking's payment, oldest first, whatever became of it. */
export function listChanges(orm: Orm, bookingId: Id<"booking">): AnyChange[] {
  return ofBooking(orm).all({ booking: bookingId });
}

/** What a change of a dumpster would be and cost now, with room for it; nothing is stored or held. */
export function previewChange(
  orm: Orm,
  settings: Settings,
  unitId: Id<"unit">,
  asked: AskedChange,
  now: Instant,
): Described | ChangeRefusal {
  const unit = getUnit(orm, unitId);
  const booking = getBooking(orm, unit.booking_id);
  const described = kindOf(asked).describe(orm, settings, booking, unit, asked, now);
  if (!described.ok) return described;
  return noRoom(orm, settings, booking, unit, described, now) ?? described;
}

function noRoom(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  unit: Unit,
  { wish }: Described,
  now: Instant,
): ChangeRefusal | null {
  const gone = windowGone(settings, wish, now);
  if (gone) return gone;
  const { wish: needed, own } = kindOf(wish).toHold(settings, booking, unit, wish, now);
  const period = { start: needed.deliveryDate, end: needed.occupiedUntil };
  const short = findShortage(orm, needed.lines, period, dayAt(now), own);
  if (short) return { ok: false, code: "sold_out", availableCount: short.availableCount };
  const { deliveryDate, deliveryWindow } = needed;
  const isFull = deliveryWindow !== null && windowTaken(orm, deliveryDate, deliveryWindow) >= settings.windowCapacity;
  return isFull ? { ok: false, code: "window_full" } : null;
}

/**
 * A window of today that has begun, or one that a storm has closed, is not sold (domain.md, section 2). What was asked for
 * before it began is still done once it is paid; of one that was closed meanwhile the payment goes back (`planBought`). An
 * emergency has no window: it goes before everything else.
 */
function windowGone(settings: Settings, wish: Wish, now: Instant): ChangeRefusal | null {
  if (wish.kind === "extension" || (wish.kind === "haul" && wish.as === "emergency")) return null;
  const message = windowProblem(wish.window, wish.day, scheduleContext(settings, now));
  return message === null ? null : { ok: false, code: "bad_window", message };
}

export type AskResult =
  | { ok: true; change: Change }
  | ChangeRefusal
  /** It costs another amount now than the one that was shown. */
  | { ok: false; code: "price_changed"; total: Cents }
  /** Something else was asked for this dumpster and is not paid yet: it is withdrawn first. */
  | { ok: false; code: "another_open"; change: Change };

/**
 * Asks for a change at exactly the price that was shown (cents, tax included). The same again at that price while the first
 * is not paid is the first one. What costs nothing is done at once; all else waits, priced, until its checkout is paid or its
 * time ends. In the caller's IMMEDIATE transaction.
 */
export function askForChange(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  unitId: Id<"unit">,
  asked: AskedChange,
  shown: Cents,
): AskResult {
  const unit = getUnit(tx, unitId);
  const booking = getBooking(tx, unit.booking_id);
  const kind = kindOf(asked);
  const described = kind.describe(tx, settings, booking, unit, asked, deed.now);
  if (!described.ok) return described;
  const { wish, price } = described;
  const former = findOpenChange(tx, unitId);
  const open = former && !expireIfDue(tx, deed, former) ? former : null;
  if (open && !isSame(open, wish)) return { ok: false, code: "another_open", change: open };
  if (open?.total === shown) return { ok: true, change: open };
  if (price.total !== shown) return { ok: false, code: "price_changed", total: price.total };
  // It has another price by now, the one that was seen: nobody pays the former one.
  if (open) withdrawChange(tx, deed, open.id, "another_price");
  const short = noRoom(tx, settings, booking, unit, described, deed.now);
  if (short) return short;
  const free = price.total === 0 ? kind.apply(tx, deed, settings, unit, wish, false) : null;
  if (free && !free.ok) return free;
  const change = tx
    .insert(changes)
    .values({
      id: newId("change"),
      booking_id: booking.id,
      unit_id: unitId,
      kind: wish.kind,
      state: "priced",
      wish,
      price,
      total: price.total,
      asked_by: deed.by.kind,
      expires_at: plus(deed.now, settings.holdMinutes * MINUTE),
      created_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "change", id: change.id },
    bookingId: booking.id,
    action: "change_asked",
    to: "priced",
    data: { kind: wish.kind, total: price.total },
  });
  if (free) {
    nameBought(tx, free.jobId, change.id);
    moveChange(tx, deed, change, "applied");
    tellDone(tx, change);
  }
  return { ok: true, change: ofDumpster(getChange(tx, change.id)) };
}

/** A truck that was planned is told of by itself. */
export function tellDone(tx: Tx, { id: changeId, booking_id: bookingId, kind }: AnyChange): void {
  if (kind === "extension") tellCustomer(tx, "extended", { bookingId, cause: changeId, payload: { changeId } });
}

function isSame(former: Change, wish: Described["wish"]): boolean {
  return JSON.stringify(former.wish) === JSON.stringify(wish);
}

/** Its price has ended and nobody is paying it: then it is over. */
function expireIfDue(tx: Tx, deed: Deed, change: Change): boolean {
  if (change.expires_at > deed.now || findChangeCheckout(tx, change.id)) return false;
  moveChange(tx, deed, change, "expired");
  return true;
}

/** Moves a change with its event. Throws for an impossible move: the caller has decided before. */
export function moveChange(tx: Tx, deed: Deed, change: AnyChange, to: ChangeState, why?: string): void {
  const { id, booking_id, kind, state: from } = change;
  if (!canMove("change", from, to)) throw new Error(`change ${id}: ${from} cannot become ${to}`);
  tx.update(changes)
    .set({ state: to, ended_at: deed.now, end_reason: why ?? null })
    .where(eq(changes.id, id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "change", id },
    bookingId: booking_id,
    action: "change_moved",
    from,
    to,
    data: { kind },
    why,
  });
}

/**
 * Its owner does not want a change any more. An open checkout ends with it: a caller who can asks the card company
 * first, else the outbox does. Nothing happens to one that is not waiting for its payment.
 */
export function withdrawChange(tx: Tx, deed: Deed, id: Id<"change">, why: string): void {
  const change = getChange(tx, id);
  if (change.state !== "priced") return;
  const open = findChangeCheckout(tx, id);
  if (open) closeCheckout(tx, deed, open, why);
  moveChange(tx, deed, change, "withdrawn", why);
}

/** What is still being bought for dumpsters that are cancelled now: nobody shall pay for more days of them. */
export function withdrawChangesOf(tx: Tx, deed: Deed, unit: Pick<Unit, "id">, why: string): void {
  const open = findOpenChange(tx, unit.id);
  if (open) withdrawChange(tx, deed, open.id, why);
}

const IS_BEING_PAID = sql`exists (select 1 from checkouts where checkouts.change_id = ${changes.id} and checkouts.state in ('creating','open'))`;

/** Ends in slices what was priced and not paid in time. What is being paid at this moment stays. */
export function expireChanges(db: Db, deed: Deed): Promise<Slices> {
  return inSlices(db, (tx, most) => {
    const due = tx
      .select()
      .from(changes)
      .where(and(IS_PRICED, lt(changes.expires_at, deed.now), sql`not ${IS_BEING_PAID}`))
      .limit(most)
      .all();
    for (const change of due) moveChange(tx, deed, change, "expired");
    return due.length;
  });
}
