import type { Orm, Tx } from "#db/client.server";
import type { Booking, Unit } from "../booking/order/bookings.server";
import type { OwnHold } from "../inventory/availability.server";
import type { UnitWish } from "../inventory/holds.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import type { ChangePrice, Wish, Wishes, WorkedKind } from "./wishes";

/** To a customer whose booking the office has stopped: why is between them. */
export const ON_HOLD_WORDS = "Something about this booking has to be settled first. Please call us.";

/** What is asked for, before it is known what it changes and costs. */
export interface Asked {
  /** Days to keep the dumpster beyond the pickup day that it has. */
  extension: { days: number };
  haul: Wishes["haul"];
  swap: Wishes["swap"];
}
/** One member for each kind: its name with exactly what is asked. */
export type AskedChange<K extends WorkedKind = WorkedKind> = { [P in K]: { kind: P } & Asked[P] }[K];

/**
 * Why it cannot be: `not_movable` the dumpster is not where that could be done, `changed` its dates are others now,
 * `no_permit` the street's permit does not hold so long, `on_hold` the office stopped the booking, `another_job`
 * something else is planned for the dumpster, `paid_open` what was paid for was not possible and waits for the office, `no_size` we have none of it, `bad_line` the material does not go into that size or has to be talked about.
 */
export type ChangeRefusal =
  | {
      ok: false;
      code: "not_movable" | "changed" | "another_job" | "paid_open" | "no_size" | "bad_line" | "window_full";
    }
  | { ok: false; code: "bad_days" | "bad_window" | "no_permit" | "on_hold"; message: string }
  | { ok: false; code: "sold_out"; availableCount: number };

export interface Described<K extends WorkedKind = WorkedKind> {
  ok: true;
  wish: Wish<K>;
  price: ChangePrice;
}

/** What a kind of change is, besides being bought: the same verbs sell, hold, confirm and refund all of them. */
export interface KindOfChange<K extends WorkedKind> {
  /** What it would change and cost now. Whether there are dumpsters for it is asked of `toHold`. */
  describe(
    orm: Orm,
    settings: Settings,
    booking: Booking,
    unit: Unit,
    asked: AskedChange<K>,
    now: Instant,
  ): Described<K> | ChangeRefusal;
  /** What is held while it is being paid, and what of it the unit has itself. */
  toHold(
    settings: Settings,
    booking: Booking,
    unit: Unit,
    wish: Wish<K>,
    now: Instant,
  ): { wish: Pick<UnitWish, "lines" | "deliveryDate" | "deliveryWindow" | "occupiedUntil">; own: OwnHold | null };
  /** What was asked for, to ask again whether it is still the same. */
  askedFor(wish: Wish<K>): AskedChange<K>;
  /**
   * Does it. `held`: what it needs is held and will be given back after it; else it looks for room itself. `jobId`: the
   * truck that was planned for it, while which has not left it can be withdrawn.
   */
  apply(
    tx: Tx,
    deed: Deed,
    settings: Settings,
    unit: Unit,
    wish: Wish<K>,
    held: boolean,
  ): { ok: true; jobId?: Id<"job"> } | ChangeRefusal;
}
