/** What can be bought after the payment, as data: what it changes, and what it costs. Pure; amounts in cents. */
import type { MaterialId } from "../pricing/types";
import type { DeliveryWindowId } from "../schedule/rules";
import type { Day } from "../kernel/days";
import { percentText, roundCents, type Cents } from "../kernel/money";
import { splitCents } from "../pricing/rules";
import { isTaxed, type ChargeKind } from "../states/labels";

/** What each kind that can be bought now changes. A new kind is an entry here and one in `KINDS`. */
export interface Wishes {
  /** A later pickup of one dumpster: `days` more, from the pickup day that it had to the one that it gets. */
  extension: { days: number; from: Day; to: Day };
  /** It is emptied and comes back: on a day, or today before everything else. */
  haul: { as: "dump_and_return" | "emergency"; day: Day; window: DeliveryWindowId; note: string };
  /** An empty one comes and the full one goes. */
  swap: { size: number; material: MaterialId; day: Day; window: DeliveryWindowId; note: string };
}
export type WorkedKind = keyof Wishes;
/** One member for each kind: its name with exactly what it changes. */
export type Wish<K extends WorkedKind = WorkedKind> = { [P in K]: { kind: P } & Wishes[P] }[K];

/** A line of a change's price, and the charge that it becomes when it is paid. Before tax. */
export interface ChangeLine {
  kind: ChargeKind;
  label: string;
  /** What it is for, in a few words. */
  detail: string;
  cents: Cents;
}

export interface ChangePrice {
  lines: ChangeLine[];
  tax: Cents;
  taxLabel: string;
  /** Tax included. */
  total: Cents;
}

/** Adds the tax of what is taxed (domain.md, section 3), rounded once. Lines of nothing are left out. */
export function sumUp(lines: readonly ChangeLine[], taxRate: number): ChangePrice {
  const charged = lines.filter(({ cents }) => cents !== 0);
  const sum = (list: readonly ChangeLine[]) => list.reduce((all, { cents }) => all + cents, 0);
  const tax = roundCents(sum(charged.filter(({ kind }) => isTaxed(kind))) * taxRate);
  return { lines: charged, tax, taxLabel: `Tax (${percentText(taxRate)})`, total: sum(charged) + tax };
}

/** What a paid change is charged: each line with its part of the tax. They sum to the total. */
export function chargesOf({ lines, tax }: ChangePrice): (ChangeLine & { tax: Cents })[] {
  const parts = splitCents(
    tax,
    lines.map(({ kind, cents }) => (isTaxed(kind) ? cents : 0)),
  );
  return lines.map((line, i) => ({ ...line, tax: parts[i] ?? 0 }));
}
