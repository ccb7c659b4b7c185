/** Jobs beyond delivery and pickup: what each is, and what it costs. Pure; amounts in cents. */
import { formatDay, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { formatCents, type Cents } from "../kernel/money";
import { materialLabel } from "../pricing/materials";
import { priceOrder } from "../pricing/rules";
import { HAUL_LABEL, type MaterialId, type PricingConfig } from "../pricing/types";
import { sumUp, type ChangePrice } from "./wishes";

/** What a customer can need while a dumpster stands there. `early` is no job of its own: the pickup comes sooner. */
export const EXTRA_KINDS = ["swap", "dump_and_return", "emergency", "relocate", "early"] as const;
export type ExtraKind = (typeof EXTRA_KINDS)[number];

export const EXTRA_LABEL: Readonly<Record<ExtraKind, { label: string; says: string }>> = {
  swap: { label: "Swap it", says: "We bring an empty one and take the full one. A new rental period begins." },
  dump_and_return: { label: "Empty it and bring it back", says: "The same dumpster comes back. The pickup day stays." },
  emergency: {
    label: "Empty it today, an emergency",
    says: "Before everything else of the day. The same dumpster comes back, and the pickup day stays.",
  },
  relocate: { label: "Move it on the site", says: "It is set down at another place, with what is in it." },
  early: {
    label: "Pick it up early",
    says: "The daily charges stop now. Days that are paid for and not used are not refunded.",
  },
};

/** An errand that a pickup leaves no room for; `back` is what of its money goes back (cents, tax included). */
export interface FallingErrand {
  id: Id<"job">;
  kind: "dump_and_return" | "relocate";
  day: Day;
  back: Cents;
  /** Its payment is disputed: it goes back when the bank has decided. */
  isDisputed: boolean;
}

/** What a page has shown of them, to be sent along. */
export const seenFalls = (falls: readonly Pick<FallingErrand, "id">[]): string => falls.map(({ id }) => id).join(" ");

/** "Emptying it on Friday, January 8 falls away: $102.60 goes back to you." */
export const fallingWords = ({ kind, day, back, isDisputed }: FallingErrand): string =>
  `${kind === "relocate" ? "Moving it on the site" : "Emptying it"} on ${formatDay(day)} falls away${back > 0 ? `: ${formatCents(back)} goes back${isDisputed ? " once the bank has decided about the payment" : ""}.` : "."}`;

/** What is asked for; the days are New York's. */
export interface ExtraWish {
  kind: ExtraKind;
  day: Day;
  window: "morning" | "afternoon" | "anytime";
  /** Of a swap: what comes. */
  size: number;
  material: MaterialId;
  /** For the driver: where to move it, what to mind. */
  note: string;
}

/**
 * What it costs, in context `existing_haul` (domain.md, section 3): a swap another rental period and the haul of the full
 * one, an emptying the haul alone, moving and an early pickup nothing. `taxRate` as a fraction, 0 for the exempt.
 */
export function priceExtra(
  { kind, size, material }: Pick<ExtraWish, "kind" | "size" | "material">,
  config: PricingConfig,
  taxRate: number,
  standing: { size: number },
): ChangePrice {
  if (kind === "relocate" || kind === "early") return sumUp([], taxRate);
  const haul = config.haulFees[standing.size] ?? 0;
  const haulLine = {
    kind: "haul" as const,
    label: HAUL_LABEL,
    detail: `${standing.size} yards to the disposal facility`,
    cents: haul,
  };
  if (kind !== "swap") return sumUp([haulLine], taxRate);
  const order = priceOrder(
    {
      lines: [{ size, quantity: 1, material, rentalDays: config.includedDays }],
      context: "existing_haul",
      areaDeliveryFee: 0,
    },
    { ...config, deliveryFee: 0 },
  );
  const rental: Cents = order.subtotal - order.discount;
  return sumUp(
    [
      {
        kind: "rental",
        label: "Rental",
        detail: `${size} yards, ${materialLabel(material)}, ${config.includedDays} days`,
        cents: rental,
      },
      haulLine,
    ],
    taxRate,
  );
}
