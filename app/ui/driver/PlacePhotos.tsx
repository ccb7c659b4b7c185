import type { ShownPhoto } from "~/domain/photos/photos.server";
import { paths } from "~/paths";

/** What the last truck saw there: where the dumpster stands, or what was in the way. */
export function PlacePhotos({ photos }: { photos: readonly ShownPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className="taken">
      {photos.map(({ capability, step, width, height }) => (
        <li key={capability}>
          <a href={paths.photo(capability)}>
            <img
              src={paths.photo(capability, "small")}
              alt={step === "serviced" ? "Where it was set down" : "What was in the way last time"}
              {...{ width, height }}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
