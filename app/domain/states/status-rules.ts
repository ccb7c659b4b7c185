import type { BookingStatus, UnitState } from "./transitions";

export interface UnitForStatus {
  state: UnitState;
  /** The unit's delivery job has a place in the schedule. Read for reserved units only. */
  deliveryScheduled: boolean;
}

/** From least to most advanced; a unit that is settled counts as done. */
const PROGRESS = [
  "reserved",
  "delivering",
  "on_site",
  "pickup_requested",
  "collecting",
  "off_site",
  "settled",
] as const satisfies readonly UnitState[];

/** Set down and not taken away again. */
const STANDS: ReadonlySet<UnitState> = new Set<UnitState>(["on_site", "pickup_requested", "collecting"]);

const STATUS_OF: Readonly<Record<Exclude<(typeof PROGRESS)[number], "reserved" | "settled">, BookingStatus>> = {
  delivering: "out_for_delivery",
  on_site: "on_site",
  pickup_requested: "pickup_requested",
  collecting: "out_for_pickup",
  off_site: "awaiting_settlement",
};

/**
 * The status of a PAID booking, from its units (domain.md, section 2): a failed unit shows first (a failed delivery
 * before a failed pickup), else the least advanced unit that is not cancelled. Reserved units are confirmed once every
 * one of them is scheduled; while another one stands at the site they say nothing. `balanceDue` (an unpaid charge) shows only when all else is done, so that it never hides
 * where a dumpster is. Throws for a booking without units.
 */
export function bookingStatus(
  units: readonly UnitForStatus[],
  { balanceDue = false }: { balanceDue?: boolean } = {},
): BookingStatus {
  if (units.length === 0) throw new Error("a booking has at least one unit");
  const alive = units.filter((unit) => unit.state !== "cancelled");
  if (alive.length === 0) return "cancelled";
  if (alive.some((unit) => unit.state === "delivery_failed")) return "delivery_failed";
  if (alive.some((unit) => unit.state === "pickup_failed")) return "pickup_failed";

  const counted = alive.some((unit) => STANDS.has(unit.state))
    ? alive.filter((unit) => unit.state !== "reserved")
    : alive;
  const least = PROGRESS.find((state) => counted.some((unit) => unit.state === state)) ?? "settled";
  if (least === "settled") return balanceDue ? "balance_due" : "completed";
  if (least !== "reserved") return STATUS_OF[least];
  const allScheduled = alive.every((unit) => unit.state !== "reserved" || unit.deliveryScheduled);
  return allScheduled ? "confirmed" : "paid_pending_scheduling";
}

/** Whether an order may still be signed and paid: nobody has paid it, and it was not cancelled. */
export function isPayable({ status }: { status: BookingStatus }): boolean {
  return status === "pending_payment" || status === "quoted" || status === "expired";
}

/** Whether the price that the office made for an order is over: it is not paid, and its last moment has passed. */
export function isQuoteOver(
  { status, quote_expires_at }: { status: BookingStatus; quote_expires_at: number | null },
  now: number,
): boolean {
  return isPayable({ status }) && quote_expires_at !== null && quote_expires_at < now;
}
