/** The payment page's one table, "What could cost more": the agreement's later charges with when each applies. Pure. */
import { cancellationTier, feeOf } from "../changes/cancel-rules";
import { LATER_CHARGE_IDS, laterCharges, type LaterChargeId } from "../documents/later-charges";
import { tons, type TermsFacts } from "../documents/terms-facts";
import { keptFor, keptTexts } from "../kernel/kept";
import { formatCents, formatPrice, type Cents } from "../kernel/money";
import { mostYouCouldPay } from "../pricing/ceiling";
import { leftOver } from "../pricing/material-advice";
import { LIGHT, MATERIAL_TEXTS } from "../pricing/material-texts";
import { materialLabel } from "../pricing/materials";
import type { MaterialId, OrderLine } from "../pricing/types";
import { wasteTypeLabel } from "../pricing/waste-types";

const MS_PER_HOUR = 3_600_000;

export interface CostRow {
  label: string;
  /** "$105 per ton": in dollars. */
  amount: string;
  /** When it applies, and how not to pay it. */
  when: string;
}

export interface CostMore {
  rows: CostRow[];
  /** The total with the heaviest load that we lift (domain.md, 4.17), as what was checked where that costs more; equal to the total where weight costs nothing. */
  most: Cents;
}

/** For an order: its total (cents, tax included), its lines, what is checked of what goes in, and how long it is until its delivery window starts. */
export function whatCouldCostMore(order: CostOrder, facts: TermsFacts): CostMore {
  const known = writtenFor(facts);
  const key = JSON.stringify([
    order.total,
    order.lines.map(({ quantity, material }) => [quantity, material]),
    order.wasteTypes,
    order.dearer,
    order.isKept,
    order.msToWindowStart >= facts.freeCancelHours * MS_PER_HOUR,
    order.msToWindowStart < facts.lateCancelHours * MS_PER_HOUR,
  ]);
  const kept = known.get(key);
  if (kept) return kept;
  const written = Object.freeze(write(order, facts));
  known.set(key, written);
  return written;
}

/** Most orders have a price that others have too. */
const writtenFor = keptFor((_facts: TermsFacts) => keptTexts<CostMore>(100));

export interface CostOrder {
  total: Cents;
  lines: readonly OrderLine[];
  wasteTypes: readonly string[];
  /** What the customer checked and did not order as what it is: how much more all of it costs, before tax and with it. */
  dearer?: readonly { material: MaterialId; cents: Cents; withTax: Cents }[];
  msToWindowStart: number;
  /** They chose to keep it until they ask for the pickup. */
  isKept?: boolean;
}

function write(order: CostOrder, facts: TermsFacts): CostMore {
  const { ceiling } = mostYouCouldPay(order, facts);
  const later = laterCharges(facts);
  const amounts: Partial<Record<LaterChargeId, string>> = {
    weight: `${formatPrice(facts.overagePerTon + facts.landfillPerTon)} per ton`,
  };
  const dearer = order.dearer ?? [];
  if (dearer.length > 0)
    amounts.material = `${dearer.map(({ material, cents }) => `${materialLabel(material)}: +${formatPrice(cents)}`).join(", ")}${dearer.some(({ cents, withTax }) => withTax > cents) ? ", plus tax" : ""}`;
  const rows = LATER_CHARGE_IDS.map((id): CostRow => ({
    label: capital(later[id].label),
    amount: capital(amounts[id] ?? later[id].amount),
    when: WHEN[id](facts, order),
  }));
  // Where nothing is paid there is nothing to keep.
  return {
    rows: order.total === 0 ? rows : [...rows, cancelling(order, facts)],
    most: ceiling + Math.max(0, ...dearer.map(({ withTax }) => withTax)),
  };
}

/**
 * Each tip once. Where they differ each says whose it is: "Three tons of this" would mean nothing else. No load is called
 * light where something heavier was checked that is not ordered as what it is: its own tip stands there.
 */
function weightTips({ lines, wasteTypes }: Pick<CostOrder, "lines" | "wasteTypes">): string[] {
  const whose = new Map<string, Set<string>>();
  const add = (tip: string, label: string) => whose.set(tip, (whose.get(tip) ?? new Set()).add(label));
  const materials = lines.map(({ material }) => material);
  const isLight = materials.some((material) => MATERIAL_TEXTS[material].weightTip === LIGHT);
  const heavier = isLight ? leftOver(wasteTypes, materials) : [];
  for (const material of materials) {
    const { weightTip } = MATERIAL_TEXTS[material];
    if (weightTip !== LIGHT || heavier.length === 0) add(weightTip, materialLabel(material));
  }
  for (const { wasteType, material } of heavier) add(MATERIAL_TEXTS[material].weightTip, wasteTypeLabel(wasteType));
  return [...whose].map(([tip, labels]) =>
    whose.size > 1 || heavier.length > 0 ? `${[...labels].join(" and ")}: ${tip}` : tip,
  );
}

const WHEN: Record<LaterChargeId, (facts: TermsFacts, order: CostOrder) => string> = {
  weight: (facts, order) =>
    [
      `Above ${tons(facts.includedTons)} in a dumpster, by the facility’s scale; you see the ticket first.`,
      `We lift ${tons(facts.maxTons)} at most.`,
      ...weightTips(order),
    ].join(" "),
  days: (_facts, { isKept }) =>
    isKept
      ? "You chose to keep it longer: each day after the due day, until you ask for the pickup. How long we then take costs you nothing."
      : "Only when you ask to keep it longer: you pay for those days then. Our own delay costs you nothing.",
  hauls: () => "Only when you ask us to empty the dumpster and bring one back.",
  dryRun: () => "Each time we come and cannot reach the place. Keep it clear of cars and wires.",
  items: () => "For each item in the load that your agreement leaves out. Call us when in doubt.",
  material: () => "When the load is something other than what you ordered.",
  cleaning: () => "For a dumpster that has to be cleaned. Bag wet or sticky waste.",
  tamper: () => "When the dumpster is moved or tampered with. Call us and we will move it.",
  permits: () => "For a place on the street, which needs one from the city or county. We get it.",
};

/**
 * The fees of this order by their tiers, in dollars. Who orders when cancelling is not free any more is told what it
 * costs now: from the payment on it does.
 */
function cancelling({ total, msToWindowStart }: { total: Cents; msToWindowStart: number }, facts: TermsFacts): CostRow {
  const { freeCancelHours, lateCancelHours, lateCancelPercent, lastCancelPercent } = facts;
  const fee = (percent: number) => formatCents(feeOf(total, percent).fee);
  const [late, last] = [fee(lateCancelPercent), fee(lastCancelPercent)];
  const now = cancellationTier(msToWindowStart, {
    freeHours: freeCancelHours,
    lateHours: lateCancelHours,
    latePercent: lateCancelPercent,
    lastPercent: lastCancelPercent,
  });
  const end = "Not once the truck is on its way.";
  if (now === 0)
    return {
      label: "Cancelling late",
      amount: `${late} or ${last}`,
      when: `Free ${freeCancelHours} hours or more before your delivery time; ${late} from ${lateCancelHours} to ${freeCancelHours} hours before; ${last} after that. ${end}`,
    };
  const isLast = msToWindowStart < lateCancelHours * MS_PER_HOUR;
  return {
    label: "Cancelling",
    amount: isLast ? last : `${late} now`,
    when: isLast
      ? `From the payment on, because your delivery is less than ${lateCancelHours} hours away. ${end}`
      : `From the payment on, because your delivery is less than ${freeCancelHours} hours away; ${last} in the last ${lateCancelHours} hours. ${end}`,
  };
}

function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
