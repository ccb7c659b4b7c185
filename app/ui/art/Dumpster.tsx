import { letters } from "./lettering";

/**
 * A roll-off dumpster from the side with its number on the wall, 10 units to the foot; the ground at its left end is
 * the origin. Part of an svg with the class "drawing".
 */
export function Dumpster({ feet, length = 16, yards }: { feet: number; length?: number; yards: number }) {
  const wide = length * 10;
  const high = feet * 10;
  return (
    <>
      <path className="steel" d={`M0-8V-${high - 2}h${wide}V-8z`} />
      {/* The ribs: one thick dashed line. */}
      <path className="ribs" strokeWidth={high - 20} d={`M10-${high / 2 + 3}h36m${wide - 92} 0h36`} />
      <path className="sun" d={`M-3-${high}h${wide + 6}v6H-3z`} />
      <path
        fill="currentColor"
        d={`M-3-9h${wide + 6}v4H-3zM9 0a5 5 0 0 1 0-10 5 5 0 0 1 0 10zM${wide - 9} 0a5 5 0 0 1 0-10 5 5 0 0 1 0 10z`}
      />
      <path className="plate" transform={`translate(${wide / 2} -${high / 2 + 3})`} d={letters(String(yards))} />
    </>
  );
}

/** The person of 5 ft 9 in and the pickup truck of 19 ft that drawings stand beside, defined once for the page. */
export function DrawingParts() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="unseen">
      <defs>
        <g id="person" fill="currentColor">
          <circle cy="-51" r="4.5" />
          <path d="M-4-44h8q4 0 4 4l1 16h-3l-1-12v36H1l-1-19-1 19h-4v-36l-1 12h-3l1-16q0-4 4-4z" />
          <path className="hat" d="M-8-52h2a6 6 0 0 1 12 0h2v1.5H-8z" />
        </g>
        <g id="pickup" fill="currentColor" opacity=".62">
          <path d="M2-12v-21q0-5 8-6l42-4 22-18q2-2 7-2h31q4 0 5 5l1 15h68q3 0 3 4v27h-24a16 16 0 0 0-32 0h-76a16 16 0 0 0-32 0z" />
          <path className="glass" d="m60-43 17-14h15v14zm36 0v-14h15l1 14z" />
          <circle cx="41" cy="-12" r="12" />
          <circle cx="149" cy="-12" r="12" />
        </g>
      </defs>
    </svg>
  );
}
