import { useEffect, useRef, useState } from "react";
import { priceAdditional, readAdditional, type AdditionalField } from "~/domain/changes/additional-rules";
import type { AdditionalOffer } from "~/domain/changes/additional-rules";
import { MATERIALS } from "~/domain/pricing/materials";
import { sizesOf } from "~/domain/pricing/types";
import { useSettled } from "../form/use-settled";
import { valueOf, type Answers, type Values } from "../form/values";

/** What the form shows first: the booking's own size, and its material when that is heavy. */
export function firstValues({ size, heavy, limits }: AdditionalOffer): Record<AdditionalField, string> {
  return {
    size: String(heavy ? (MATERIALS.heavy.maxSizeYards ?? size) : size),
    quantity: "1",
    material: heavy ? "heavy" : "general",
    rentalDays: String(limits.includedDays),
  };
}

/**
 * The order and its price while someone chooses, by the server's own rules. Reads the form (uncontrolled, so that
 * nothing typed is lost). Give `update` to the form's onInput. `settle` writes what had to be changed into the fields
 * and says what that was: ask it before sending, and do not send when it says something, so that nothing is ordered
 * unseen.
 */
export function useAdditional(offer: AdditionalOffer, shown: Answers & { values: Values }) {
  const form = useRef<HTMLFormElement>(null);
  const sizes = sizesOf(offer.config.prices);
  const [line, setLine] = useState(() => readAdditional((field) => valueOf(field, shown), offer.limits, sizes).line);

  const read = () => {
    if (!form.current) return { line, changed: {} };
    const data = new FormData(form.current);
    return readAdditional((field) => data.get(field), offer.limits, sizes);
  };
  const update = () => {
    const now = read();
    // Heavy debris forces the 15-yard dumpster (specification, section 4).
    write("size", now.line.size);
    setLine(now.line);
  };
  const settle = () => {
    const now = read();
    write("quantity", now.line.quantity);
    write("rentalDays", now.line.rentalDays);
    update();
    return now;
  };
  const write = (field: AdditionalField, value: number | string) => {
    const control = form.current?.elements.namedItem(field);
    if (
      (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) &&
      control.value !== String(value)
    )
      control.value = String(value);
  };
  useSettled(update);
  // What the server had to change stands in its refusal: left as typed, the fields would be refused again and again.
  const { problem } = shown;
  const taken = useRef(problem);
  useEffect(() => {
    if (!problem || taken.current === problem) return;
    taken.current = problem;
    for (const field of ["quantity", "rentalDays"] as const)
      if (problem.fields[field]) write(field, valueOf(field, shown));
    update();
  });
  return { form, line, price: priceAdditional(line, offer), update, settle };
}
