import type { ShownPlace } from "~/domain/photos/place-photos.server";
import { paths } from "~/paths";

/** What a customer sent of the place where it goes; each opens large. */
export const PlaceShots = ({ photos }: { photos: readonly ShownPlace[] }) => (
  <Shots photos={photos} alt={(n) => `The place, picture ${n} of the customer`} />
);

/** Small pictures, each of which opens large. `alt` is given their number, from 1. */
export function Shots({ photos, alt }: { photos: readonly ShownPlace[]; alt: (n: number) => string }) {
  return (
    <ul className="shots">
      {photos.map(({ capability, width, height }, i) => (
        <li key={capability}>
          <a href={paths.photo(capability)} target="_blank" rel="noreferrer">
            <img src={paths.photo(capability, "small")} alt={alt(i + 1)} {...{ width, height }} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
}
