import { formatPrice } from "~/domain/kernel/money";
import { MATERIAL_LIST, prohibitedItemLabel, type Material } from "~/domain/pricing/materials";
import type { Size } from "~/domain/pricing/types";
import { adviceFor, capacityText, PROJECT_TYPES } from "~/domain/pricing/waste-types";
import { SizeDrawing } from "../art/SizeDrawing";
import { describedBy, errorOf, FieldError, FieldNote, noteOf, valueOf, type Answers } from "../form";
import { longestOf, type ChoiceFigures } from "../frame/figures";

/** The 13 materials: what each is, costs, and forbids. The rules fold away without script. */
export function MaterialCards(answers: Answers) {
  const name = "materialCategory";
  const error = errorOf(name, answers);
  const note = noteOf(name, answers);
  const chosen = valueOf(name, answers) || "general";
  return (
    <fieldset className={error ? "bad" : undefined} aria-describedby={describedBy(name, true, error, note)}>
      <legend>What is most of it?</legend>
      <p className="hint" id={`${name}-hint`}>
        The material decides the disposal price. One kind per dumpster.
      </p>
      <FieldError id={name} error={error} />
      <FieldNote id={name} note={note} />
      <div className="choices wide">
        {MATERIAL_LIST.map((material, i) => (
          <div key={material.id}>
            <label className="choice">
              <input
                type="radio"
                id={i === 0 ? name : `${name}-${i + 1}`}
                name={name}
                value={material.id}
                defaultChecked={material.id === chosen}
              />
              <span>
                <b>{material.label}</b>
                {material.warningBadge && (
                  <>
                    {" "}
                    <span className="tag warn">{material.warningBadge}</span>
                  </>
                )}
                <span className="unseen">: </span>
                <small>{material.description}</small>
              </span>
            </label>{" "}
            <Rules material={material} />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function Rules({ material }: { material: Material }) {
  const {
    disposalFeeMultiplier: times,
    recyclingCreditRate: credit,
    specialHandlingFee: handling,
    prohibitedItems,
    label,
  } = material;
  return (
    <details className="more small">
      <summary>
        Price and rules<span className="unseen">: {label}</span>
      </summary>
      <ul>
        <li>
          Size price × {times}
          {handling > 0 && `, plus ${formatPrice(handling)} handling`}
          {credit > 0 && `, less ${Math.round(credit * 100)}% recycling credit`}
        </li>
        {prohibitedItems.length > 0 && (
          <li>
            <b>Keep out:</b> {prohibitedItems.map(prohibitedItemLabel).join(", ")}
          </li>
        )}
        <li>{material.regulatoryNotes}</li>
        {material.consultationRequired && <li>We agree on this one by phone. Continue, and we call you back.</li>}
      </ul>
    </details>
  );
}

/**
 * The sizes on offer. `largest`: hydrated, larger ones are disabled; without script the server refuses them. `note` says
 * why another size is chosen than was asked for, or none.
 */
export function SizeChoices({
  figures,
  largest,
  note,
  ...answers
}: Answers & { figures: ChoiceFigures; largest: Size | null; note?: string }) {
  const name = "dumpsterSize";
  const error = errorOf(name, answers);
  const chosen = valueOf(name, answers);
  return (
    <fieldset className={error ? "bad" : undefined} aria-describedby={describedBy(name, false, error, note)}>
      <legend>Which size?</legend>
      <div role="status">
        {note ? (
          <FieldNote id={name} note={note} />
        ) : (
          <p className="notice warn heavy-note">Heavy debris goes in the 15-yard dumpster only.</p>
        )}
      </div>
      <FieldError id={name} error={error} />
      <div className="choices">
        {figures.sizes.map((row, i) => (
          <div key={row.size}>
            <label className="choice">
              <input
                type="radio"
                id={i === 0 ? name : `${name}-${i + 1}`}
                name={name}
                value={row.size}
                defaultChecked={String(row.size) === chosen}
                disabled={largest !== null && row.size > largest}
              />
              <span>
                <SizeDrawing
                  size={row.size}
                  heightFeet={row.height_feet}
                  lengthFeet={row.length_feet}
                  longest={longestOf(figures)}
                />
                <b className="face text-2xl">{row.size} yard</b> <span className="num">{formatPrice(row.price)}</span>{" "}
                <small>{capacityText(row, figures)}.</small>{" "}
                {PROJECT_TYPES.map((project) => {
                  const advice = adviceFor(project, figures.sizes);
                  const rank = advice.findIndex((one) => one.row === row);
                  return (
                    <small key={project.id} className={`reason ${project.id}`}>
                      {/* In a text browser all four are read, one after the other. */}
                      <span className="unseen">{project.title}: </span>
                      {rank === 0 && <span className="tag">Best fit</span>} {advice[rank]?.reason}{" "}
                    </small>
                  );
                })}
              </span>
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
