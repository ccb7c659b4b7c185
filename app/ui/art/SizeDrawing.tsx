import { Dumpster } from "./Dumpster";

const GROUND = 78;

/**
 * One size from the side, to scale (10 units are one foot), with a person and a pickup truck beside it and its length and
 * height in feet. Needs <DrawingParts/> once on the page. Decorative: the figures stand beside it in words.
 * The spaces are for text browsers, which print what is written in drawings too.
 */
export function SizeDrawing({ size, heightFeet, lengthFeet }: { size: number; heightFeet: number; lengthFeet: number }) {
  const top = GROUND - heightFeet * 10;
  const right = 40 + lengthFeet * 10;
  return (
    <svg className="drawing" viewBox="0 0 440 100" aria-hidden="true" focusable="false">
      <use href="#pickup" x={right + 46} y={GROUND} />
      <use href="#person" x={right + 24} y={GROUND} />
      <g transform={`translate(40 ${GROUND})`}>
        <Dumpster feet={heightFeet} length={lengthFeet} yards={size} />
      </g>
      <path className="rule" d={`M0 ${GROUND}.5h440M26 ${top}h8m-4 0V${GROUND}M40 84v8m0-4h${right - 40}m0-4v8`} />
      <text x="24" y={(top + GROUND) / 2 + 5} textAnchor="end">{heightFeet} ft</text>{" "}
      <text className="gap" x={(40 + right) / 2} y="94" textAnchor="middle">{lengthFeet} ft</text>{" "}
    </svg>
  );
}
