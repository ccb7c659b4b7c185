/** What can be bought after the payment, as data: what it changes, and what it costs. Pure; amounts in cents. */
import type { MaterialId } from "../pricing/types";
import type { DeliveryWindowId } from "../schedule/rules";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";

export { chargesOf, sumUp, type ChangeLine, type ChangePrice } from "../pricing/priced-lines";

/** What each kind that can be bought now changes. A new kind is an entry here and one in `KINDS`. */
export interface Wishes {
  /**
   * A later pickup of one dumpster: `days` more, from the pickup day that it had to the one that it gets; `had` of them were
   * theirs already. It was sold for the `delivery` day. Older ones know neither.
   */
  extension: { days: number; from: Day; to: Day; had?: number; delivery?: Day };
  /** It is emptied and comes back: on a day, or today before everything else. */
  haul: { as: "dump_and_return" | "emergency"; day: Day; window: DeliveryWindowId; note: string };
  /** An empty one comes and the full one goes. */
  swap: { size: number; material: MaterialId; day: Day; window: DeliveryWindowId; note: string };
}
export type WorkedKind = keyof Wishes;
/**
 * What is owed for later charges, paid by its customer: it is about no dumpster, nothing is held for it, and it changes
 * nothing but which charges are paid (balance.server.ts). So it is no `KindOfChange`.
 */
export interface BalanceWish {
  kind: "balance";
  charges: Id<"charge">[];
}
/** One member for each kind: its name with exactly what it changes. */
export type Wish<K extends WorkedKind = WorkedKind> = { [P in K]: { kind: P } & Wishes[P] }[K];
