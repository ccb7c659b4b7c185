import type { ShownPlace } from "~/domain/photos/place-photos.server";
import { paths } from "~/paths";

/** What a customer sent of the place where it goes; each opens large. */
export function PlaceShots({ photos }: { photos: readonly ShownPlace[] }) {
  return (
    <ul className="shots">
      {photos.map(({ capability, width, height }, i) => (
        <li key={capability}>
          <a href={paths.photo(capability)} target="_blank" rel="noreferrer">
            <img
              src={paths.photo(capability, "small")}
              alt={`The place, picture ${i + 1} of the customer`}
              {...{ width, height }}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
