import { Dumpster } from "./Dumpster";

/** A roll-off truck sets a 20-yard dumpster down in front of the sun, to scale (16 units are one foot). Decorative. */
export function HeroScene() {
  return (
    <svg className="hero-art drawing" viewBox="0 0 680 340" aria-hidden="true">
      <circle className="sun" cx="350" cy="340" r="420" opacity=".1" />
      <circle className="sun" cx="350" cy="340" r="310" />
      <g className="palm">
        <path
          id="palm"
          d="M596 340q-16-110 6-196m0 0q-44-34-76 10m76-10q-30-46-66-36m66 36q10-50 50-44m-50 44q50-24 72 18m-72-18q24 14 26 54m-26-54q-30 12-36 50"
        />
        <use href="#palm" x="110" y="90" transform="scale(.74)" />
      </g>
      <path
        fill="currentColor"
        d="M200 262h300v16H200zM486 160h58q9 0 15 8l32 54q5 9 5 20v58H486zM212 274l244-96 4 10-236 92zM430 190h12v76h-12z"
      />
      <path className="sun" d="M512 176h30l26 46h-56z" />
      {[238, 300, 540].map((x) => (
        <g key={x}>
          <circle cx={x} cy="313" r="27" fill="currentColor" />
          <circle cx={x} cy="313" r="10" fill="#fff" />
        </g>
      ))}
      <g transform="translate(44 340) rotate(-21) scale(1.6)">
        <Dumpster feet={5} yards={20} />
      </g>
      <g fill="currentColor" transform="translate(640 340) scale(1.6)">
        <use href="#person" />
      </g>
    </svg>
  );
}
