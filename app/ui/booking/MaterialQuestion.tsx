import type { LineQuestion } from "~/domain/pricing/material-advice";
import { freeOrPrice, priceOfOne } from "~/domain/pricing/material-price";
import { MATERIALS } from "~/domain/pricing/materials";
import { fitSize } from "~/domain/pricing/rules";
import { sizesOf, type MaterialId, type PricingConfig, type Size } from "~/domain/pricing/types";
import type { WasteType } from "~/domain/pricing/waste-types";
import { SubmitButton } from "../form";

/**
 * What is checked against what is priced, with the prices of both. Its buttons answer and continue; where `onAnswer` is
 * given, they answer in the page. What needs a dumpster each can be had so: the order then shows them before it goes on.
 */
export function MaterialQuestion({
  question,
  line: { size, quantity },
  config,
  wasteTypes,
  several,
  onAnswer,
}: {
  question: LineQuestion;
  line: { size: Size | null; quantity: number };
  config: PricingConfig;
  wasteTypes: readonly WasteType[];
  /** Whether the order has other dumpsters: it then says which one it means. */
  several?: boolean;
  onAnswer?: (material: MaterialId) => void;
}) {
  const { checked, chosen, proposed, apart } = question;
  const [alone, ...more] = apart;
  const [only] = proposed;
  const which = several && size ? ` for ${size} yards` : "";
  const price = (material: MaterialId) => priceIn(size, material, config, quantity);
  // The line stays in its number, and one more of each other kind follows.
  const each = apart.map((material, i) => priceIn(size, material, config, i === 0 ? quantity : 1));
  const all = quantity + more.length;
  return (
    <div id="materialQuestion" tabIndex={-1} className="notice warn ask">
      <p>
        <b>
          You checked {checked.map((id) => wasteTypes.find((type) => type.id === id)?.label ?? id).join(" and ")}.{" "}
          {only && proposed.length === 1 ? `Use the ${MATERIALS[only].label} price` : "Which price is right"}
          {which}?
        </b>
      </p>
      <p className="small">The price is for {MATERIALS[chosen].label}. A pricier load costs the difference later.</p>
      <p className="actions">
        {proposed.map((material) => (
          <Answer
            key={material}
            className="button"
            intent={`use:${material}`}
            onAnswer={onAnswer && (() => onAnswer(material))}
          >
            Use {MATERIALS[material].label}
            {price(material)?.words}
          </Answer>
        ))}
        <Answer intent="keep" className="button secondary" onAnswer={onAnswer && (() => onAnswer(chosen))}>
          Keep {MATERIALS[chosen].label}
          {price(chosen)?.words}
        </Answer>
        {/* Another line is the server's to add, also where scripts run: the order then shows both. */}
        {more.length > 0 && (
          <Answer intent="apart" className="button secondary">
            {alone === chosen ? "Keep" : "Use"} {alone && MATERIALS[alone].label} and add{" "}
            {more
              .map((material) => `a dumpster for ${MATERIALS[material].label}${price(material)?.size ?? ""}`)
              .join(" and ")}
            {each.every((one) => one !== null) &&
              // Of all that is then in the order: beside what one dumpster costs, the added one alone reads like a bargain.
              `: ${freeOrPrice(each.reduce((sum, { cents }) => sum + cents, 0))} for ${all === 2 ? "both" : `all ${all}`}`}
          </Answer>
        )}
      </p>
    </div>
  );
}

function Answer({
  intent,
  onAnswer,
  ...looks
}: {
  intent: string;
  className: string;
  onAnswer?: () => void;
  children: React.ReactNode;
}) {
  return onAnswer ? (
    <button type="button" onClick={onAnswer} {...looks} />
  ) : (
    <SubmitButton intent={intent} {...looks} />
  );
}

/** ": $555.60", or ", 15 yards: $427.70" where the material needs another size; null while no size is chosen. */
function priceIn(size: Size | null, material: MaterialId, config: PricingConfig, quantity: number) {
  const isPriced = size !== null && !MATERIALS[material].consultationRequired;
  const fitted = isPriced ? fitSize(size, material, sizesOf(config.prices)).size : null;
  const cents = fitted === null ? null : priceOfOne(fitted, material, config, quantity);
  if (cents === null) return null;
  const other = fitted === size ? "" : `, ${fitted} yards`;
  return { cents, size: other, words: `${other}: ${freeOrPrice(cents)}${quantity > 1 ? ` for ${quantity}` : ""}` };
}
