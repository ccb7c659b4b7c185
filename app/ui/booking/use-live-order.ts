import { useRef, useState } from "react";
import { MATERIALS } from "~/domain/pricing/materials";
import { checkLine, fitSize, priceOrder } from "~/domain/pricing/rules";
import { isMaterialId, sizesOf, type OrderLine, type PricingResult, type Size } from "~/domain/pricing/types";
import { useSettled } from "../form/use-settled";
import { noteOf, valueOf, type Answers } from "../form/values";
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
  const sizes = sizesOf(start.pricing.config.prices);
  const form = useRef<HTMLFormElement>(null);
  // Before there is a draft (a prefilled address, a refused first try) the first price is made of the shown values.
  const [live, setLive] = useState(
    () =>
      start.price ??
      priceWith(
        typedLine((name) => valueOf(name, shown), rentalDays, sizes),
        start,
      ),
  );
  const [largest, setLargest] = useState<Size | null>(null);
  const [sizeNote, setSizeNote] = useState(() => ({
    words: noteOf("dumpsterSize", shown),
    about: choiceOf((name) => valueOf(name, shown)),
  }));

  const update = () => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const material = data.get("materialCategory");
    const size = Number(data.get("dumpsterSize"));
    const fitted = isMaterialId(material) && sizes.includes(size) ? fitSize(size, material, sizes) : null;
    if (fitted?.why && fitted.size !== null) check(form.current, fitted.size);
    setLargest(isMaterialId(material) ? MATERIALS[material].maxSizeYards : null);
    const settled = new FormData(form.current);
    const read = (name: string) => settled.get(name);
    setLive(priceWith(typedLine(read, rentalDays, sizes), start));
    // It stands as long as the choice that it is about.
    const about = choiceOf(read);
    setSizeNote((was) =>
      fitted?.why ? { words: fitted.why, about } : was.about === about ? was : { words: undefined, about },
    );
  };
  useSettled(update);
  return { form, price: live, largest, sizeNote: sizeNote.words, update };
}

function choiceOf(read: Read): string {
  return JSON.stringify(["materialCategory", "dumpsterSize"].map((name) => read(name) || ""));
}

function priceWith(typed: OrderLine | null, { cart, pricing }: Start): PricingResult | null {
  // A line whose size is not on offer any more has no price; the page says so when somebody goes on.
  const lines = (typed ? [...cart, typed] : cart).filter(({ size }) => pricing.config.prices[size] !== undefined);
  return lines.length === 0
    ? null
    : priceOrder({ lines, context: "new", areaDeliveryFee: pricing.areaDeliveryFee }, pricing.config);
}

/** The line in the form; null while its size or material is missing or they do not go together. */
function typedLine(read: Read, rentalDays: number, sizes: readonly Size[]): OrderLine | null {
  const line = {
    size: Number(read("dumpsterSize")),
    material: String(read("materialCategory") || "general"),
    quantity: Number(read("quantity") || 1),
    rentalDays,
  };
  const checked = checkLine(line, sizes);
  return checked.ok ? checked.line : null;
}

/** Heavy debris forces the 15-yard dumpster (specification, section 4). */
function check(form: HTMLFormElement, size: Size): void {
  const card = form.querySelector<HTMLInputElement>(`input[name="dumpsterSize"][value="${size}"]`);
  if (card) card.checked = true;
}
