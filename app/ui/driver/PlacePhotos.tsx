import type { ShownPhoto } from "~/domain/photos/photos.server";
import type { PhotoStep } from "~/domain/photos/rules";
import { paths } from "~/paths";

/** What the last truck saw there: where the dumpster stands, or what was in the way. */
export const PlacePhotos = ({ photos }: { photos: readonly ShownPhoto[] }) => (
  <Taken
    photos={photos}
    alt={({ step }) => (step === "serviced" ? "Where it was set down" : "What was in the way last time")}
  />
);

const OF: Readonly<Record<PhotoStep, string>> = {
  serviced: "The dumpster in its place",
  ticketed: "The weight ticket",
  attempted: "What was in the way",
  report: "What you found",
};

/** What was taken for steps that are done: a driver sees that it has arrived. */
export function KeptPhotos({ photos }: { photos: readonly ShownPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="kept-photos" className="reported">
      <h2 id="kept-photos">Photos that the office has</h2>
      <Taken photos={photos} alt={({ step }) => OF[step]} />
    </section>
  );
}

function Taken({ photos, alt }: { photos: readonly ShownPhoto[]; alt: (photo: ShownPhoto) => string }) {
  if (photos.length === 0) return null;
  return (
    <ul className="taken">
      {photos.map((photo) => (
        <li key={photo.capability}>
          <a href={paths.photo(photo.capability)}>
            <img
              src={paths.photo(photo.capability, "small")}
              alt={alt(photo)}
              width={photo.width}
              height={photo.height}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
