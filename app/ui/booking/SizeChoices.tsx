import { freeOrPrice, priceOfOne } from "~/domain/pricing/material-price";
import { MATERIALS } from "~/domain/pricing/materials";
import { chooseSize, type MaterialId, type PricingConfig, type Size } from "~/domain/pricing/types";
import { capacityParts, fittingAdvice } from "~/domain/pricing/size-advice";
import { SizeDrawing } from "../art/SizeDrawing";
import { describedBy, errorOf, FieldError, FieldNote, useHydrated, type Answers } from "../form";
import { Unbroken } from "../Unbroken";
import { longestOf } from "../frame/figures";
import type { ProjectView } from "./views";

/**
 * The sizes on offer, each at its price with the chosen material. `largest`: hydrated, larger ones are disabled; without
 * script the server refuses them. `note` says why another size is chosen than was asked for, or none.
 */
export function SizeChoices({
  view: { figures, projects, heavyNotes },
  chosen,
  material,
  config,
  largest,
  note,
  ...answers
}: Pick<Answers, "problem"> & {
  view: Pick<ProjectView, "figures" | "projects" | "heavyNotes">;
  chosen: string;
  material: MaterialId;
  config: PricingConfig;
  largest: Size | null;
  note?: string;
}) {
  const name = "dumpsterSize";
  const error = errorOf(name, answers);
  const { label } = MATERIALS[material];
  const [room] = figures.sizes;
  const settled = useHydrated() || material !== "general";
  const notes = settled ? heavyNotes.filter((one) => one.material === material) : heavyNotes;
  const advice = projects.map((project) => ({ project, ranks: fittingAdvice(project, figures.sizes, material) }));
  return (
    <fieldset className={error ? "bad" : undefined} aria-describedby={describedBy(name, true, error, note)}>
      <legend>Which size?</legend>
      <p className="hint" id={`${name}-hint`}>
        {/* What fits is never said without what is included. */}
        {room ? `${capacityParts(room, figures)[1]}.` : chooseSize([])}
        {room && material !== "general" && ` Prices for ${label}.`}
      </p>
      <div role="status">
        <FieldNote id={name} note={note} />
        {/* While none is chosen the style sheet shows that of the one that is checked, without script. */}
        {notes.map(({ material: heavy, only, words }) => (
          <p key={heavy} className={`notice warn small heavy-note ${heavy}`} tabIndex={-1}>
            <Unbroken text={(note ? "" : only) + words} />
          </p>
        ))}
      </div>
      <FieldError id={name} error={error} />
      <div className="choices">
        {figures.sizes.map((row, i) => {
          const price = priceOfOne(row.size, material, config);
          return (
            <div key={row.size}>
              <label className={`choice size${i === 0 ? "" : " larger"}`}>
                <input
                  type="radio"
                  id={i === 0 ? name : `${name}-${i + 1}`}
                  name={name}
                  value={row.size}
                  defaultChecked={String(row.size) === chosen}
                  disabled={largest !== null && row.size > largest}
                />
                <span className="grow">
                  <SizeDrawing
                    size={row.size}
                    heightFeet={row.height_feet}
                    lengthFeet={row.length_feet}
                    longest={longestOf(figures)}
                  />
                  <span className="row justify-between gap-y-0">
                    <b className="face text-2xl">{row.size} yard</b>{" "}
                    <span className="num">{price === null ? `Not for ${label}` : freeOrPrice(price)}</span>
                  </span>{" "}
                  <small>{capacityParts(row, figures)[0]}.</small>{" "}
                  {advice.map(({ project, ranks }) => {
                    const rank = ranks.findIndex((one) => one.row === row);
                    return (
                      <small key={project.id} className={`reason ${project.id}${rank === 0 ? " best" : ""}`}>
                        {/* In a text browser all four are read, one after the other. */}
                        <span className="unseen">{project.title}: </span>
                        {rank === 0 && <span className="tag">Best fit</span>} {ranks[rank]?.reason}{" "}
                      </small>
                    );
                  })}
                </span>
              </label>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
