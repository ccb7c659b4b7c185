import { useRef } from "react";
import { priceWords } from "~/domain/pricing/material-price";
import { likelyMaterials } from "~/domain/pricing/material-advice";
import { MATERIAL_LIST, type Material } from "~/domain/pricing/materials";
import type { MaterialRules } from "~/domain/pricing/material-texts";
import type { PricingConfig } from "~/domain/pricing/types";
import { describedBy, errorOf, FieldError, FieldNote, noteOf, type Answers } from "../form";
import { Unbroken } from "../Unbroken";
import type { Choice } from "./use-live-order";

/**
 * The 13 materials: the four that are likely for what was chosen above, the others under "More". Their rules fold away;
 * all of it without script.
 */
export function MaterialCards({
  choice,
  config,
  rules,
  ...answers
}: Pick<Answers, "problem" | "notes"> & {
  choice: Omit<Choice, "cart" | "quantity">;
  config: PricingConfig;
  rules: readonly MaterialRules[];
}) {
  const name = "materialCategory";
  const error = errorOf(name, answers);
  const note = noteOf(name, answers);
  const likely = likelyMaterials(choice);
  const first = MATERIAL_LIST.filter(({ id }) => likely.includes(id));
  const others = MATERIAL_LIST.filter(({ id }) => !likely.includes(id));
  // Once it had to open it stays so: nothing folds away under somebody's finger.
  const open = useRef(false);
  open.current ||= others.some(({ id }) => id === choice.material);
  const cards = (materials: readonly Material[]) => (
    <div className="choices wide">
      {materials.map((material) => (
        <MaterialCard
          key={material.id}
          material={material}
          short={rules.find(({ id }) => id === material.id)?.short}
          choice={choice}
          config={config}
        />
      ))}
    </div>
  );
  return (
    <fieldset className={error ? "bad" : undefined} aria-describedby={describedBy(name, true, error, note)}>
      <legend>What is most of it?</legend>
      <p className="hint" id={`${name}-hint`}>
        One kind per dumpster.
      </p>
      <FieldError id={name} error={error} />
      <FieldNote id={name} note={note} />
      {cards(first)}
      <div className="row gap-y-0 folds">
        <details className="more" open={open.current || undefined}>
          <summary>{others.length} more materials</summary>
          {cards(others)}
        </details>
        <details className="more">
          <summary>What stays out</summary>
          <dl className="rules small">
            {rules.map((one) => (
              <Rules key={one.label} of={one} />
            ))}
          </dl>
        </details>
      </div>
    </fieldset>
  );
}

function MaterialCard({
  material: { id, label, consultationRequired },
  short,
  choice: { material: chosen, size },
  config,
}: {
  material: Material;
  short: string | undefined;
  choice: Pick<Choice, "material" | "size">;
  config: PricingConfig;
}) {
  return (
    <div>
      <label className="choice">
        <input
          type="radio"
          id={id === "general" ? "materialCategory" : `materialCategory-${id}`}
          name="materialCategory"
          value={id}
          defaultChecked={id === chosen}
        />
        <span className="grow">
          <span className="row justify-between gap-y-0">
            <b>{label}</b>{" "}
            <span className="small">{consultationRequired ? "Call first" : priceWords(id, size, config)}</span>
          </span>
          <span className="unseen">: </span>
          <small>{short}</small>
        </span>
      </label>
    </div>
  );
}

function Rules({ of: { label, what, keepOut, notes } }: { of: MaterialRules }) {
  return (
    <div>
      <dt>
        <b>{label}</b>
      </dt>
      <dd>
        {what}{" "}
        {keepOut && (
          <>
            <b>Keep out:</b> {keepOut}.{" "}
          </>
        )}
        <Unbroken text={notes} />
      </dd>
    </div>
  );
}
