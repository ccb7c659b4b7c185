import { useRef, useState } from "react";
import { MATERIALS } from "~/domain/pricing/materials";
import { priceOrder } from "~/domain/pricing/rules";
import { isMaterialId, isSize, type OrderLine, type PricingResult, type Size } from "~/domain/pricing/types";
import { useSettled } from "../form/use-settled";
import type { Pricing } from "./views";

interface Start {
  /** Lines that the form does not change. */
  cart: readonly OrderLine[];
  price: PricingResult | null;
  pricing: Pricing;
  rentalDays: number;
}

/**
 * The price while someone chooses, by the same pure rules as the server's; null while there is no line. Reads the form
 * (uncontrolled, so that nothing typed is lost). Give `update` to the form's onInput.
 */
export function useLiveOrder({ cart, price, pricing, rentalDays }: Start) {
  const form = useRef<HTMLFormElement>(null);
  const [live, setLive] = useState(price);
  const [largest, setLargest] = useState<Size | null>(null);

  const update = () => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const material = data.get("materialCategory");
    const limit = isMaterialId(material) ? MATERIALS[material].maxSizeYards : null;
    if (limit !== null && Number(data.get("dumpsterSize")) > limit) chooseSize(form.current, limit);
    setLargest(limit);
    const typed = typedLine(new FormData(form.current), rentalDays);
    const lines = typed ? [...cart, typed] : cart;
    setLive(lines.length === 0 ? null : priceOrder({ lines, context: "new", areaDeliveryFee: pricing.areaDeliveryFee }, pricing.config));
  };
  useSettled(update);
  return { form, price: live, largest, update };
}

function typedLine(data: FormData, rentalDays: number): OrderLine | null {
  const size = Number(data.get("dumpsterSize"));
  const material = data.get("materialCategory");
  const quantity = Number(data.get("quantity"));
  return isSize(size) && isMaterialId(material) && Number.isInteger(quantity) && quantity > 0 ? { size, material, quantity, rentalDays } : null;
}

/** Heavy debris forces the 15-yard dumpster (specification, section 4). */
function chooseSize(form: HTMLFormElement, size: Size): void {
  const card = form.querySelector<HTMLInputElement>(`input[name="dumpsterSize"][value="${size}"]`);
  if (card) card.checked = true;
}
