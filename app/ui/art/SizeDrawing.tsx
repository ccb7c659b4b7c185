import { Dumpster } from "./Dumpster";
import { letters } from "./lettering";

const GROUND = 78;
/** What the length leaves free for its figure, to each side. */
const LABEL = 22;

/**
 * One size from the side, to scale (10 units are one foot), with a person and a pickup truck beside it and its length
 * and height in feet. `longest`: of the drawings that stand side by side, so that all have one scale. Needs <DrawingParts/> once on the page. Decorative: the figures stand beside it in words.
 */
export function SizeDrawing({
  size,
  heightFeet,
  lengthFeet,
  longest = lengthFeet,
}: {
  size: number;
  heightFeet: number;
  lengthFeet: number;
  longest?: number;
}) {
  const width = 304 + longest * 10;
  const top = GROUND - heightFeet * 10;
  const right = 40 + lengthFeet * 10;
  const half = lengthFeet * 5;
  return (
    <svg className="drawing" viewBox={`-12 0 ${width} 100`} aria-hidden="true">
      <use href="#pickup" x={right + 46} y={GROUND} />
      <use href="#person" x={right + 24} y={GROUND} />
      <g transform={`translate(40 ${GROUND})`}>
        <Dumpster feet={heightFeet} length={lengthFeet} yards={size} />
      </g>
      <path
        className="rule"
        d={`M-12 ${GROUND}.5h${width}M26 ${top}h8m-4 0V${GROUND}M40 84v8m0-4h${half - LABEL}M${right} 84v8m0-4h-${half - LABEL}`}
      />
      <path
        className="rule"
        strokeWidth="2"
        transform={`translate(7 ${(top + GROUND) / 2}) scale(.85)`}
        d={letters(`${heightFeet} ft`)}
      />
      <path
        className="rule"
        strokeWidth="2"
        transform={`translate(${40 + half} 88) scale(.85)`}
        d={letters(`${lengthFeet} ft`)}
      />
    </svg>
  );
}
