import type { PublicData } from "../frame/public-data";

type Photo = PublicData["proof"]["photographs"][number];

/** The owner's own photographs and what customers said, below the sizes. */
export function Proof({ proof: { photographs, reviews } }: { proof: PublicData["proof"] }) {
  return (
    <section className="band wrap" aria-labelledby="proof-heading">
      <h2 id="proof-heading">{reviews.length > 0 ? "What customers say" : "From our yard"}</h2>
      {reviews.length > 0 && <Reviews reviews={reviews} />}
      {photographs.length > 0 && <Photographs photographs={photographs} />}
    </section>
  );
}

function Reviews({ reviews }: { reviews: PublicData["proof"]["reviews"] }) {
  return (
    <div className="cards">
      {reviews.map(({ text, name, from }) => (
        <figure key={text} className="card">
          <blockquote>“{text}”</blockquote>
          <figcaption className="soft">
            {name}, {from}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Loaded when they come into view, as wide as their card and in their own proportions: nothing moves, and the first paint does not wait. */
export function Photographs({ photographs }: { photographs: readonly Photo[] }) {
  return (
    <div className="cards mt-6">
      {photographs.map(({ file, alt, width, height }) => (
        <img
          key={file}
          className="h-auto w-full"
          src={file}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      ))}
    </div>
  );
}
