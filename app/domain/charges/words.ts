/** How a later charge was worked out and proved, in words for its customer, the same in mail, page and paper. Pure. */
import { formatDay } from "../kernel/days";
import { formatInstant } from "../kernel/moments";
import { formatCents, formatPrice, type Cents } from "../kernel/money";
import { materialLabel } from "../pricing/materials";
import { prohibitedItemLabel } from "../pricing/prohibited-items";
import { CHARGE_KIND, type ChargeKind } from "../states/labels";
import type { Basis, Proof } from "./stored-charge";

export interface ChargeFacts {
  kind: ChargeKind;
  amount: Cents;
  tax: Cents;
  basis: Basis | null;
  description: string;
}

const tons = (hundredths: number): string => {
  const said = (hundredths / 100).toFixed(2).replace(/\.?0+$/, "");
  return `${said} ${said === "1" ? "ton" : "tons"}`;
};
const times = (count: number, each: Cents, sum: Cents, of: string) =>
  `${count} ${of}${count === 1 ? "" : "s"} × ${formatPrice(each)} = ${formatCents(sum)}`;

/** What it is for, on one line: "Extra weight: 1.37 tons". */
export function chargeTitle({ kind, basis, description }: Pick<ChargeFacts, "kind" | "basis" | "description">): string {
  const what = basis ? shortly(basis) : description;
  return what ? `${CHARGE_KIND[kind]}: ${what}` : CHARGE_KIND[kind];
}

function shortly(basis: Basis): string {
  switch (basis.by) {
    case "weight":
      return tons(basis.over);
    case "days":
      return `${basis.days} ${basis.days === 1 ? "day" : "days"}`;
    case "items":
      return `${basis.count} × ${prohibitedItemLabel(basis.item)}`;
    case "material":
      return `${materialLabel(basis.found)} instead of ${materialLabel(basis.ordered)}`;
    case "line":
      return basis.detail;
    case "fee":
      return basis.what;
    case "typed":
      return basis.words;
  }
}

/** The arithmetic, a line for each step; the last one is the amount that is charged, tax included. */
export function arithmeticLines({ amount, tax, basis }: Pick<ChargeFacts, "amount" | "tax" | "basis">): string[] {
  const steps = basis ? stepsOf(basis) : [];
  const lowered = basis?.lowered
    ? [`Lowered by us from ${formatCents(basis.lowered.from)} to ${formatCents(amount)}: ${basis.lowered.why}`]
    : [];
  const sum = tax > 0 ? [`${formatCents(amount)} + ${formatCents(tax)} tax = ${formatCents(amount + tax)}`] : [];
  return [...steps, ...lowered, ...sum];
}

function stepsOf(basis: Basis): string[] {
  switch (basis.by) {
    case "weight": {
      const each = basis.perTon + basis.landfill;
      const sum = Math.round((basis.over * each) / 100);
      return [
        ...(basis.before > 0 ? [`The loads before it weighed ${tons(basis.before)}`] : []),
        basis.included > 0
          ? `${tons(basis.weight)} − ${tons(basis.included)} included = ${tons(basis.over)}`
          : `${tons(basis.weight)}; the included weight was used up before`,
        `${tons(basis.over)} × (${formatPrice(basis.perTon)} + ${formatPrice(basis.landfill)} landfill fee) = ${formatCents(sum)}`,
      ];
    }
    case "days":
      return [
        `Paid until ${formatDay(basis.paidUntil)}. ${basis.stopped === "asked" ? "You asked for the pickup on" : "We picked it up on"} ${formatDay(basis.endedOn)}`,
        times(basis.days, basis.perDay, basis.days * basis.perDay, "day"),
      ];
    case "items":
      return [
        `${prohibitedItemLabel(basis.item)} may not go in`,
        times(basis.count, basis.each, basis.count * basis.each, "item"),
      ];
    case "material":
      return [
        `${materialLabel(basis.found)}: ${formatCents(basis.foundCents)}. You paid ${formatCents(basis.orderedCents)} for ${materialLabel(basis.ordered)}`,
        `${formatCents(basis.foundCents)} − ${formatCents(basis.orderedCents)} = ${formatCents(basis.foundCents - basis.orderedCents)}`,
      ];
    case "line":
      return [`${basis.label}, ${basis.detail}: ${formatCents(basis.cents)}`];
    case "fee":
      return [`The fee of your agreement: ${formatCents(basis.cents)}`];
    case "typed":
      return [`${basis.words}: ${formatCents(basis.cents)}`];
  }
}

const pounds = (count: number): string => `${count.toLocaleString("en-US")} pounds`;

/** What proves it, a line each; photographs are shown, not told. */
export function proofLines(proofs: readonly Proof[]): string[] {
  return proofs.flatMap((proof): string[] => {
    switch (proof.is) {
      case "ticket":
        return [
          `Scale ticket ${proof.number}${proof.facility ? `, ${proof.facility}` : ""}: ${pounds(proof.gross)} loaded − ${pounds(proof.tare)} empty = ${pounds(proof.net)} of load`,
        ];
      case "attempt":
        return [
          `Our truck was there ${formatInstant(proof.arrivedAt ?? proof.at)} and could not do the work: ${proof.reason.replace(/^./, (first) => first.toLowerCase())}`,
        ];
      case "record":
        return [`${RECORD[proof.of]} ${formatInstant(proof.at)}${proof.words ? `: ${proof.words}` : ""}`];
      case "note":
        return [proof.words];
      case "photo":
      case "report":
        return [];
    }
  });
}

const RECORD: Readonly<Record<Extract<Proof, { is: "record" }>["of"], string>> = {
  set_down: "Set down:",
  asked: "You asked for the pickup:",
  collected: "Picked up:",
  done: "Done:",
  permit: "Permit, entered",
};
