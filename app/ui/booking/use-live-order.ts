import { useRef, useState } from "react";
import { MATERIALS } from "~/domain/pricing/materials";
import { checkLine, priceOrder } from "~/domain/pricing/rules";
import { isMaterialId, type OrderLine, type PricingResult, type Size } from "~/domain/pricing/types";
import { useSettled } from "../form/use-settled";
import { valueOf, type Answers } from "../form/values";
import type { Pricing } from "./views";

interface Start {
  /** Lines that the form does not change. */
  cart: readonly OrderLine[];
  price: PricingResult | null;
  pricing: Pricing;
  rentalDays: number;
}

type Read = (name: string) => unknown;

/**
 * The price while someone chooses, by the same pure rules as the server's; null while there is no line. Reads the form
 * (uncontrolled, so that nothing typed is lost). Give `update` to the form's onInput.
 */
export function useLiveOrder(start: Start, shown: Answers) {
  const { rentalDays } = start;
  const form = useRef<HTMLFormElement>(null);
  // Before there is a draft (a prefilled address, a refused first try) the first price is made of the shown values.
  const [live, setLive] = useState(() => start.price ?? priceWith(typedLine((name) => valueOf(name, shown), rentalDays), start));
  const [largest, setLargest] = useState<Size | null>(null);

  const update = () => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const material = data.get("materialCategory");
    const limit = isMaterialId(material) ? MATERIALS[material].maxSizeYards : null;
    if (limit !== null && Number(data.get("dumpsterSize")) > limit) chooseSize(form.current, limit);
    setLargest(limit);
    const settled = new FormData(form.current);
    setLive(priceWith(typedLine((name) => settled.get(name), rentalDays), start));
  };
  useSettled(update);
  return { form, price: live, largest, update };
}

function priceWith(typed: OrderLine | null, { cart, pricing }: Start): PricingResult | null {
  const lines = typed ? [...cart, typed] : cart;
  return lines.length === 0 ? null : priceOrder({ lines, context: "new", areaDeliveryFee: pricing.areaDeliveryFee }, pricing.config);
}

/** The line in the form; null while its size or material is missing or they do not go together. */
function typedLine(read: Read, rentalDays: number): OrderLine | null {
  const checked = checkLine({ size: Number(read("dumpsterSize")), material: String(read("materialCategory") || "general"), quantity: Number(read("quantity") || 1), rentalDays });
  return checked.ok ? checked.line : null;
}

/** Heavy debris forces the 15-yard dumpster (specification, section 4). */
function chooseSize(form: HTMLFormElement, size: Size): void {
  const card = form.querySelector<HTMLInputElement>(`input[name="dumpsterSize"][value="${size}"]`);
  if (card) card.checked = true;
}
