import { withSign } from "~/domain/kernel/text";
import { bookingStatusLabel } from "~/domain/states/labels";

export const TONES = ["go", "wait", "bad", "done"] as const;
const TONE: Readonly<Record<string, (typeof TONES)[number]>> = {
  quoted: "wait",
  pending_payment: "wait",
  paid_pending_scheduling: "wait",
  pickup_requested: "wait",
  awaiting_settlement: "wait",
  balance_due: "bad",
  confirmed: "go",
  out_for_delivery: "go",
  on_site: "go",
  out_for_pickup: "go",
  delivery_failed: "bad",
  pickup_failed: "bad",
  completed: "done",
  cancelled: "done",
  expired: "done",
};

/** How a status looks: colour only helps. */
export function toneOf(status: string): (typeof TONES)[number] {
  return TONE[status] ?? "wait";
}

/** A booking's status: always a word, the colour only helps. */
export function StatusTag({ status, onHold }: { status: string; onHold?: string | null }) {
  return (
    <span className="states">
      <span className={`state ${toneOf(status)}`}>{bookingStatusLabel(status)}</span>
      {onHold && <span className="state bad">On hold</span>}
    </span>
  );
}

/** "1 × 20 yd (Roofing)": an order in a list, where all are dumpsters. */
export function shortItems(items: string): string {
  return withSign(items).replaceAll("-yard dumpster", " yd");
}

/** What was ordered, as it was signed, and how much of it is cancelled by now. `units`: how many, `states`: of each. */
export function OrderedWords({ items, units, states }: { items: string; units: number; states: readonly string[] }) {
  const cancelled = states.filter((state) => state === "cancelled").length;
  return (
    <>
      {withSign(items)}
      <b>{cancelledWords({ units, cancelled })}</b>
    </>
  );
}

/** "; 1 of 3 is cancelled": what was ordered stays written as it was signed. Nothing when none or all are. */
export function cancelledWords({ units, cancelled }: { units: number; cancelled: number }): string {
  return cancelled === 0 || cancelled >= units
    ? ""
    : `; ${cancelled} of ${units} ${cancelled === 1 ? "is" : "are"} cancelled`;
}
