import { and, eq, gt, lt, sql } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { holds } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { formatEnd, formatTime, type Instant } from "../kernel/time.server";
import { countUsable, totalsBySize, type Period } from "./availability.server";
import {
  findLiveHold,
  insertHold,
  releaseHold,
  reserveUnits,
  type Hold,
  type Shortage,
  type UnitWish,
} from "./holds.server";

/** Written out as in the partial index. */
const IS_LIVE_QUOTE = sql`${holds.state} = 'live' and ${holds.for_quote} = 1`;

export type QuoteHoldResult =
  | { ok: true; hold: Hold }
  | Exclude<Shortage, { code: "too_many_holds" }>
  /** The other quotes hold so much of this size that nothing would be left for who pays now. */
  | { ok: false; code: "share"; size: number };

/**
 * Holds what the office prepared until its price ends, outside the cap of an e-mail address, within a share of each size
 * (domain.md, 4.25). `sharePercent` is of the usable dumpsters of the size, on the order's days; it is rounded up to
 * whole dumpsters. A hold that the order has already is given back first, also when there is none for what it is now.
 */
export function holdForQuote(
  tx: Tx,
  deed: Deed,
  wish: UnitWish & { deliveryWindow: string },
  options: { expiresAt: Instant; windowCapacity: number; sharePercent: number },
): QuoteHoldResult {
  const before = findLiveHold(tx, wish.bookingId);
  if (before) releaseHold(tx, deed, before.id, "order_changed");
  for (const [size, quantity] of totalsBySize(wish.lines)) {
    const share = Math.ceil((countUsable(tx, size) * options.sharePercent) / 100);
    const period = { start: wish.deliveryDate, end: wish.occupiedUntil };
    if (heldByQuotes(tx, size, period, deed.now) + quantity > share) return { ok: false, code: "share", size };
  }
  const reserved = reserveUnits(tx, wish, options.windowCapacity, deed.now);
  if (!reserved.ok) return reserved;
  return { ok: true, hold: insertHold(tx, deed, wish, { expiresAt: options.expiresAt, for_quote: true }) };
}

const liveQuotes = prepared((orm) =>
  orm
    .select({ lines: holds.lines, start: holds.delivery_date, end: holds.occupied_until })
    .from(holds)
    .where(and(IS_LIVE_QUOTE, gt(holds.expires_at, sql.placeholder("now"))))
    .prepare(),
);

/** Dumpsters of a size that quotes hold on any day of a period. */
function heldByQuotes(orm: Orm, size: number, { start, end }: Period, now: Instant): number {
  let held = 0;
  for (const quote of liveQuotes(orm).all({ now }))
    if (quote.start < end && start < quote.end) held += totalsBySize(quote.lines).get(size) ?? 0;
  return held;
}

/** Whether a hold is for exactly this order: then its payment page needs no other. */
export function isHeldFor(hold: Hold, wish: Omit<UnitWish, "email" | "bookingId">): boolean {
  const asked = [...totalsBySize(wish.lines)].sort().join();
  return (
    hold.delivery_date === wish.deliveryDate &&
    hold.delivery_window === wish.deliveryWindow &&
    hold.occupied_until === wish.occupiedUntil &&
    [...totalsBySize(hold.lines)].sort().join() === asked
  );
}

const byId = prepared((orm) =>
  orm
    .select()
    .from(holds)
    .where(eq(holds.id, sql.placeholder("id")))
    .prepare(),
);

/** "until 3:42 pm", while its page may be paid; what the office holds for longer is theirs until that ends. */
export function heldWords(hold: Hold, sessionEnd: Instant): string {
  return hold.for_quote && hold.expires_at > sessionEnd
    ? formatEnd(hold.expires_at)
    : `until ${formatTime(sessionEnd)}`;
}

/** A checkout was not paid: its hold ends with it, but that of a quote stays until the quote ends. */
export function releaseCheckoutHold(tx: Tx, deed: Deed, holdId: Id<"hold">, why: string): void {
  const hold = byId(tx).get({ id: holdId });
  if (!hold || (hold.for_quote && deed.now < hold.expires_at)) return;
  releaseHold(tx, deed, holdId, why);
}

/** Gives back in slices what was held for quotes that have ended. What is being paid at this moment ends with that. */
export function endQuoteHolds(db: Db, deed: Deed): Promise<Slices> {
  return inSlices(db, (tx, most) => {
    const ended = tx
      .select({ id: holds.id })
      .from(holds)
      .where(
        and(
          IS_LIVE_QUOTE,
          lt(holds.expires_at, deed.now),
          sql`not exists (select 1 from checkouts where checkouts.booking_id = ${holds.booking_id} and checkouts.change_id is null and checkouts.state in ('creating','open'))`,
        ),
      )
      .limit(most)
      .all();
    for (const { id } of ended) releaseHold(tx, deed, id, "price_ended");
    return ended.length;
  });
}
