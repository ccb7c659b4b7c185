/** What is bought or charged after the payment of an order, as priced lines. Pure; amounts in cents. */
import { percentText, taxOn, type Cents } from "../kernel/money";
import { isTaxed, type ChargeKind } from "../states/labels";
import { splitCents } from "./rules";

/** A line of a price, and the charge that it becomes when it is paid. Before tax. */
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
  const tax = taxOn(sum(charged.filter(({ kind }) => isTaxed(kind))), taxRate);
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
