import type { ShownPhoto } from "~/domain/photos/photos.server";
import type { PhotoStep } from "~/domain/photos/rules";
import { paths } from "~/paths";
import { describedBy, errorOf, FieldError, type Answers } from "../form";
import { shrinkPhotos } from "./shrink-photos";

/**
 * Where a step's photographs are taken: the phone's camera, or a file. What was kept already is shown, so that nobody takes
 * it twice. With script they are scaled down before they go over the network.
 */
export function PhotoField({
  step,
  name = "photo",
  label,
  hint,
  kept,
  problem,
}: {
  step: PhotoStep;
  name?: "photo" | "ticketPhoto";
  label: string;
  hint?: string | undefined;
  kept: readonly ShownPhoto[];
} & Pick<Answers, "problem">) {
  const error = errorOf(name, { problem });
  // Several steps of a page have one; the summary links to the one with the problem.
  const id = error ? name : `${step}-${name}`;
  const mine = kept.filter((photo) => photo.step === step);
  return (
    <div className={error ? "field bad" : "field"}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
      )}
      <FieldError id={id} error={error} />
      {mine.length > 0 && (
        <ul className="taken">
          {mine.map(({ capability, width, height }) => (
            <li key={capability}>
              <a href={paths.photo(capability)}>
                <img src={paths.photo(capability, "small")} alt="Photo that is kept" {...{ width, height }} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <input
        type="file"
        id={id}
        name={name}
        className="input"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        multiple={name === "photo"}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error ? true : undefined}
        onChange={(event) => void shrinkPhotos(event.currentTarget)}
      />
    </div>
  );
}
