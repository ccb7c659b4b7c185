import { freeOrPrice, priceOfOne } from "~/domain/pricing/material-price";
import { MATERIALS } from "~/domain/pricing/materials";
import { chooseSize, type PricingConfig, type Size } from "~/domain/pricing/types";
import { capacityParts, fittingAdvice } from "~/domain/pricing/size-advice";
import { SizeDrawing } from "../art/SizeDrawing";
import { describedBy, errorOf, FieldError, FieldNote, useHydrated, valueOf, type Answers } from "../form";
import { Unbroken } from "../Unbroken";
import { longestOf } from "../frame/figures";
import type { ProjectView } from "./views";
import type { Choice } from "./use-live-order";

/**
 * The sizes on offer, each at its price with the chosen material. `largest`: hydrated, larger ones are disabled; without
 * script the server refuses them. `note` says why another size is chosen than was asked for, or none.
 */
export function SizeChoices({
  view: { figures, projects, heavyNotes },
  choice,
  config,
  largest,
  note,
  ...answers
}: Answers & {
  view: Pick<ProjectView, "figures" | "projects" | "heavyNotes">;
  choice: Choice;
  config: PricingConfig;
  largest: Size | null;
  note?: string;
}) {
  const name = "dumpsterSize";
  const error = errorOf(name, answers);
  const chosen = valueOf(name, answers);
  const { label } = MATERIALS[choice.material];
  const [room] = figures.sizes;
  const settled = useHydrated() || choice.material !== "general";
  const notes = settled ? heavyNotes.filter(({ material }) => material === choice.material) : heavyNotes;
  return (
    <fieldset className={error ? "bad" : undefined} aria-describedby={describedBy(name, true, error, note)}>
      <legend>Which size?</legend>
      <p className="hint" id={`${name}-hint`}>
        {/* What fits is never said without what is included. */}
        {room ? `${capacityParts(room, figures)[1]}.` : chooseSize([])}
        {room && choice.material !== "general" && ` Prices for ${label}.`}
      </p>
      <div role="status">
        <FieldNote id={name} note={note} />
        {/* While none is chosen the style sheet shows that of the one that is checked, without script. */}
        {notes.map(({ material, only, words }) => (
          <p key={material} className={`notice warn small heavy-note ${material}`}>
            <Unbroken text={(note ? "" : only) + words} />
          </p>
        ))}
      </div>
      <FieldError id={name} error={error} />
      <div className="choices">
        {figures.sizes.map((row, i) => {
          const price = priceOfOne(row.size, choice.material, config);
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
                  {projects.map((project) => {
                    const advice = fittingAdvice(project, figures.sizes, choice.material);
                    const rank = advice.findIndex((one) => one.row === row);
                    return (
                      <small key={project.id} className={`reason ${project.id}${rank === 0 ? " best" : ""}`}>
                        {/* In a text browser all four are read, one after the other. */}
                        <span className="unseen">{project.title}: </span>
                        {rank === 0 && <span className="tag">Best fit</span>} {advice[rank]?.reason}{" "}
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
